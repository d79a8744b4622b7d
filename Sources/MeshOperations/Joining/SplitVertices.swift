public import MeshModel

/// What splitting changed in a vertex set.
public struct VertexSplitChange: Hashable, Sendable {
    /// The vertex set.
    public var set: Int
    /// The pools that became vertex attributes, as the source numbers them.
    public var pools: [Int]
    /// Pools that were asked for and stay, since vertices have an attribute of the same meaning or there is no such pool.
    public var keptPools: [Int] = []
    /// How many vertices were added.
    public var copies = 0
    /// For each of `pools`, how many corners without a value stand on a vertex that has one from another corner.
    public var filledCorners: [Int]
    /// For each of `pools`, how many vertices of the result have zeros since no value is known for them.
    public var filledVertices: [Int]
}

/// The scene with values per corner turned into values per vertex; vertices are repeated where their corners disagree.
///
/// - Parameters:
///   - scene: The scene.
///   - pools: For each vertex set that is to be split, the pools that become vertex attributes, in that order.
/// - Keeps: every corner's values. Vertices keep their number and the values of the first corner that uses them; copies
///   are appended in the order of the corners that need them (meshes, primitives, corners in order). Equal rows of different
///   number count as different: compare values before if they should not. Columns of primitives without copies are kept.
/// - Changes: the pools go, other pools of the set are numbered anew; corners of a primitive that uses none of the pools
///   stay on their vertex; having no value (−1) is a value of its own, stored as zeros and counted.
/// - Returns: the scene; for each set that was split its gather column, target vertex → source vertex; the correspondence;
///   what changed. Linear time: copies are found through a hash table of indices.
public func splitVertices(
    _ scene: Scene, pools: [Int: [Int]]
) -> (
    scene: Scene, gathers: [Int: ContiguousArray<Int32>], correspondence: Correspondence,
    changed: [VertexSplitChange]
) {
    var result = scene
    var gathers: [Int: ContiguousArray<Int32>] = [:]
    var changes: [VertexSplitChange] = []
    var correspondence = Correspondence.identity(of: scene)
    for set in pools.keys.sorted() {
        guard let wanted = pools[set], scene.vertexSets.indices.contains(set) else { continue }
        var chosen: [Int] = []
        var semantics = Set(scene.vertexSets[set].attributes.map(\.semantic))
        var kept: [Int] = []
        for pool in wanted {
            let isKnown = scene.vertexSets[set].pools.indices.contains(pool)
            if isKnown, semantics.insert(scene.vertexSets[set].pools[pool].semantic).inserted {
                chosen.append(pool)
            } else if !chosen.contains(pool) {
                kept.append(pool)
            }
        }
        var splitter = VertexSplitter(scene: scene, set: set, pools: chosen)
        splitter.change.keptPools = kept
        gathers[set] = splitter.split(&result, &correspondence)
        changes.append(splitter.change)
    }
    var vertices = MappingBuilder()
    for (set, base) in scene.vertexBases.enumerated() {
        if let gather = gathers[set] {
            vertices.append(gather, from: base)
        } else {
            vertices.append(base..<base + scene.vertexSets[set].count)
        }
    }
    correspondence.vertices = vertices.mapping(sourceCount: scene.vertexCount)
    return (result, gathers, correspondence, changes)
}

private struct VertexSplitter {
    let scene: Scene
    let set: Int
    let pools: [Int]
    var change: VertexSplitChange
    /// For each target vertex the rows of its values, `pools.count` each; −1: none, −2: no corner came yet.
    private var rows: ContiguousArray<Int32>
    /// Target vertex → source vertex.
    private var origins: ContiguousArray<Int32>
    private var table: CopyTable
    private var wanted: ContiguousArray<Int32>

    init(scene: Scene, set: Int, pools: [Int]) {
        self.scene = scene
        self.set = set
        self.pools = pools
        let none = [Int](repeating: 0, count: pools.count)
        change = VertexSplitChange(set: set, pools: pools, filledCorners: none, filledVertices: none)
        let count = scene.vertexSets[set].count
        rows = ContiguousArray(repeating: -2, count: count * pools.count)
        origins = ContiguousArray((0..<count).map { Int32(clamping: $0) })
        table = CopyTable(width: pools.count, firstCopy: count)
        wanted = ContiguousArray(repeating: -1, count: pools.count)
    }

    mutating func split(_ result: inout Scene, _ correspondence: inout Correspondence) -> ContiguousArray<Int32> {
        let source = scene.vertexSets[set]
        for (mesh, content) in scene.meshes.enumerated() {
            for (index, primitive) in content.primitives.enumerated() where primitive.vertexSet == set {
                var new = primitive
                new.cornerAttributes = primitive.cornerAttributes.compactMap { use in
                    guard !pools.contains(use.pool) else { return nil }
                    return CornerAttribute(pool: use.pool - pools.count { $0 < use.pool }, indices: use.indices)
                }
                let uses = pools.map { pool in primitive.cornerAttributes.first { $0.pool == pool } }
                if uses.contains(where: { $0 != nil }), let column = vertices(of: primitive, uses: uses) {
                    new.vertices = column
                }
                result.meshes[mesh].primitives[index] = new
            }
        }
        change.copies = origins.count - source.count
        countFilledCorners()
        var target = source
        target.count = origins.count
        if change.copies > 0 { target.attributes = source.attributes.map { $0.gathered(origins) } }
        for (place, pool) in pools.enumerated() {
            var column = ContiguousArray<Int32>()
            column.reserveCapacity(origins.count)
            for vertex in origins.indices { column.append(rows[vertex * pools.count + place]) }
            change.filledVertices[place] = column.count { $0 < 0 }
            target.attributes.append(source.pools[pool].gathered(column))
        }
        target.pools = source.pools.indices.filter { !pools.contains($0) }.map { source.pools[$0] }
        result.vertexSets[set] = target
        link(source, &correspondence)
        return origins
    }

    /// Corners of primitives that use none of the pools, on vertices that got a value all the same.
    private mutating func countFilledCorners() {
        let width = pools.count
        let count = scene.vertexSets[set].count
        for primitive in scene.meshes.flatMap(\.primitives) where primitive.vertexSet == set {
            guard !primitive.cornerAttributes.contains(where: { pools.contains($0.pool) }) else { continue }
            primitive.forEachElement { _, vertices, corners in
                for corner in corners where vertices[corner] >= 0 && vertices[corner] < count {
                    for place in 0..<width where rows[Int(vertices[corner]) * width + place] >= 0 {
                        change.filledCorners[place] += 1
                    }
                }
            }
        }
    }

    private func link(_ source: VertexSet, _ correspondence: inout Correspondence) {
        let prefix = ScenePath.vertexSet(set) + "/pools/"
        correspondence.attributes.removeAll { $0.source.hasPrefix(prefix) }
        var kept = 0
        for (pool, attribute) in source.pools.enumerated() {
            let target: String
            if pools.contains(pool) {
                target = ScenePath.vertexAttribute(set: set, attribute.semantic)
            } else {
                target = ScenePath.pool(set: set, kept)
                kept += 1
            }
            correspondence.attributes.append(
                Correspondence.AttributeLink(ScenePath.pool(set: set, pool), target))
        }
    }

    /// The new vertex of each corner; nil when all stay where they are.
    private mutating func vertices(of primitive: Primitive, uses: [CornerAttribute?]) -> Column? {
        let width = pools.count
        let vertexCount = scene.vertexSets[set].count
        let rowCounts = pools.map { scene.vertexSets[set].pools[$0].count }
        var column = ContiguousArray<Int32>()
        column.reserveCapacity(primitive.cornerCount)
        var hasCopies = false
        var vertices = ContiguousArray<Int64>()
        var buffers = [ContiguousArray<Int64>](repeating: [], count: width)
        var walk = ElementWalk(primitive)
        while let block = walk.next() {
            primitive.readVertices(of: block.corners, into: &vertices)
            for place in 0..<width { uses[place]?.readRows(of: block.corners, into: &buffers[place]) }
            for corner in vertices.indices {
                for place in 0..<width {
                    let row = corner < buffers[place].count ? buffers[place][corner] : -1
                    if row >= 0, row < rowCounts[place] {
                        wanted[place] = Int32(clamping: row)
                    } else {
                        wanted[place] = -1
                    }
                }
                let vertex = Int(vertices[corner])
                guard vertex >= 0, vertex < vertexCount else {
                    column.append(Int32(clamping: vertices[corner]))
                    continue
                }
                let target = target(of: vertex)
                if target != vertex { hasCopies = true }
                column.append(Int32(clamping: target))
            }
        }
        return hasCopies ? Column(column) : nil
    }

    /// The vertex with `wanted` values that stands where `vertex` does.
    private mutating func target(of vertex: Int) -> Int {
        let width = pools.count
        let start = vertex * width
        if width > 0, rows[start] == -2 {
            for place in 0..<width { rows[start + place] = wanted[place] }
            return vertex
        }
        var isSame = true
        for place in 0..<width where rows[start + place] != wanted[place] { isSame = false }
        if isSame { return vertex }
        return table.find(vertex, wanted, &rows, &origins)
    }
}

/// Finds copies by vertex and rows: open addressing over indices, so a copy costs four to eight bytes here.
private struct CopyTable {
    let width: Int
    let firstCopy: Int
    private var slots = ContiguousArray<Int32>(repeating: -1, count: 1024)

    init(width: Int, firstCopy: Int) {
        self.width = width
        self.firstCopy = firstCopy
    }

    mutating func find(
        _ vertex: Int, _ wanted: ContiguousArray<Int32>, _ rows: inout ContiguousArray<Int32>,
        _ origins: inout ContiguousArray<Int32>
    ) -> Int {
        if (origins.count - firstCopy) * 2 >= slots.count { grow(rows, origins) }
        let mask = slots.count - 1
        var slot = hash(vertex, wanted, 0) & mask
        while slots[slot] >= 0 {
            let copy = Int(slots[slot])
            if Int(origins[copy]) == vertex {
                var isSame = true
                for place in 0..<width where rows[copy * width + place] != wanted[place] { isSame = false }
                if isSame { return copy }
            }
            slot = (slot + 1) & mask
        }
        let copy = origins.count
        slots[slot] = Int32(clamping: copy)
        origins.append(Int32(clamping: vertex))
        rows.append(contentsOf: wanted)
        return copy
    }

    private mutating func grow(_ rows: ContiguousArray<Int32>, _ origins: ContiguousArray<Int32>) {
        slots = ContiguousArray(repeating: -1, count: slots.count * 4)
        let mask = slots.count - 1
        for copy in firstCopy..<origins.count {
            var slot = hash(Int(origins[copy]), rows, copy * width) & mask
            while slots[slot] >= 0 { slot = (slot + 1) & mask }
            slots[slot] = Int32(clamping: copy)
        }
    }

    private func hash(_ vertex: Int, _ rows: ContiguousArray<Int32>, _ start: Int) -> Int {
        var value = UInt64(truncatingIfNeeded: vertex) &* 0x9E37_79B9_7F4A_7C15
        for place in 0..<width { value = mixed(value ^ UInt64(truncatingIfNeeded: rows[start + place])) }
        return Int(truncatingIfNeeded: mixed(value) >> 1)
    }
}

/// Spreads the bits of a number over all bits (the finaliser of splitmix64).
@inline(__always)
func mixed(_ value: UInt64) -> UInt64 {
    var z = value &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
}
