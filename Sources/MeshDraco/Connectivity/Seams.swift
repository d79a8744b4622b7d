/// The edges at which an attribute's values differ from one side to the other.
struct Seams {
    /// For each attribute and corner, whether the edge across from the corner is a seam; border edges always are.
    private var flags: [[Bool]] = []
    /// For each attribute, whether any seam is not on the border.
    private(set) var haveInner: [Bool]

    init(
        _ table: CornerTable, attributeCount: Int, _ traversal: inout EdgebreakerTraversal, _ reader: inout ByteReader
    ) throws(DracoError) {
        let count = table.vertices.count
        haveInner = [Bool](repeating: false, count: attributeCount)
        for _ in 0..<attributeCount {
            try reader.reserve(count, of: 1, "seams")
            flags.append([Bool](repeating: false, count: count))
        }
        // Since 2.1 each edge has one flag, with the face of the lower index.
        let tellsTwice = reader.version < BitstreamVersion(2, 1)
        for corner in 0..<count {
            let across = Int(table.opposites[corner])
            if across < 0 {
                for attribute in 0..<attributeCount { flags[attribute][corner] = true }
                continue
            }
            if across / 3 < corner / 3, !tellsTwice { continue }
            for attribute in 0..<attributeCount where traversal.nextIsSeam(attribute) {
                flags[attribute][corner] = true
                flags[attribute][across] = true
                haveInner[attribute] = true
            }
        }
    }

    /// The table in which this attribute's seams are borders, with a vertex for each value around an old vertex.
    func cutTable(_ attribute: Int, of table: CornerTable, _ reader: inout ByteReader) throws(DracoError) -> CornerTable
    {
        // Without inner seams the same corners meet, and the numbers of vertices are not used.
        if !haveInner[attribute] { return table }
        let isSeam = flags[attribute]
        let count = table.vertices.count
        try reader.reserve(count, of: 12, "corners of an attribute")
        try reader.reserve(table.leftmost.count, of: 1, "vertices on seams")

        var cut = CornerTable(
            vertices: [Int32](repeating: -1, count: count), opposites: table.opposites, leftmost: [])
        cut.leftmost.reserveCapacity(table.leftmost.count)
        var isOnSeam = [Bool](repeating: false, count: table.leftmost.count)
        for corner in 0..<count where isSeam[corner] {
            cut.opposites[corner] = -1
            isOnSeam[table.vertex(CornerTable.next(corner))] = true
            isOnSeam[table.vertex(CornerTable.previous(corner))] = true
        }
        for vertex in table.leftmost.indices {
            let begin = Int(table.leftmost[vertex])
            if begin < 0 { continue }
            var first = begin
            if isOnSeam[vertex] {
                var left = cut.swungLeft(first)
                while left >= 0 {
                    first = left
                    left = cut.swungLeft(left)
                    guard left != begin else { throw reader.invalid("a seam at a vertex", found: "none") }
                }
            }
            var name = Int32(truncatingIfNeeded: cut.leftmost.count)
            cut.vertices[first] = name
            cut.leftmost.append(Int32(truncatingIfNeeded: first))
            var corner = table.swungRight(first)
            while corner >= 0, corner != first {
                if isSeam[CornerTable.next(corner)] {
                    name = Int32(truncatingIfNeeded: cut.leftmost.count)
                    cut.leftmost.append(Int32(truncatingIfNeeded: corner))
                }
                cut.vertices[corner] = name
                corner = table.swungRight(corner)
            }
        }
        guard !cut.vertices.contains(-1) else { throw reader.invalid("a vertex at each corner", found: "none") }
        return cut
    }
}
