import MeshFormats
import MeshModel

// Re-centres positions far from the origin by an offset, which their nodes add back.

extension GLTFPlanner {
    /// Decides the offset of each set's positions.
    mutating func planOffsets() {
        let shown = runs.map { $0.map(\.place.primitive.vertexSet) }
        recentering = Recentering(
            scene, shown: shown, keeps: Self.keeps,
            isLeftOut: { badVertices[$0]?[$1] == true })
        origin.nodes = OriginNode.all(recentering, scene)
    }

    // MARK: Remainders of float32

    /// The attribute for the remainders of positions after rounding to float32.
    static let restName = "_POSITION_LOW"

    /// The remainders of positions; nil: the option doesn't ask for them, all are 0, or the name is taken.
    func restRows(_ plan: GLTFAttributePlan, in set: VertexSet) -> GLTFPackedRows? {
        guard keepsRest, plan.kind == .position, plan.source.values.type == .float64, !plan.source.normalized,
            plan.source.values.components == 3, set.attribute(AttributeSemantic(name: Self.restName)) == nil,
            !set.pools.contains(where: { $0.semantic.name == Self.restName })
        else { return nil }
        var rows = plan.rows
        rows.encoding = .rest
        for block in rows.blocks {
            if rows.singles(block).contains(where: { $0 != 0 }) { return rows }
        }
        return nil
    }
}
