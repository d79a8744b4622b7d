import MeshBytes
import MeshFormats
import MeshModel

// Plans splats, the original attributes that are kept with them, and colours for programs that don't know splats.

extension GLTFPlanner {
    /// How the splats of a set are written.
    struct SplatPlan {
        var degree: Int
        /// Whether the coefficients are linear.
        var isLinear: Bool
        /// The scene's attributes by name.
        var attributes: [String: Attribute]
        /// The names of the attributes that are also written unchanged.
        var raw: [String] = []
    }

    /// Decides whether vertices are written as splats, and which of their attributes are also written unchanged.
    func planSplats(
        _ vertices: GLTFVertices, _ sets: GLTFVertexSets, _ plans: inout [GLTFAttributePlan]
    ) -> SplatPlan? {
        let set = scene.vertexSets[vertices.set]
        guard let degree = set.splatDegree, sets.parts(over: vertices.set).allSatisfy({ $0.mode == 0 }) else {
            return nil
        }
        let names = Set(SplatNames.all(degree: degree))
        let own = set.attributes.map { ($0.semantic.name, $0) }.filter { names.contains($0.0) }
        var splats = SplatPlan(
            degree: degree, isLinear: GLTFSplats.isLinear(set), attributes: Dictionary(own) { $1 })
        for index in plans.indices where names.contains(plans[index].source.semantic.name) {
            plans[index] = splatPlan(plans[index], splats)
        }
        // Normals that glTF can't hold get a custom name. In the usual files of splats they are zeros.
        for place in plans.indices
        where plans[place].kind == .normal && plans[place].source.values.components == 3
            && plans[place].change().count > 0
        {
            plans[place] = plan(plans[place], as: .custom)
        }
        guard keepsSplats else { return splats }
        for group in [SplatNames.scales, [SplatNames.opacity], SplatNames.rotations] {
            let places = plans.indices.filter { group.contains(plans[$0].source.semantic.name) }
            guard places.contains(where: { plans[$0].change().count > 0 }) else { continue }
            for place in places {
                plans[place] = plan(plans[place], as: .custom)
                plans[place].hasSplatBeside = true
            }
            splats.raw += group
        }
        return splats
    }

    /// The same attribute, planned as another kind.
    private func plan(_ plan: GLTFAttributePlan, as kind: GLTFAttributePlan.Kind) -> GLTFAttributePlan {
        GLTFAttributePlan(plan.source, kind: kind, path: plan.path, count: plan.rows.count, picks: plan.rows.picks)
    }

    private func splatPlan(_ plan: GLTFAttributePlan, _ splats: SplatPlan) -> GLTFAttributePlan {
        var result = self.plan(plan, as: .splat)
        if let rows = GLTFSplats.rows(
            plan.source.semantic.name, of: splats.attributes, count: plan.rows.count, picks: plan.rows.picks)
        {
            result.rows = rows
        }
        if plan.source.frame.encoding != .linear { result.codec = .encoded }
        return result
    }

    /// Adds the accessors of splats, and colours for programs that don't know splats.
    ///
    /// - Returns: the members of the primitives' attributes.
    mutating func addSplats(
        _ splats: SplatPlan, _ vertices: GLTFVertices, hasColors: Bool
    ) -> [(String, JSONValue)] {
        var members: [(String, JSONValue)] = []
        for (name, names) in GLTFSplats.members(degree: splats.degree) {
            let parts = names.compactMap {
                GLTFSplats.rows($0, of: splats.attributes, count: vertices.count, picks: vertices.picks)
            }
            guard var rows = parts.first else { continue }
            rows.encoding = .joined
            rows.parts = parts
            rows.others = []
            rows.components = parts.count
            members.append((name, buffer.add(rows)))
        }
        for name in splats.raw {
            generate(
                AttributeSemantic(name: name), vertices, "the original numbers are kept next to glTF's splats")
        }
        if !hasColors,
            let rows = GLTFSplats.colors(
                of: splats.attributes, isLinear: splats.isLinear, count: vertices.count, picks: vertices.picks)
        {
            members.append(("COLOR_0", buffer.add(rows)))
            generate(.color(0), vertices, "added for programs that can't show splats: they show coloured points")
        }
        origin.sets[vertices.number, default: GLTFOrigin.SetForm()].splats = GLTFOrigin.SplatForm(
            raw: splats.raw, hasColors: !hasColors)
        return members
    }
}
