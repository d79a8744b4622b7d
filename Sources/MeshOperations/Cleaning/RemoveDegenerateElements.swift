public import MeshModel

/// The scene without elements that cover nothing: polygons whose corners lie on one line, lines of one place.
///
/// Nothing calls this unless it is asked for: such elements may matter to whoever edits the mesh.
/// - Keeps: vertices, pools, the order of the elements that stay, their attributes, materials and subsets.
/// - Returns: the scene; where its elements come from; for each mesh and primitive how many elements are gone.
public func removeDegenerateElements(
    _ scene: Scene
) -> (scene: Scene, correspondence: Correspondence, removed: [[Int]]) {
    var result = scene
    var correspondence = Correspondence.identity(of: scene)
    var removed: [[Int]] = []
    var elements: [Topology: MappingBuilder] = [:]
    let bases = scene.elementBases
    var test = DegenerateTest(of: scene)
    for (mesh, content) in scene.meshes.enumerated() {
        removed.append([])
        for (index, primitive) in content.primitives.enumerated() {
            test.begin(primitive)
            var kept = ContiguousArray<Int32>()
            primitive.forEachElement { element, vertices, corners in
                if !test.isDegenerate(vertices, corners) { kept.append(Int32(clamping: element)) }
            }
            let gone = primitive.elementCount - kept.count
            removed[mesh].append(gone)
            elements[primitive.topology, default: MappingBuilder()].append(kept, from: bases[mesh][index])
            if gone > 0 {
                result.meshes[mesh].primitives[index] = primitive.selecting(kept, starts: primitive.elementStarts)
            }
        }
    }
    for (topology, builder) in elements {
        let mapping = builder.mapping(sourceCount: scene.elementCount(topology))
        if case .gather = mapping { correspondence.elements[topology] = mapping }
    }
    return (result, correspondence, removed)
}
