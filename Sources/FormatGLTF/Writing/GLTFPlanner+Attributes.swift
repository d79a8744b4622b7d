import MeshBytes
import MeshFormats
import MeshModel

// Plans the vertex attributes of a set: names, forms and losses.

extension GLTFPlanner {
    /// Plans the attributes of a set and adds their accessors.
    mutating func planAttributes(_ set: Int) {
        let vertexSet = scene.vertexSets[set]
        guard let vertices = sets[set] else {
            dropAttributes(set)
            return
        }
        var plans: [GLTFAttributePlan] = []
        for attribute in vertexSet.attributes {
            let path = ScenePath.vertexAttribute(set: set, attribute.semantic)
            guard let kind = kind(of: attribute, in: set) else {
                lose(
                    .attributeDropped, .dropped, path, attribute.semantic.plainName, attribute.count, "vertices",
                    attribute.offsets != nil ? "glTF has no lists of values" : "glTF has rows of up to 4 values",
                    remedy: attribute.offsets != nil ? .ending("ply") : nil)
                continue
            }
            var plan = GLTFAttributePlan(attribute, kind: kind, path: path, pool: nil, count: vertices.count)
            plan.rows.picks = vertices.rows
            plan.rows.picking = set + 1
            plans.append(plan)
        }
        let splats = planSplats(set, vertices, &plans)
        plans += poolPlans(set, vertices) + elementPlans(set, vertices)
        name(&plans, in: vertexSet)
        var members: [(String, JSONValue)] = []
        var forms: [GLTFOrigin.Form] = []
        var rest: GLTFPackedRows?
        if !plans.contains(where: { $0.kind == .position }) {
            members.append(
                ("POSITION", .int(addZeros("POSITION", 3, vertices, "in glTF all vertices have positions"))))
        }
        for index in plans.indices {
            settle(&plans[index], vertices)
            if plans[index].kind == .position {
                plans[index].rows.offset = recentering.offsets[set]
                rest = restRows(plans[index], in: vertexSet)
                if recentering.offsets[set] != .zero || rest != nil {
                    plans[index].codec = .offset(
                        recentering.offsets[set], rest: rest.map { _ in AttributeSemantic(name: Self.restName) })
                }
            }
            if plans[index].rows.encoding == .unit {
                plans[index].rows.faceNormals = faceNormals(plans[index], vertices)
            }
            forms.append(
                plans[index].elements == nil ? report(plans[index], vertices) : reportElements(plans[index], vertices))
            if plans[index].kind != .splat { members.append((plans[index].name, .int(addAccessor(plans[index])))) }
        }
        if let splats { members += addSplats(splats, set, vertices, hasColors: plans.contains { $0.kind == .color }) }
        origin.add(recentering.offsets[set], hasRest: rest != nil, set: vertices.number)
        if let rest { members.append((Self.restName, .int(addRest(rest, vertices)))) }
        let texCoordCount = plans.count { $0.kind == .texCoord }
        let asked = runs(over: set).map(\.material)
        for number in texCoordCount..<max(asked.map(self.texCoordCount).max() ?? 0, texCoordCount) {
            members.append(
                (
                    "TEXCOORD_\(number)",
                    .int(addZeros("TEXCOORD_\(number)", 2, vertices, "in glTF what has a texture has its coordinates"))
                ))
        }
        attributeMembers[set] = members
        // A set that reads back unchanged needs no record.
        let read = GLTFAttributes.sorted(members.enumerated().map { ($0.element.0, $0.offset) }).map(\.name)
        let isPlain =
            plans.allSatisfy { plan in
                plan.hasSameForm && plan.name == plan.source.semantic.name && plan.elements == nil
                    && plan.source.values.components >= plan.rows.components
            } && read == forms.map(\.attribute.name) && splats == nil
        origin.add(forms, set: vertices.number, isPlain: isPlain)
    }

    private mutating func dropAttributes(_ set: Int) {
        let vertexSet = scene.vertexSets[set]
        for attribute in vertexSet.attributes {
            lose(
                .attributeDropped, .dropped, ScenePath.vertexAttribute(set: set, attribute.semantic),
                attribute.semantic.plainName, attribute.count, "vertices", "no element uses the vertices")
        }
        for (pool, attribute) in vertexSet.pools.enumerated() { dropPool(set, pool, attribute, "no corner uses them") }
    }

    private mutating func dropPool(_ set: Int, _ pool: Int, _ attribute: Attribute, _ cause: String) {
        lose(
            .attributeDropped, .dropped, ScenePath.pool(set: set, pool), attribute.semantic.plainName, attribute.count,
            "values", cause, remedy: .ending("obj"))
    }

    private mutating func poolPlans(_ set: Int, _ vertices: GLTFVertices) -> [GLTFAttributePlan] {
        let vertexSet = scene.vertexSets[set]
        var plans: [GLTFAttributePlan] = []
        for (pool, attribute) in vertexSet.pools.enumerated() {
            guard let index = vertices.pools.firstIndex(of: pool), let kind = kind(of: attribute, in: set)
            else {
                dropPool(set, pool, attribute, "no corner uses them, or vertices have values of that meaning")
                continue
            }
            let path = ScenePath.pool(set: set, pool)
            var plan = GLTFAttributePlan(attribute, kind: kind, path: path, pool: index, count: vertices.count)
            plan.rows.picks = vertices.poolRows[index]
            plan.rows.picking = -1 - index - set * 64
            plans.append(plan)
            lose(
                .attributeFilled, .generated, path, attribute.semantic.plainName,
                vertices.poolRows[index].reduce(0) { $0 + ($1 < 0 ? 1 : 0) }, "vertices",
                "in glTF all vertices have a value")
            lose(
                .valuesUnreferenced, .dropped, path, attribute.semantic.plainName,
                attribute.count - usedCount(set, pool), "values", "no corner uses them", remedy: .ending("obj"))
        }
        return plans
    }

    private func elementPlans(_ set: Int, _ vertices: GLTFVertices) -> [GLTFAttributePlan] {
        vertices.elementPools.enumerated().compactMap { index, pool in
            let row = vertices.pools.count + index
            guard let kind = kind(of: pool.attribute, in: set), let first = pool.places.first else {
                return nil
            }
            var plan = GLTFAttributePlan(
                pool.attribute, kind: kind, path: first.place.path(pool.attribute.semantic), pool: row,
                count: vertices.count)
            plan.rows.picks = vertices.poolRows[row]
            plan.rows.picking = -1 - row - set * 64
            plan.elements = pool
            return plan
        }
    }

    /// The number of rows of a pool that corners use, whether or not their elements are written.
    private func usedCount(_ set: Int, _ pool: Int) -> Int {
        var isUsed = ContiguousArray(repeating: false, count: scene.vertexSets[set].pools[pool].count)
        var rows = ContiguousArray<Int64>()
        for primitive in primitivesOfSets[set] ?? [] where primitive.elementCount > 0 {
            guard let use = primitive.cornerAttributes.first(where: { $0.pool == pool }) else { continue }
            var walk = ElementWalk(primitive)
            while let block = walk.next() {
                use.readRows(of: block.corners, into: &rows)
                for row in rows where row >= 0 && row < isUsed.count { isUsed[Int(row)] = true }
            }
        }
        return isUsed.reduce(0) { $0 + ($1 ? 1 : 0) }
    }

    // MARK: Meaning

    private func kind(of attribute: Attribute, in set: Int) -> GLTFAttributePlan.Kind? {
        let width = attribute.values.components
        let type = attribute.values.type
        guard attribute.offsets == nil, width > 0 else { return nil }
        let name = attribute.semantic.name
        if attribute.semantic == .position { return .position }
        if attribute.semantic == .normal, width >= 3 { return .normal }
        if attribute.semantic.isTexCoord, GLTFSemantic.number(name, "TEXCOORD_") != nil { return .texCoord }
        guard GLTFComponents.name(width) != nil else { return nil }
        if attribute.semantic.isColor, GLTFSemantic.number(name, "COLOR_") != nil, width >= 3,
            attribute.normalized || !type.isInteger
        {
            // Colours are multiplied with textures. If a texture was painted from them, they get a custom name instead.
            return paintedSets.contains(set) ? .custom : .color
        }
        if name == "TANGENT", width == 4, !type.isInteger, Self.areTangents(attribute.values) { return .tangent }
        // This includes joints and weights: a scene has no skins, and without one glTF can't use them.
        return .custom
    }

    /// Whether all rows are unit vectors with a sign of ±1.
    private static func areTangents(_ column: Column) -> Bool {
        var buffer = ContiguousArray<Double>()
        for rows in column.blocks {
            column.read(rows, into: &buffer)
            for index in stride(from: 0, to: buffer.count, by: 4) {
                let vector = SIMD3(buffer[index], buffer[index + 1], buffer[index + 2])
                guard abs(buffer[index + 3]) == 1, GLTFPackedRows.isUnit(vector) else { return false }
            }
        }
        return true
    }

    // MARK: Names

    private func name(_ plans: inout [GLTFAttributePlan], in set: VertexSet) {
        for (kind, prefix) in [(GLTFAttributePlan.Kind.texCoord, "TEXCOORD_"), (.color, "COLOR_")] {
            let own = plans.indices.filter { plans[$0].kind == kind }.sorted {
                let (a, b) = (plans[$0].source.semantic.name, plans[$1].source.semantic.name)
                return (GLTFSemantic.number(a, prefix) ?? 0, $0) < (GLTFSemantic.number(b, prefix) ?? 0, $1)
            }
            // In glTF these numbers have no gaps.
            for (number, index) in own.enumerated() { plans[index].name = "\(prefix)\(number)" }
        }
        var used = Set(set.attributes.map(\.semantic.name) + plans.map(\.name))
        for index in plans.indices where plans[index].name.isEmpty {
            let own = plans[index].source.semantic.name
            guard plans[index].kind == .custom else {
                plans[index].name = own
                continue
            }
            var name = GLTFSemantic.custom(own)
            if name != own {
                while used.contains(name) { name += "_" }
            }
            used.insert(name)
            plans[index].name = name
        }
    }

    // MARK: Values

    /// Decides how the values are written, depending on the values themselves.
    private func settle(_ plan: inout GLTFAttributePlan, _ vertices: GLTFVertices) {
        let column = plan.source.values
        guard column.type == .float32, !plan.source.normalized else { return }
        switch plan.rows.encoding {
        case .single where column.components >= plan.rows.components:
            if plan.kind == .position || column.nonFiniteRows().count == 0, plan.kind != .color || isInside(column) {
                plan.keep()
            }
        case .unit where plan.rows.picks?.contains(where: { $0 < 0 }) != true && Self.areUnits(column): plan.keep()
        default: break
        }
    }

    private func isInside(_ column: Column) -> Bool { content.facts(of: column).rowsOutsideUnit == 0 }

    private static func areUnits(_ column: Column) -> Bool {
        var buffer = ContiguousArray<Float>()
        let width = column.components
        for rows in column.blocks {
            column.read(rows, into: &buffer)
            var index = 0
            while index < buffer.count {
                let (x, y, z) = (buffer[index], buffer[index + 1], buffer[index + 2])
                // A squared length of 1 ± 0.008 implies a length of 1 ± 0.005.
                let square = x * x + y * y + z * z
                guard abs(square - 1) <= 0.008 else { return false }
                index += width
            }
        }
        return true
    }
}
