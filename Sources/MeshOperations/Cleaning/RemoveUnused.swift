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
