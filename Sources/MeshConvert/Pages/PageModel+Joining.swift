import MeshModel
import MeshOperations

extension PageModel {
    /// A surface with vertices joined that are near each other, so that about a share of its triangles is left; nil: the
    /// scene has more than one, or its triangles have very different sizes.
    ///
    /// Ten times as fast as collapsing edges where that changes least, for surfaces of so many triangles that nobody sees
    /// single ones. Not for textures, which would smear across their seams, and not for what moves.
    static func joined(_ scene: MeshScene, by share: Double) -> MeshScene? {
        guard scene.textures.isEmpty, !scene.canMove, let primitive = scene.onlyPrimitive, primitive.isTriangles,
            let edge = usualEdge(of: primitive, in: scene)
        else { return nil }
        let most = Double(primitive.elementCount) * share
        // Where edges have much the same length, vertices joined within 0.75 of it are as many as before.
        var distance = 0.75 * edge / share.squareRoot()
        for _ in 0..<4 {
            let options = WeldOptions(tolerance: distance, positionsOnly: true, countsCollapsed: false)
            let thin = removeDegenerateElements(weldVertices(scene, options).scene).scene
            let left = Double(thin.onlyPrimitive?.elementCount ?? 0)
            if left <= most, left > most / 2 { return thin }
            distance *= (left / most).squareRoot() * (left > most ? 1.02 : 1)
        }
        return nil
    }

    /// The length of an edge as there are shorter and longer ones, of a thousand triangles; nil: it is 0 or not finite.
    private static func usualEdge(of primitive: Primitive, in scene: MeshScene) -> Double? {
        guard scene.vertexSets.indices.contains(primitive.vertexSet),
            let positions = scene.vertexSets[primitive.vertexSet].attribute(.position)?.values
        else { return nil }
        var lengths: [Double] = []
        var vertices = ContiguousArray<Int64>()
        for face in stride(from: 0, to: primitive.elementCount, by: max(primitive.elementCount / 1000, 1)) {
            primitive.readVertices(of: 3 * face..<3 * face + 3, into: &vertices)
            let rows = vertices.compactMap { vertex in
                vertex >= 0 && vertex < Int64(positions.count)
                    ? positions.rows(Int(vertex)..<Int(vertex) + 1).doubles() : nil
            }
            guard rows.count == 3 else { continue }
            let length = zip(rows[0], rows[1]).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
            if length.isFinite { lengths.append(length) }
        }
        lengths.sort()
        return lengths.isEmpty || lengths[lengths.count / 2] == 0 ? nil : lengths[lengths.count / 2]
    }
}
