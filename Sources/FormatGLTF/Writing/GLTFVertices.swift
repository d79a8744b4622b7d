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
    private(set) var poolRows: [ContiguousArray<Int32>] = []
    /// The number of vertices that are copies.
    private(set) var copyCount = 0
    /// The number of vertices that are left out.
    let missingCount: Int
    /// The number of corners at each vertex; empty if there are no pools.
    private(set) var cornerCounts: ContiguousArray<Int32> = []

    /// The vertex of the file of each vertex of the scene, −1: left out; nil: they are the same.
    private let numbers: ContiguousArray<Int32>?
    /// The copies; nil: there are no pools.
    private var copies: GLTFCornerCopies?

    /// Creates the vertices of a set, without copies.
    init(set: Int, count: Int, bad: ContiguousArray<Bool>?, pools: [Int], elementPools: [GLTFElementPool]) {
        self.set = set
        self.pools = pools
        self.elementPools = elementPools
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
        let width = pools.count + elementPools.count
        if width > 0 { copies = GLTFCornerCopies(vertexCount: count - missing, width: width) }
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
    var isRenumbered: Bool { numbers != nil || copies != nil }

    /// The file's vertices of a primitive's corners. May add copies.
    mutating func vertices(of run: GLTFFilePrimitive) -> ContiguousArray<Int32> {
        var result = ContiguousArray<Int32>()
        result.reserveCapacity(run.cornerCount)
        let ofElements = elementPools.map { $0.rows(of: run.place) }
        let arity = run.cornersPerElement
        var own = ContiguousArray<Int32>()
        run.forEachBlock(pools: pools) { vertices, rows in
            var vertices = vertices
            if let numbers {
                for corner in vertices.indices { vertices[corner] = Int64(numbers[Int(vertices[corner])]) }
            }
            guard let width = copies?.width else {
                for vertex in vertices { result.append(Int32(truncatingIfNeeded: vertex)) }
                return
            }
            own.removeAll(keepingCapacity: true)
            own.append(contentsOf: repeatElement(-1, count: vertices.count * width))
            for (pool, rows) in rows.enumerated() {
                for (corner, row) in zip(vertices.indices, rows) {
                    own[corner * width + pool] = Int32(clamping: row)
                }
            }
            for (index, row) in ofElements.enumerated() {
                for corner in vertices.indices {
                    let number = (result.count + corner) / arity
                    let element = run.elements.map { $0[number] } ?? Int32(truncatingIfNeeded: number)
                    own[corner * width + pools.count + index] = row(element)
                }
            }
            copies?.add(vertices, own, to: &result)
        }
        return result
    }

    /// Takes over the copies, and frees what only copying needs.
    mutating func finish() {
        guard let copies else { return }
        copyCount = copies.originals.count
        cornerCounts = copies.cornerCounts
        poolRows = (0..<copies.width).map(copies.rows(ofPool:))
        // Without copies the vertices are the scene's.
        if copyCount > 0 {
            var all = rows ?? ContiguousArray((0..<count).map { Int32(clamping: $0) })
            for original in copies.originals { all.append(all[Int(original)]) }
            rows = all
        }
        count = copies.count
        self.copies = nil
    }
}
