import MeshBytes
import MeshFormats
import MeshModel

// Plans splats, the original attributes that are kept with them, and colours for programs that don't know splats.

extension GLTFPlanner {
    /// How the splats of a set are written.
    struct SplatPlan {
        var degree: Int
        /// The scene's attributes by name.
        var attributes: [String: Attribute]
        /// The names of the attributes that are also written unchanged.
        var raw: [String] = []
    }

    /// Decides whether vertices are written as splats, and which of their attributes are also written unchanged.
    func planSplats(
        _ set: Int, _ vertices: GLTFVertices, _ plans: inout [GLTFAttributePlan]
    ) -> SplatPlan? {
        guard let degree = scene.vertexSets[set].splatDegree else { return nil }
        let own = runs.joined().filter { $0.place.primitive.vertexSet == set }
        guard !own.isEmpty, own.allSatisfy({ $0.mode == 0 }) else { return nil }
        var splats = SplatPlan(degree: degree, attributes: [:])
        let names = Set(SplatNames.all(degree: degree))
        for attribute in scene.vertexSets[set].attributes where names.contains(attribute.semantic.name) {
            splats.attributes[attribute.semantic.name] = attribute
        }
        for index in plans.indices where names.contains(plans[index].source.semantic.name) {
            plans[index] = splatPlan(plans[index], splats, vertices)
        }
        keepNormals(&plans, set, vertices)
        guard keepsSplats else { return splats }
        for group in [SplatNames.scales, [SplatNames.opacity], SplatNames.rotations] {
            let places = plans.indices.filter { group.contains(plans[$0].source.semantic.name) }
            guard places.contains(where: { change(plans[$0], vertices, weights: nil).count > 0 }) else { continue }
            for place in places {
                plans[place] = ownNumbers(plans[place], set, vertices)
                plans[place].hasSplatBeside = true
            }
            splats.raw += group
        }
        return splats
    }

    /// Keeps normals that glTF can't hold under a custom name. In the usual files of splats they are zeros.
    private func keepNormals(_ plans: inout [GLTFAttributePlan], _ set: Int, _ vertices: GLTFVertices) {
        for place in plans.indices
        where plans[place].kind == .normal && plans[place].source.values.components == 3
            && change(plans[place], vertices, weights: nil).count > 0
        {
            plans[place] = ownNumbers(plans[place], set, vertices)
        }
    }

    /// A plan that writes an attribute unchanged under a custom name.
    private func ownNumbers(
        _ plan: GLTFAttributePlan, _ set: Int, _ vertices: GLTFVertices
    ) -> GLTFAttributePlan {
        var result = GLTFAttributePlan(plan.source, kind: .custom, path: plan.path, pool: nil, count: vertices.count)
        result.rows.picks = vertices.rows
        result.rows.picking = set + 1
        return result
    }

    private func splatPlan(
        _ plan: GLTFAttributePlan, _ splats: SplatPlan, _ vertices: GLTFVertices
    ) -> GLTFAttributePlan {
        let name = plan.source.semantic.name
        var result = GLTFAttributePlan(plan.source, kind: .splat, path: plan.path, pool: nil, count: vertices.count)
        if let rows = GLTFSplats.rows(name, of: splats.attributes, count: vertices.count) { result.rows = rows }
        result.rows.picks = plan.rows.picks
        result.rows.picking = plan.rows.picking
        if plan.source.frame.encoding != .linear { result.codec = .encoded }
        return result
    }

    /// Adds the accessors of splats, and colours for programs that don't know splats.
    ///
    /// - Returns: the members of the primitives' attributes.
    mutating func addSplats(
        _ splats: SplatPlan, _ set: Int, _ vertices: GLTFVertices, hasColors: Bool
    ) -> [(String, JSONValue)] {
        let isLinear = GLTFSplats.isLinear(scene.vertexSets[set])
        splatSets[set] = isLinear
        var members: [(String, JSONValue)] = []
        func add(_ name: String, _ rows: GLTFPackedRows) {
            let view = layout.buffer.add(.rows(rows), byteCount: rows.count * rows.stride, target: 34962)
            let accessor = Self.accessor(.float32, rows.components, count: rows.count, view: view)
            members.append((name, .int(layout.buffer.add(accessor: accessor))))
        }
        func picked(_ rows: GLTFPackedRows) -> GLTFPackedRows {
            var rows = rows
            rows.picks = vertices.rows
            rows.picking = set + 1
            return rows
        }
        for (name, names) in GLTFSplats.members(degree: splats.degree) {
            let parts = names.compactMap {
                GLTFSplats.rows($0, of: splats.attributes, count: vertices.count).map(picked)
            }
            guard var rows = parts.first else { continue }
            rows.encoding = .joined
            rows.parts = parts
            rows.others = []
            rows.components = parts.count
            add(name, rows)
        }
        for name in splats.raw {
            generate(
                AttributeSemantic(name: name), vertices, "glTF has splats in another form: as it was stands beside")
        }
        if !hasColors,
            let rows = GLTFSplats.colors(of: splats.attributes, isLinear: isLinear, count: vertices.count)
        {
            add("COLOR_0", picked(rows))
            generate(.color(0), vertices, "programs that know no splats show points of these colours")
        }
        origin.sets[vertices.number, default: GLTFOrigin.SetForm()].splats = GLTFOrigin.SplatForm(
            raw: splats.raw, hasColors: !hasColors)
        return members
    }

    private mutating func generate(_ semantic: AttributeSemantic, _ vertices: GLTFVertices, _ cause: String) {
        lose(
            .attributeFilled, .reencoded, ScenePath.vertexAttribute(set: vertices.number, semantic),
            semantic.plainName, vertices.count, "vertices", cause)
    }
}
