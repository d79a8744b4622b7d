/// Gives each corner a point: corners of a vertex share one unless a seam of any attribute lies between them.
struct PointNumbering {
    private let table: CornerTable
    private let cutTables: [CornerTable]
    private let isOpen: [Bool]
    private(set) var points: [UInt32]
    private(set) var pointCount = 0

    init(
        _ table: CornerTable, _ cutTables: [CornerTable], isOpen: [Bool], _ reader: inout ByteReader
    ) throws(DracoError) {
        self.table = table
        self.cutTables = cutTables
        self.isOpen = isOpen
        try reader.reserve(table.vertices.count, of: 4, "indices")
        points = [UInt32](repeating: .max, count: table.vertices.count)
    }

    mutating func run(_ reader: ByteReader) throws(DracoError) {
        for vertex in table.leftmost.indices where table.leftmost[vertex] >= 0 {
            let first = try firstCorner(vertex, reader)
            setPoint(first)
            var before = first
            var corner = table.swungRight(first)
            while corner >= 0, corner != first {
                if isSplit(before, corner) {
                    setPoint(corner)
                } else {
                    points[corner] = points[before]
                }
                before = corner
                corner = table.swungRight(corner)
            }
        }
        guard !points.contains(.max) else { throw reader.invalid("a point at each corner", found: "none") }
    }

    @inline(__always)
    private mutating func setPoint(_ corner: Int) {
        points[corner] = UInt32(truncatingIfNeeded: pointCount)
        pointCount += 1
    }

    /// Whether a seam lies between these two corners of one vertex.
    @inline(__always)
    private func isSplit(_ first: Int, _ second: Int) -> Bool {
        for cut in cutTables where cut.vertices[first] != cut.vertices[second] { return true }
        return false
    }

    /// The corner with which a vertex begins: on the border, else after the first seam, else any.
    private func firstCorner(_ vertex: Int, _ reader: ByteReader) throws(DracoError) -> Int {
        let begin = Int(table.leftmost[vertex])
        if isOpen[vertex] { return begin }
        for cut in cutTables {
            var corner = table.swungRight(begin)
            while corner != begin {
                guard corner >= 0 else { throw reader.invalid("a closed vertex", found: "an open one") }
                if cut.vertices[corner] != cut.vertices[begin] { return corner }
                corner = table.swungRight(corner)
            }
        }
        return begin
    }
}
