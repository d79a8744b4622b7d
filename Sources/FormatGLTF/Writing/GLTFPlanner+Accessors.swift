import MeshBytes
import MeshFormats
import MeshModel

// Adds accessors of attributes, and reports what changes in them.

extension GLTFPlanner {
    /// Reports what a plan changes.
    ///
    /// - Returns: the form that reading back restores.
    mutating func report(_ plan: GLTFAttributePlan, _ vertices: GLTFVertices) -> GLTFOrigin.Form {
        let source = plan.source
        let target = "\(ScenePath.vertexSet(vertices.number))/\(plan.name)"
        let unit = plan.pool == nil ? "vertices" : "values"
        links.attributes.append(Correspondence.AttributeLink(plan.path, target, codec: plan.codec))
        var form = GLTFOrigin.Form(plan)
        let change = change(plan, vertices, weights: plan.pool == nil ? nil : vertices.cornerCounts)
        form.attribute.isRestored = plan.isRestorable(change)
        if plan.name != source.semantic.name {
            // Reading back restores its name.
            let own = ScenePath.vertexAttribute(set: vertices.number, source.semantic)
            let link = Correspondence.AttributeLink(plan.path, own, codec: plan.codec)
            // Other readers find the splat attribute made from it under this name.
            if plan.hasSplatBeside { splatLinks.append(link) } else { links.attributes.append(link) }
        }
        reportForm(plan, plan.path, target, vertices, source.count, unit, form)
        report(change, plan, plan.path, unit: plan.pool == nil ? "vertices" : "corners")
        return form
    }

    /// Reports changes of name, type and components.
    private mutating func reportForm(
        _ plan: GLTFAttributePlan, _ path: String, _ target: String, _ vertices: GLTFVertices, _ count: Int,
        _ unit: String, _ form: GLTFOrigin.Form
    ) {
        let name = plan.source.semantic.plainName
        if plan.name != plan.source.semantic.name, plan.kind == .custom {
            lose(
                .nameChanged, form.isNamed ? .reencoded : .approximated, path, name, 1, "names",
                plan.source.semantic == .normal
                    ? "the normals of the splats have no direction: they become \(plan.name)"
                    : plan.source.semantic.isColor
                        ? "the texture that was painted from them shows them, and would be multiplied with them: it becomes "
                            + plan.name
                        : GLTFSemantic.isOfSkin(plan.source.semantic.name)
                            ? "glTF has joints and weights of skins only, and there is none: it becomes \(plan.name)"
                            : "in glTF names of applications begin with '_': it becomes \(plan.name)")
        }
        if !plan.hasSameForm {
            lose(
                plan.kind == .color ? .colorReencoded : .attributeReencoded,
                form.attribute.isRestored
                    ? .reencoded : plan.rows.type == plan.source.values.type ? .approximated : .narrowed,
                path,
                name, count, unit, cause(plan))
        }
        reportComponents(plan, path, target, vertices, count, unit, form)
    }

    /// Reports what a plan changes in element values, for each primitive of the scene.
    mutating func reportElements(_ plan: GLTFAttributePlan, _ vertices: GLTFVertices) -> GLTFOrigin.Form {
        let target = "\(ScenePath.vertexSet(vertices.number))/\(plan.name)"
        let semantic = plan.source.semantic
        var form = GLTFOrigin.Form(plan)
        let changes = (plan.elements?.places ?? []).map { place, _ in
            change(plan, vertices, weights: cornerCounts(place, vertices.count))
        }
        let isExact = changes.allSatisfy { $0.count == 0 }
        // Inexact values are not restored to elements, and stay as they are in the file.
        form.attribute.isRestored = isExact && changes.allSatisfy(plan.isRestorable)
        form.isNamed = isExact
        for ((place, _), change) in zip(plan.elements?.places ?? [], changes) {
            let path = place.path(semantic)
            links.attributes.append(Correspondence.AttributeLink(path, target, codec: plan.codec))
            reportForm(plan, path, target, vertices, place.primitive.elementCount, "elements", form)
            report(change, plan, path, unit: "corners")
            elementPaths.insert(path)
            guard isExact else { continue }
            // Reading back restores the elements' values in each primitive of the file.
            form.elements += primitives(of: place)
            for primitive in ownPlaces(of: place) {
                links.attributes.append(
                    Correspondence.AttributeLink(
                        path,
                        ScenePath.elementAttribute(mesh: primitive.mesh, primitive: primitive.primitive, semantic),
                        codec: plan.codec))
            }
        }
        let bare = plan.rows.picks?.reduce(0) { $0 + ($1 < 0 ? 1 : 0) } ?? 0
        lose(
            .attributeFilled, isExact ? .reencoded : .generated, target, semantic.plainName, bare, "vertices",
            "in glTF all vertices have a value")
        return form
    }

    /// The number of corners that a primitive of the scene has at each vertex.
    private func cornerCounts(_ place: PrimitivePlace, _ count: Int) -> ContiguousArray<Int32> {
        var counts = ContiguousArray<Int32>(repeating: 0, count: count)
        for run in runs[place.mesh] where run.place.index == place.index {
            for vertex in run.vertices ?? [] { counts[Int(vertex)] += 1 }
        }
        return counts
    }

    /// The primitives of the file that a primitive of the scene becomes.
    private func primitives(of place: PrimitivePlace) -> [GLTFOrigin.Place] {
        let mesh = runs[..<place.mesh].count { !$0.isEmpty }
        return runs[place.mesh].indices.filter { runs[place.mesh][$0].place.index == place.index }.map {
            GLTFOrigin.Place(mesh: mesh, primitive: $0)
        }
    }

    private func cause(_ plan: GLTFAttributePlan) -> String {
        switch plan.kind {
        case .splat where plan.source.frame.encoding != .linear:
            "glTF has sizes and opacities of splats themselves, no logarithms"
        case .custom where plan.hasSplatBeside: "as it was, it stands beside the splats"
        case .color where plan.rows.encoding == .color: "glTF has linear colours: stored as float32"
        case .texCoord where plan.rows.encoding == .flipped: "glTF counts them from the top: stored as float32"
        default: "stored as \(plan.rows.type.name)"
        }
    }

    private mutating func reportComponents(
        _ plan: GLTFAttributePlan, _ path: String, _ target: String, _ vertices: GLTFVertices, _ count: Int,
        _ unit: String, _ form: GLTFOrigin.Form
    ) {
        let width = plan.source.values.components
        let name = plan.source.semantic.plainName
        for component in plan.rows.components..<max(width, plan.rows.components) {
            lose(
                .attributeDropped, .dropped, ScenePath.component(path, component),
                "component \(component) of \(name)", count, unit,
                "glTF has \(plan.rows.components) components of them")
        }
        for component in width..<max(width, plan.rows.components) {
            lose(
                .attributeFilled, form.isNamed ? .reencoded : .generated, ScenePath.component(target, component),
                "component \(component) of \(name)", vertices.count, "vertices",
                "glTF has \(plan.rows.components) components of them")
        }
    }

    /// The difference between the written values and the scene's.
    func change(
        _ plan: GLTFAttributePlan, _ vertices: GLTFVertices, weights: ContiguousArray<Int32>?
    ) -> ValueChange {
        if plan.isExact { return ValueChange() }
        if case .offset(_, let rest) = plan.codec { return change(plan, hasRest: rest != nil) }
        let width = plan.rows.components
        let form = Attribute(plan.source.semantic, .empty(.float32, components: width), frame: plan.frame)
        var walk = ValueChange.Walk(from: plan.source, to: form, codec: plan.codec)
        let picks = plan.rows.picks
        for rows in plan.rows.blocks {
            let source = picks.map { plan.source.values.picked($0[rows]) } ?? plan.source.values.rows(rows)
            let start = rows.lowerBound
            walk.add(source, Column(plan.rows.singles(rows), components: width)) { index in
                if let picks, picks[start + index] < 0 { return 0 }
                return weights?[start + index] ?? 1
            }
        }
        return walk.change
    }

    /// The difference between re-centred positions and the scene's.
    private func change(_ plan: GLTFAttributePlan, hasRest: Bool) -> ValueChange {
        var rest = plan.rows
        rest.encoding = .rest
        let form = Attribute(.position, .empty(.float64, components: 3), frame: plan.source.frame)
        var walk = ValueChange.Walk(from: plan.source, to: form, codec: .identity)
        for rows in plan.rows.blocks {
            var places = ContiguousArray(plan.rows.singles(rows).map { Double($0) })
            if hasRest { for (index, value) in rest.singles(rows).enumerated() { places[index] += Double(value) } }
            for index in places.indices { places[index] += plan.rows.offset[index % 3] }
            walk.add(plan.rows.source(rows), Column(places, components: 3))
        }
        return walk.change
    }

    private mutating func report(
        _ change: ValueChange, _ plan: GLTFAttributePlan, _ path: String, unit: String
    ) {
        guard change.count > 0 else { return }
        var code = Loss.Code.attributeNarrowed
        var severity = Loss.Severity.narrowed
        var cause = "glTF has float32"
        switch plan.rows.encoding {
        case .unit where change.largestError > 0x1p-20:
            (code, severity, cause) = (.valueNormalized, .approximated, "in glTF normals have a length of 1")
        case .turn: (code, severity, cause) = (.valueNormalized, .approximated, "in glTF rotations have a length of 1")
        case .splatScale, .splatOpacity:
            (code, severity) = (.attributeNarrowed, .narrowed)
            cause = "glTF has sizes and opacities themselves, as float32"
        case .color where change.largestError > 0x1p-20:
            (code, severity, cause) = (.valueClamped, .approximated, "in glTF colours are from 0 to 1")
        default:
            if !change.largestError.isFinite || plan.source.values.type == .float32 {
                (code, severity, cause) = (.valueClamped, .approximated, "glTF has numbers that are finite")
            }
        }
        if change.isRounding { (code, severity, cause) = (.precisionReduced, .rounded, "glTF has float32") }
        lose(
            code, severity, path, plan.source.semantic.plainName, change.count, unit, error: change.largestError,
            cause,
            remedy: plan.kind == .splat && plan.isShape
                ? .option("splat-raw", "true") : severity == .narrowed ? .ending("ply") : Self.remedy(plan, change))
    }

    /// The remedy for rounded positions; nil: none.
    private static func remedy(_ plan: GLTFAttributePlan, _ change: ValueChange) -> Remedy? {
        guard plan.kind == .position, plan.source.values.type == .float64, change.isRounding,
            plan.rows.encoding == .single
        else { return nil }
        // `position-low` is suggested only for re-centred positions.
        guard case .offset(_, let rest) = plan.codec else { return .ending("ply") }
        return rest == nil ? .option("position-low", "true") : nil
    }

    // MARK: Accessors

    /// Adds the accessor of the remainders of positions and returns its index.
    mutating func addRest(_ rows: GLTFPackedRows, _ vertices: GLTFVertices) -> Int {
        let semantic = AttributeSemantic(name: Self.restName)
        lose(
            .attributeFilled, .reencoded, ScenePath.vertexAttribute(set: vertices.number, semantic),
            semantic.plainName, vertices.count, "vertices", "what float32 leaves of positions, as asked for")
        let view = layout.buffer.add(
            .rows(rows), byteCount: rows.count * rows.stride, target: 34962)
        return layout.buffer.add(accessor: Self.accessor(.float32, 3, count: rows.count, view: view))
    }

    /// Adds the accessor of an attribute and returns its index.
    mutating func addAccessor(_ plan: GLTFAttributePlan) -> Int {
        let rows = plan.rows
        let isPadded = rows.stride != rows.rowByteCount
        let view = layout.buffer.add(
            .rows(rows), byteCount: rows.count * rows.stride, stride: isPadded ? rows.stride : nil, target: 34962)
        var members = Self.accessor(rows.type, rows.components, count: rows.count, view: view)
        if plan.isNormalized { members.append(("normalized", true)) }
        if plan.kind == .position, let bounds = Self.bounds(rows) {
            members.append(("min", .array(bounds.least.map { .number(Double($0)) })))
            members.append(("max", .array(bounds.most.map { .number(Double($0)) })))
        }
        return layout.buffer.add(accessor: members)
    }

    static func accessor(
        _ type: ScalarType, _ components: Int, count: Int, view: Int?
    ) -> [(String, JSONValue)] {
        var members: [(String, JSONValue)] = []
        if let view { members.append(("bufferView", .int(view))) }
        members.append(("componentType", .int(GLTFComponents.number(type) ?? 5126)))
        members.append(("count", .int(count)))
        members.append(("type", .string(GLTFComponents.name(components) ?? "SCALAR")))
        return members
    }

    /// Adds zeros for an attribute that glTF requires and the scene lacks. Returns the accessor, which has no bytes.
    mutating func addZeros(_ name: String, _ components: Int, _ vertices: GLTFVertices, _ cause: String) -> Int {
        let semantic = AttributeSemantic(name: name)
        lose(
            .attributeFilled, .reencoded, ScenePath.vertexAttribute(set: vertices.number, semantic),
            semantic.plainName, vertices.count, "vertices", cause)
        origin.sets[vertices.number, default: GLTFOrigin.SetForm()].generated.append(name)
        var members = Self.accessor(.float32, components, count: vertices.count, view: nil)
        if semantic == .position {
            members.append(("min", [0, 0, 0]))
            members.append(("max", [0, 0, 0]))
        }
        return layout.buffer.add(accessor: members)
    }

    /// The smallest and largest value of each component in the file.
    private static func bounds(_ rows: GLTFPackedRows) -> (least: [Float], most: [Float])? {
        guard rows.count > 0, rows.components == 3 else { return nil }
        var least: [Float] = [.infinity, .infinity, .infinity]
        var most: [Float] = [-.infinity, -.infinity, -.infinity]
        func add(_ values: ContiguousArray<Float>) {
            var low = (least[0], least[1], least[2])
            var high = (most[0], most[1], most[2])
            var index = 0
            while index + 2 < values.count {
                let (x, y, z) = (values[index], values[index + 1], values[index + 2])
                // NaN is ignored.
                low.0 = x < low.0 ? x : low.0
                low.1 = y < low.1 ? y : low.1
                low.2 = z < low.2 ? z : low.2
                high.0 = x >= high.0 ? x : high.0
                high.1 = y >= high.1 ? y : high.1
                high.2 = z >= high.2 ? z : high.2
                index += 3
            }
            (least, most) = ([low.0, low.1, low.2], [high.0, high.1, high.2])
        }
        var buffer = ContiguousArray<Float>()
        for block in rows.blocks {
            if rows.encoding == .same, rows.picks == nil {
                rows.attribute.values.read(block, into: &buffer)
                add(buffer)
            } else {
                add(rows.singles(block))
            }
        }
        return (least, most)
    }
}

extension GLTFAttributePlan {
    /// Whether there are integers beyond 2⁵³, which a float can't represent exactly.
    private var hasWideNumbers: Bool {
        guard source.values.type == .int64 || source.values.type == .uint64 else { return false }
        return source.values.integers().contains { $0.magnitude > 1 << 53 }
    }

    /// Whether reading back can restore the attribute's form in the scene.
    func isRestorable(_ change: ValueChange) -> Bool {
        let type = source.values.type
        if type == .float16 || hasWideNumbers { return false }
        switch rows.encoding {
        case .same, .color, .flipped: return true
        case .splatScale, .splatOpacity, .turn: return change.count == 0
        case .joined, .splatColor: return false
        case .single, .unit, .rest:
            return change.count == 0 || type == .float32 || (type == .float64 && !source.normalized)
        }
    }
}
