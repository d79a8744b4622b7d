import MeshFormats
import MeshModel

/// The written vertices of a set: those of the scene in their order, then copies for corners that differ in the values
/// of a pool.
struct GLTFVertices: Sendable {
    /// The set of the scene.
    let set: Int
    /// The index of the set when the file is read.
    var number = 0
    /// The number of vertices in the file.
    private(set) var count: Int
    /// The scene's vertex of each vertex; nil: they are the same.
    private(set) var rows: ContiguousArray<Int32>?
    /// The pools whose values become vertex values.
    let pools: [Int]
    /// The element values that become vertex values.
    let elementPools: [GLTFElementPool]
    /// The row of each vertex in each pool, then in each element pool; −1: none.
    private(set) var poolRows: [ContiguousArray<Int32>]
    /// The number of vertices that are copies.
    private(set) var copyCount = 0
    /// The number of vertices that are left out.
    let missingCount: Int
    /// The number of corners at each vertex; empty if there are no pools.
    private(set) var cornerCounts: ContiguousArray<Int32> = []

    /// The vertex of the file of each vertex of the scene, −1: left out; nil: they are the same.
    private let numbers: ContiguousArray<Int32>?
    private var isTaken: ContiguousArray<Bool> = []
    private var table: ContiguousArray<Int32> = []

    /// Creates the vertices of a set, without copies.
    init(set: Int, count: Int, bad: ContiguousArray<Bool>?, pools: [Int], elementPools: [GLTFElementPool]) {
        self.set = set
        self.pools = pools
        self.elementPools = elementPools
        let width = pools.count + elementPools.count
        var missing = 0
        if let bad {
            var rows = ContiguousArray<Int32>()
            var numbers = ContiguousArray<Int32>(repeating: -1, count: count)
            for vertex in 0..<count {
                if bad[vertex] {
                    missing += 1
                } else {
                    numbers[vertex] = Int32(clamping: rows.count)
                    rows.append(Int32(clamping: vertex))
                }
            }
            self.rows = rows
            self.numbers = numbers
        } else {
            numbers = nil
        }
        missingCount = missing
        self.count = count - missing
        poolRows = (0..<width).map { _ in ContiguousArray(repeating: -1, count: count - missing) }
        if width > 0 {
            isTaken = ContiguousArray(repeating: false, count: count - missing)
            cornerCounts = ContiguousArray(repeating: 0, count: count - missing)
            table = ContiguousArray(repeating: -1, count: 64)
            if rows == nil { rows = ContiguousArray((0..<count).map { Int32(clamping: $0) }) }
        }
    }

    /// The path of an attribute of the file.
    func path(_ name: String) -> String { "\(ScenePath.vertexSet(number))/\(name)" }

    /// What picks the vertices' own values; nil: they are the scene's.
    var picks: GLTFPicks? { rows.map { GLTFPicks(origin: .vertices(set: set), rows: $0) } }

    /// What picks the values of a pool, or of an element pool after those.
    func picks(ofPool index: Int) -> GLTFPicks {
        GLTFPicks(origin: .pool(set: set, index: index), rows: poolRows[index])
    }

    /// Whether corners have other vertices in the file than in the scene.
    var isRenumbered: Bool { numbers != nil || isSplit }
    private var isSplit: Bool { !poolRows.isEmpty }

    /// The file's vertices of a primitive's corners. May add copies.
    mutating func vertices(of run: GLTFFilePrimitive) -> ContiguousArray<Int32> {
        var result = ContiguousArray<Int32>()
        result.reserveCapacity(run.cornerCount)
        var own = ContiguousArray<Int32>(repeating: -1, count: poolRows.count)
        let ofElements = elementPools.map { $0.rows(of: run.place) }
        let arity = run.cornersPerElement
        run.forEachBlock(pools: pools) { vertices, rows in
            for corner in vertices.indices {
                let scene = Int(vertices[corner])
                let vertex = numbers.map { Int($0[scene]) } ?? scene
                guard isSplit else {
                    result.append(Int32(truncatingIfNeeded: vertex))
                    continue
                }
                for pool in pools.indices {
                    let row = rows[pool].indices.contains(corner) ? rows[pool][corner] : -1
                    own[pool] = Int32(clamping: row)
                }
                if !ofElements.isEmpty {
                    let number = result.count / arity
                    let element = run.elements.map { $0[number] } ?? Int32(truncatingIfNeeded: number)
                    for (index, row) in ofElements.enumerated() { own[pools.count + index] = row(element) }
                }
                let number = number(vertex, own)
                cornerCounts[number] += 1
                result.append(Int32(truncatingIfNeeded: number))
            }
        }
        return result
    }

    // MARK: Copies

    private mutating func number(_ vertex: Int, _ own: ContiguousArray<Int32>) -> Int {
        if has(vertex, own) {
            isTaken[vertex] = true
            return vertex
        }
        guard isTaken[vertex] else {
            isTaken[vertex] = true
            for pool in poolRows.indices { poolRows[pool][vertex] = own[pool] }
            return vertex
        }
        let original = rows?[vertex] ?? 0
        if copyCount * 2 >= table.count { grow() }
        var slot = hash(original, own) & (table.count - 1)
        while table[slot] >= 0 {
            let candidate = Int(table[slot])
            if rows?[candidate] == original, has(candidate, own) { return candidate }
            slot = (slot + 1) & (table.count - 1)
        }
        table[slot] = Int32(clamping: count)
        rows?.append(original)
        for pool in poolRows.indices { poolRows[pool].append(own[pool]) }
        isTaken.append(true)
        cornerCounts.append(0)
        count += 1
        copyCount += 1
        return count - 1
    }

    private func has(_ vertex: Int, _ own: ContiguousArray<Int32>) -> Bool {
        for pool in poolRows.indices where poolRows[pool][vertex] != own[pool] { return false }
        return isTaken[vertex]
    }

    private func hash(_ original: Int32, _ own: ContiguousArray<Int32>) -> Int {
        var hash = UInt64(UInt32(bitPattern: original)) &* 0x9E37_79B9_7F4A_7C15
        for row in own {
            hash = (hash ^ (hash >> 29) ^ UInt64(UInt32(bitPattern: row))) &* 0xBF58_476D_1CE4_E5B9
        }
        return Int(truncatingIfNeeded: (hash ^ (hash >> 32)) & 0x7FFF_FFFF)
    }

    private mutating func grow() {
        table = ContiguousArray(repeating: -1, count: table.count * 2)
        var own = ContiguousArray<Int32>(repeating: -1, count: poolRows.count)
        for copy in count - copyCount..<count {
            for pool in poolRows.indices { own[pool] = poolRows[pool][copy] }
            var slot = hash(rows?[copy] ?? 0, own) & (table.count - 1)
            while table[slot] >= 0 { slot = (slot + 1) & (table.count - 1) }
            table[slot] = Int32(clamping: copy)
        }
    }

    /// Frees what only copying needs.
    mutating func finish() {
        table = []
        isTaken = []
        // Without copies the vertices are the scene's.
        if numbers == nil, copyCount == 0 { rows = nil }
    }
}
