public import MeshModel

/// What became of an attribute of vertices that was made a pool.
public struct PoolingChange: Hashable, Sendable {
    /// The vertex set.
    public var set: Int
    /// What it means.
    public var semantic: AttributeSemantic
    /// How many rows the pool has.
    public var rows: Int
    /// How many vertices lost their value since no corner stands on them.
    public var dropped: Int
}

/// The scene with attributes of vertices turned into pools that corners index; equal rows are one.
///
/// - Parameters:
///   - scene: The scene.
///   - attributes: For each vertex set the attributes, which become its last pools in that order; those that it does not
///     have, positions, and those of which a vertex has no row are left alone.
/// - Keeps: every corner's value; rows are equal if their bits are. Rows follow the corners that use them first (meshes,
///   primitives, corners in order).
/// - Returns: the scene; the correspondence; what changed.
public func poolAttributes(
    _ scene: Scene, _ attributes: [Int: [AttributeSemantic]]
) -> (scene: Scene, correspondence: Correspondence, changed: [PoolingChange]) {
    var result = scene
    var correspondence = Correspondence.identity(of: scene)
    var changes: [PoolingChange] = []
    for set in attributes.keys.sorted() where scene.vertexSets.indices.contains(set) {
        for semantic in attributes[set] ?? [] where semantic != .position {
            let vertices = result.vertexSets[set]
            guard vertices.count < Int(Int32.max),
                let index = vertices.attributes.firstIndex(where: { $0.semantic == semantic }),
                var keys = VertexKeys([vertices.attributes[index]], count: vertices.count, zerosAreEqual: false)
            else { continue }
            var pool = PoolNumbering(keys.numbers(count: vertices.count))
            let number = vertices.pools.count
            for mesh in scene.meshes.indices {
                for place in scene.meshes[mesh].primitives.indices
                where scene.meshes[mesh].primitives[place].vertexSet == set {
                    let rows = pool.rows(of: scene.meshes[mesh].primitives[place])
                    result.meshes[mesh].primitives[place].cornerAttributes.append(
                        CornerAttribute(pool: number, indices: rows))
                }
            }
            result.vertexSets[set].pools.append(vertices.attributes[index].gathered(pool.origins))
            result.vertexSets[set].attributes.remove(at: index)
            let path = ScenePath.vertexAttribute(set: set, semantic)
            correspondence.attributes.removeAll { $0.source == path }
            correspondence.attributes.append(
                Correspondence.AttributeLink(path, ScenePath.pool(set: set, number)))
            changes.append(
                PoolingChange(
                    set: set, semantic: semantic, rows: pool.origins.count, dropped: pool.unusedVertexCount))
        }
    }
    return (result, correspondence, changes)
}

/// Numbers values by the corners that use them first.
private struct PoolNumbering {
    /// For each row of the pool a vertex that has the value.
    private(set) var origins = ContiguousArray<Int32>()
    private let values: ContiguousArray<Int32>
    private var rowOfValue: ContiguousArray<Int32>
    private var isUsed: ContiguousArray<Bool>

    init(_ numbered: (numbers: ContiguousArray<Int32>, firsts: ContiguousArray<Int32>)) {
        values = numbered.numbers
        rowOfValue = ContiguousArray(repeating: -1, count: numbered.firsts.count)
        isUsed = ContiguousArray(repeating: false, count: values.count)
    }

    var unusedVertexCount: Int { isUsed.count { !$0 } }

    mutating func rows(of primitive: Primitive) -> Column {
        var rows = ContiguousArray<Int32>()
        rows.reserveCapacity(primitive.cornerCount)
        var vertices = ContiguousArray<Int64>()
        var walk = ElementWalk(primitive)
        while let block = walk.next() {
            primitive.readVertices(of: block.corners, into: &vertices)
            for vertex in vertices {
                guard vertex >= 0, vertex < values.count else {
                    rows.append(-1)
                    continue
                }
                isUsed[Int(vertex)] = true
                let value = Int(values[Int(vertex)])
                if rowOfValue[value] < 0 {
                    rowOfValue[value] = Int32(clamping: origins.count)
                    origins.append(Int32(clamping: vertex))
                }
                rows.append(rowOfValue[value])
            }
        }
        return Column(rows)
    }
}
