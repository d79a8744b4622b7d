/// The vertices that corners need: glTF has one row in every pool for a vertex, so a vertex whose corners have different
/// rows is repeated. It keeps its number for the rows of its first corner; the copies come after all vertices.
///
/// All rows lie in one array, since every corner of a mesh passes here.
struct GLTFCornerCopies: Sendable {
    /// The number of rows of each vertex, at least 1.
    let width: Int
    /// The number of vertices, with copies.
    private(set) var count: Int
    /// The vertex that each copy repeats.
    private(set) var originals: ContiguousArray<Int32> = []
    /// The number of corners at each vertex.
    private(set) var cornerCounts: ContiguousArray<Int32>

    /// `width` rows of each vertex; the first is `unused` while no corner is there.
    private var rows: ContiguousArray<Int32>
    /// The copies by their hash; −1: free.
    private var table: ContiguousArray<Int32>
    private static let unused = Int32.min

    /// Creates vertices that no corner uses.
    init(vertexCount: Int, width: Int) {
        self.width = width
        count = vertexCount
        cornerCounts = ContiguousArray(repeating: 0, count: vertexCount)
        rows = ContiguousArray(repeating: Self.unused, count: vertexCount * width)
        table = ContiguousArray(repeating: -1, count: 64)
    }

    /// Adds corners, and appends the vertex of each to `result`.
    ///
    /// - Parameters:
    ///   - vertices: the vertex of each corner, below the count that the vertices were created with.
    ///   - corners: `width` rows of each corner; −1: none.
    mutating func add(
        _ vertices: ContiguousArray<Int64>, _ corners: ContiguousArray<Int32>,
        to result: inout ContiguousArray<Int32>
    ) {
        var place = 0
        for vertex in vertices {
            let number = number(Int(vertex), corners, at: place)
            cornerCounts[number] += 1
            result.append(Int32(truncatingIfNeeded: number))
            place += width
        }
    }

    /// The row of each vertex in one of the pools; −1: none.
    func rows(ofPool pool: Int) -> ContiguousArray<Int32> {
        var result = ContiguousArray<Int32>()
        result.reserveCapacity(count)
        for place in stride(from: pool, to: rows.count, by: width) { result.append(max(rows[place], -1)) }
        return result
    }

    // MARK: Copies

    @inline(__always)
    private mutating func number(_ vertex: Int, _ corners: ContiguousArray<Int32>, at place: Int) -> Int {
        if has(vertex, corners, at: place) { return vertex }
        guard rows[vertex * width] != Self.unused else {
            for index in 0..<width { rows[vertex * width + index] = corners[place + index] }
            return vertex
        }
        return copy(of: vertex, corners, at: place)
    }

    private mutating func copy(of vertex: Int, _ corners: ContiguousArray<Int32>, at place: Int) -> Int {
        if originals.count * 2 >= table.count { grow() }
        let original = Int32(truncatingIfNeeded: vertex)
        let first = count - originals.count
        var slot = hash(original, corners, at: place) & (table.count - 1)
        while table[slot] >= 0 {
            let candidate = Int(table[slot])
            if originals[candidate - first] == original, has(candidate, corners, at: place) { return candidate }
            slot = (slot + 1) & (table.count - 1)
        }
        table[slot] = Int32(clamping: count)
        originals.append(original)
        for index in 0..<width { rows.append(corners[place + index]) }
        cornerCounts.append(0)
        count += 1
        return count - 1
    }

    @inline(__always)
    private func has(_ vertex: Int, _ corners: ContiguousArray<Int32>, at place: Int) -> Bool {
        for index in 0..<width where rows[vertex * width + index] != corners[place + index] { return false }
        return true
    }

    private func hash(_ original: Int32, _ rows: ContiguousArray<Int32>, at place: Int) -> Int {
        var hash = UInt64(UInt32(bitPattern: original)) &* 0x9E37_79B9_7F4A_7C15
        for index in 0..<width {
            hash = (hash ^ (hash >> 29) ^ UInt64(UInt32(bitPattern: rows[place + index]))) &* 0xBF58_476D_1CE4_E5B9
        }
        return Int(truncatingIfNeeded: (hash ^ (hash >> 32)) & 0x7FFF_FFFF)
    }

    private mutating func grow() {
        table = ContiguousArray(repeating: -1, count: table.count * 2)
        let first = count - originals.count
        for (index, original) in originals.enumerated() {
            var slot = hash(original, rows, at: (first + index) * width) & (table.count - 1)
            while table[slot] >= 0 { slot = (slot + 1) & (table.count - 1) }
            table[slot] = Int32(clamping: first + index)
        }
    }
}
