/// The faces of a mesh that edgebreaker coded, with corner tables for positions and for each attribute with seams.
struct EdgebreakerConnectivity {
    /// The corner table of the surface.
    let table: CornerTable
    /// The corner table of each attribute with seams, in which seams are cut.
    let cutTables: [CornerTable]
    let pointCount: Int
    /// The point of each corner.
    let points: [UInt32]

    init(_ reader: inout ByteReader) throws(DracoError) {
        let header = try EdgebreakerHeader(&reader)
        let isOld = reader.version < BitstreamVersion(2, 2)
        var splits: TopologySplits
        var splitsEnd = 0
        if isOld {
            // Old versions have the splits after the symbols.
            let length = try reader.count("length of connectivity")
            guard length > 0, length <= reader.remaining else {
                throw reader.invalid("connectivity within \(reader.remaining) bytes", found: "\(length) bytes")
            }
            var ahead = reader
            try ahead.skip(length, "connectivity")
            let start = ahead.position
            splits = try TopologySplits(&ahead, faceCount: header.faceCount)
            splitsEnd = ahead.position - start
        } else {
            splits = try TopologySplits(&reader, faceCount: header.faceCount)
        }
        var builder = try EdgebreakerBuilder(header, &reader)
        var traversal = try EdgebreakerTraversal(header, &reader)
        try builder.build(header, &traversal, &splits, &reader)
        let vertexCount = try builder.finish(filling: header.attributeCount == 0, &reader)
        if isOld { try reader.skip(splitsEnd, "topology splits") }

        table = builder.table
        guard header.attributeCount > 0 else {
            cutTables = []
            pointCount = vertexCount
            try reader.reserve(table.vertices.count, of: 4, "indices")
            points = table.vertices.map { UInt32(truncatingIfNeeded: $0) }
            return
        }
        let seams = try Seams(table, attributeCount: header.attributeCount, &traversal, &reader)
        var cut: [CornerTable] = []
        for attribute in 0..<header.attributeCount {
            cut.append(try seams.cutTable(attribute, of: table, &reader))
        }
        cutTables = cut
        var numbering = try PointNumbering(
            table, cutTables.indices.filter { seams.haveInner[$0] }.map { cut[$0] }, isOpen: builder.isOpen, &reader)
        try numbering.run(reader)
        pointCount = numbering.pointCount
        points = numbering.points
        try reader.check(faces: header.faceCount, points: pointCount)
    }
}
