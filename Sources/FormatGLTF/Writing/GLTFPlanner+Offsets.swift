import MeshFormats
import MeshModel

// Places far from the origin: counted from a whole number of metres among them, where the nodes stand that show them.

extension GLTFPlanner {
    /// Decides from where the positions of each set are counted.
    mutating func planOffsets() {
        let shown = runs.map { $0.map(\.place.primitive.vertexSet) }
        recentering = Recentering(
            scene, shown: shown, keeps: Self.keeps,
            isLeftOut: { badVertices[$0]?[$1] == true })
        origin.nodes = OriginNode.all(recentering, scene)
    }

    // MARK: What float32 leaves

    /// The attribute of what float32 leaves of positions.
    static let restName = "_POSITION_LOW"

    /// Adds what float32 leaves of positions, where it is asked for, leaves something and the name is free.
    ///
    /// - Returns: the rows; nil where there are none.
    func restRows(_ plan: GLTFAttributePlan, in set: VertexSet) -> GLTFPackedRows? {
        guard keepsRest, plan.kind == .position, plan.source.values.type == .float64, !plan.source.normalized,
            plan.source.values.components == 3, set.attribute(AttributeSemantic(name: Self.restName)) == nil,
            !set.pools.contains(where: { $0.semantic.name == Self.restName })
        else { return nil }
        var rows = plan.rows
        rows.encoding = .rest
        var row = 0
        while row < rows.count {
            let end = min(row + 4096, rows.count)
            if rows.singles(row..<end).contains(where: { $0 != 0 }) { return rows }
            row = end
        }
        return nil
    }
}
