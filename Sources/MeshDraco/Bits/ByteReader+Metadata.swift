extension ByteReader {
    /// Skips names and values in addition to the geometry: those of attributes, then those of the whole mesh.
    mutating func skipMetadata() throws(DracoError) {
        let attributes = try count("number of attributes with metadata")
        for _ in 0..<attributes {
            _ = try count("attribute of metadata")
            try skipMetadataTree()
        }
        try skipMetadataTree()
    }

    /// Skips a tree of metadata, node by node. Since nothing is kept, counting the nodes is enough.
    private mutating func skipMetadataTree() throws(DracoError) {
        try skipMetadataNode(isNamed: false)
        var pending = try childCount()
        while pending > 0 {
            try skipMetadataNode(isNamed: true)
            pending += try childCount() - 1
            guard pending <= remaining else { throw invalid("metadata that fits the data", found: "\(pending) nodes") }
        }
    }

    private mutating func skipMetadataNode(isNamed: Bool) throws(DracoError) {
        if isNamed { try skip(Int(byte("length of a name")), "name of metadata") }
        let entries = try count("number of metadata entries")
        for _ in 0..<entries {
            try skip(Int(byte("length of a name")), "name of a metadata entry")
            try skip(count("length of a value"), "value of a metadata entry")
        }
    }

    private mutating func childCount() throws(DracoError) -> Int {
        let children = try count("number of metadata children")
        guard children <= remaining else { throw invalid("metadata that fits the data", found: "\(children) nodes") }
        return children
    }
}
