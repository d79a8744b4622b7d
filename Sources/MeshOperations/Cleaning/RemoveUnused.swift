public import MeshModel

/// The scene without vertices on which no corner stands.
///
/// - Keeps: the order of the vertices that stay, and all elements. A set that no primitive uses ends up empty.
/// - Returns: the scene; where its vertices come from; how many vertices of each set are gone.
public func removeUnreferencedVertices(
    _ scene: Scene
) -> (scene: Scene, correspondence: Correspondence, removed: [Int]) {
    var result = scene
    var correspondence = Correspondence.identity(of: scene)
    var removed: [Int] = []
    var vertices = MappingBuilder()
    let bases = scene.vertexBases
    let users = scene.usersOfSets
    for (set, vertexSet) in scene.vertexSets.enumerated() {
        var use = RowUse(count: vertexSet.count)
        for (mesh, index) in users[set] ?? [] {
            let primitive = scene.meshes[mesh].primitives[index]
            use.mark(primitive.vertices, count: primitive.cornerCount)
        }
        let unused = use.unusedCount
        removed.append(unused)
        guard unused > 0 else {
            vertices.append(bases[set]..<bases[set] + vertexSet.count)
            continue
        }
        let (rows, places) = use.compacted()
        vertices.append(rows, from: bases[set])
        result.vertexSets[set].count = rows.count
        result.vertexSets[set].attributes = vertexSet.attributes.map { $0.gathered(rows) }
        for (mesh, index) in users[set] ?? [] {
            // Without a column corner c stands on vertex c: those come first, are all used and stay.
            guard let column = result.meshes[mesh].primitives[index].vertices else { continue }
            result.meshes[mesh].primitives[index].vertices = column.renumbered(places)
        }
    }
    correspondence.vertices = vertices.mapping(sourceCount: scene.vertexCount)
    return (result, correspondence, removed)
}

/// Rows of a pool that are gone since no corner used them.
public struct PoolCompaction: Hashable, Sendable {
    /// The vertex set.
    public var set: Int
    /// The pool.
    public var pool: Int
    /// How many rows are gone.
    public var removed: Int
}

/// The scene without rows of pools that no corner uses.
///
/// - Keeps: the order of the rows that stay, every corner's value, and pools of which nothing stays, as empty ones.
/// - Returns: the scene and the pools that became shorter.
public func compactPools(_ scene: Scene) -> (scene: Scene, changed: [PoolCompaction]) {
    var result = scene
    var changes: [PoolCompaction] = []
    let users = scene.usersOfSets
    for (set, vertexSet) in scene.vertexSets.enumerated() {
        for (pool, values) in vertexSet.pools.enumerated() {
            var use = RowUse(count: values.count)
            for (mesh, index) in users[set] ?? [] {
                let primitive = scene.meshes[mesh].primitives[index]
                for attribute in primitive.cornerAttributes where attribute.pool == pool {
                    use.mark(attribute.indices, count: primitive.cornerCount)
                }
            }
            let unused = use.unusedCount
            guard unused > 0 else { continue }
            changes.append(PoolCompaction(set: set, pool: pool, removed: unused))
            let (rows, places) = use.compacted()
            result.vertexSets[set].pools[pool] = values.gathered(rows)
            for (mesh, index) in users[set] ?? [] {
                result.meshes[mesh].primitives[index].renumber(pool: pool, places)
            }
        }
    }
    return (result, changes)
}

extension Primitive {
    fileprivate mutating func renumber(pool: Int, _ places: ContiguousArray<Int32>) {
        for use in cornerAttributes.indices where cornerAttributes[use].pool == pool {
            // Without a column corner c has row c: those come first, are all used and stay.
            guard let column = cornerAttributes[use].indices else { continue }
            cornerAttributes[use].indices = column.renumbered(places)
        }
    }
}

extension Column {
    /// The column with each index replaced by its new place; −1 and what lies outside become −1.
    func renumbered(_ places: ContiguousArray<Int32>) -> Column {
        var values = ContiguousArray<Int32>()
        values.reserveCapacity(count * components)
        forEachChunk { chunk in
            for value in chunk { values.append(value >= 0 && value < places.count ? places[Int(value)] : -1) }
        }
        return Column(values, components: components)
    }
}

extension Scene {
    /// Where the primitives over each vertex set are.
    fileprivate var usersOfSets: [Int: [(mesh: Int, index: Int)]] {
        var users: [Int: [(mesh: Int, index: Int)]] = [:]
        for (mesh, value) in meshes.enumerated() {
            for (index, primitive) in value.primitives.enumerated() {
                users[primitive.vertexSet, default: []].append((mesh, index))
            }
        }
        return users
    }
}
