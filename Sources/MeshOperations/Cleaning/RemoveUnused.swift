public import MeshModel

/// Removes vertices that no corner uses.
///
/// - Keeps: the order of the remaining vertices, and all elements. A set that no primitive uses ends up empty.
/// - Returns: the scene; the correspondence of its vertices; the number of removed vertices of each set.
public func removeUnreferencedVertices(
    _ scene: MeshScene
) -> (scene: MeshScene, correspondence: Correspondence, removed: [Int]) {
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
            // Without a column corner c uses vertex c: the first vertices are all used and stay.
            guard let column = result.meshes[mesh].primitives[index].vertices else { continue }
            result.meshes[mesh].primitives[index].vertices = column.renumbered(places)
        }
    }
    correspondence.vertices = vertices.mapping(sourceCount: scene.vertexCount)
    return (result, correspondence, removed)
}

extension Column {
    /// Returns the column with each index replaced by its new one; −1 and indices out of range become −1.
    func renumbered(_ places: ContiguousArray<Int32>) -> Column {
        var values = ContiguousArray<Int32>()
        values.reserveCapacity(count * components)
        for (_, buffer) in blocks(of: Int64.self) {
            for value in buffer { values.append(value >= 0 && value < places.count ? places[Int(value)] : -1) }
        }
        return Column(values, components: components)
    }
}
