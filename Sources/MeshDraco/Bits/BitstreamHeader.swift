/// The header of a bitstream: its version, content and method.
struct BitstreamHeader {
    enum Method {
        case pointCloud(kdTree: Bool)
        case sequentialMesh
        case edgebreakerMesh
    }

    let method: Method
    let hasMetadata: Bool

    /// Reads the header and sets the version of `reader`.
    init(_ reader: inout ByteReader) throws(DracoError) {
        for expected in "DRACO".utf8 {
            let found = try reader.byte("signature")
            guard found == expected else { throw reader.invalid("the signature DRACO", found: "other bytes") }
        }
        let version = BitstreamVersion(try reader.byte("major version"), try reader.byte("minor version"))
        let type = try reader.byte("type of geometry")
        let code = try reader.byte("method")
        let flags = try reader.uint16("flags")
        switch (type, code) {
        case (0, 0): method = .pointCloud(kdTree: false)
        case (0, 1): method = .pointCloud(kdTree: true)
        case (1, 0): method = .sequentialMesh
        case (1, 1): method = .edgebreakerMesh
        case (0...1, _): throw reader.unsupported("method 0 or 1", found: "\(code)")
        default: throw reader.unsupported("a point cloud (0) or a triangle mesh (1)", found: "\(type)")
        }
        let newest = type == 0 ? BitstreamVersion(2, 3) : BitstreamVersion(2, 2)
        guard version >= BitstreamVersion(1, 0), version <= newest else {
            throw reader.unsupported(
                "bitstream version 1.0 to 2.\(newest.minor)", found: "\(version.major).\(version.minor)")
        }
        reader.version = version
        hasMetadata = version >= BitstreamVersion(1, 3) && flags & 0x8000 != 0
    }
}
