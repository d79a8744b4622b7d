public import MeshModel

/// Returns a scene of some vertices: the elements of which each vertex is kept, and their vertices.
///
/// - Keeps: the order of what remains, all its attributes, materials and subsets.
/// - Parameters:
///   - scene: the scene.
///   - keeps: for each vertex set whether each of its vertices is kept; nil: all of the set are.
/// - Returns: the scene, and the number of elements and vertices that are gone. A vertex of no element is gone, too.
public func selectVertices(
    _ scene: MeshScene, keeps: [ContiguousArray<Bool>?]
) -> (scene: MeshScene, removedElements: Int, removedVertices: Int) {
    var result = scene
    var removedElements = 0
    for (mesh, index, primitive) in scene.placedPrimitives {
        guard keeps.indices.contains(primitive.vertexSet), let keeps = keeps[primitive.vertexSet] else { continue }
        var kept = ContiguousArray<Int32>()
        primitive.forEachElement { element, vertices, corners in
            let isKept = corners.allSatisfy { corner in
                let vertex = vertices[corner]
                return vertex >= 0 && vertex < keeps.count && keeps[Int(vertex)]
            }
            if isKept { kept.append(Int32(clamping: element)) }
        }
        guard kept.count < primitive.elementCount else { continue }
        removedElements += primitive.elementCount - kept.count
        result.meshes[mesh].primitives[index] = primitive.selecting(kept, starts: primitive.elementStarts)
    }
    let (compacted, _, removed) = removeUnreferencedVertices(result)
    result = compacted
    result.changePrimitives { $0.dropPlainVertices(of: compacted) }
    return (result, removedElements, removed.reduce(0, +))
}

extension Primitive {
    /// Leaves out the indices of a cloud that has one point for each vertex, in order.
    mutating func dropPlainVertices(of scene: MeshScene) {
        guard topology == .points, let column = vertices, scene.vertexSets.indices.contains(vertexSet),
            column.count == scene.vertexSets[vertexSet].count
        else { return }
        for (rows, values) in column.blocks(of: Int64.self) {
            for (row, value) in zip(rows, values) where value != row { return }
        }
        vertices = nil
    }
}
