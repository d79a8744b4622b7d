public import MeshModel

/// Removes degenerate elements: polygons with all corners on one line, lines with all corners at one position.
///
/// Only used on request: such elements may matter when the mesh is edited.
/// - Keeps: vertices, pools, the order of the remaining elements, their attributes, materials and subsets.
/// - Returns: the scene; the correspondence of its elements; the number of removed elements by mesh and primitive.
public func removeDegenerateElements(
    _ scene: MeshScene
) -> (scene: MeshScene, correspondence: Correspondence, removed: [[Int]]) {
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
