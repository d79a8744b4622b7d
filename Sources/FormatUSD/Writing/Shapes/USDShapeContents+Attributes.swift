import MeshFormats
import MeshModel

// The attributes of a shape: names, forms and losses.

extension USDShapeContents {
    /// The attributes of a shape, in writing order.
    mutating func attributePlans(_ shape: USDPlannedShape, _ draft: USDDraft) -> [USDAttributePlan] {
        let set = draft.scene.vertexSets[shape.set]
        var plans: [USDAttributePlan] = []
        var isTaken: Set<USDAttributePlan.Kind> = []
        func kind(_ attribute: Attribute, _ domain: USDAttributePlan.Domain) -> USDAttributePlan.Kind {
            let kind = USDAttributePlan.kind(of: attribute, domain)
            // A prim has only one of each. Others keep their name.
            guard kind == .normal || kind == .color, !isTaken.insert(kind).inserted else { return kind }
            return kind == .color ? .otherColor : .custom
        }
        // Corner values take precedence over vertex values.
        var corners: [(Attribute, USDAttributePlan.Domain, USDAttributePlan.Kind)] = []
        for use in shape.place.primitive.cornerAttributes where shape.kind == .mesh {
            let pool = set.pools[use.pool]
            guard pool.offsets == nil, !corners.contains(where: { $0.1 == .corner(use.pool) }) else { continue }
            corners.append((pool, .corner(use.pool), kind(pool, .corner(use.pool))))
        }
        let sets = tree.rigs.skinned.contains(shape.place.mesh) ? set.jointSets : []
        let targetCount = draft.scene.meshes[shape.place.mesh].targets.count
        for attribute in set.attributes where attribute.offsets == nil {
            var own = USDAttributePlan.Motion(attribute, jointSets: sets, targetCount: targetCount)
            if own == .unwritten { continue }
            if own == .none { own = .some(kind(attribute, .vertex), attribute.semantic) }
            guard case .some(let kind, let semantic) = own else { continue }
            var plan = USDAttributePlan(
                attribute, kind: kind, domain: .vertex,
                path: ScenePath.vertexAttribute(set: shape.set, attribute.semantic), rows: points.rows[shape.number])
            plan.semantic = semantic
            plan.recenter(by: recentering.offsets[shape.set])
            plans.append(plan)
        }
        for (pool, domain, kind) in corners {
            guard case .corner(let number) = domain else { continue }
            plans.append(
                USDAttributePlan(
                    pool, kind: kind, domain: domain, path: ScenePath.pool(set: shape.set, number),
                    rows: poolRows(shape, number, pool.count)))
        }
        for attribute in shape.place.primitive.elementAttributes where attribute.offsets == nil {
            if shape.isCloud, plans.contains(where: { $0.semantic == attribute.semantic }) { continue }
            let domain = shape.isCloud ? USDAttributePlan.Domain.vertex : .uniform
            plans.append(
                USDAttributePlan(
                    attribute, kind: kind(attribute, domain), domain: domain,
                    path: shape.place.path(attribute.semantic), rows: shape.elements))
        }
        // Only the texture shows the colours.
        if draft.options.colors == .texture, draft.paintedPool(shape) != nil { plans.removeAll { $0.kind == .color } }
        plans.removeAll { $0.kind == .color && materials.unseenColors.contains($0.path) }
        if shape.kind == .splats { planSplats(&plans, shape, draft) }
        name(&plans, shape, draft)
        return plans
    }

    // MARK: Names

    private func name(_ plans: inout [USDAttributePlan], _ shape: USDPlannedShape, _ draft: USDDraft) {
        func number(_ plan: USDAttributePlan) -> Int {
            Int(plan.attribute.semantic.name.dropFirst("TEXCOORD_".count)) ?? Int.max
        }
        let coordinates = plans.indices.filter { plans[$0].kind == .texCoord }.inOrder {
            (number(plans[$0]), $0) < (number(plans[$1]), $1)
        }
        var names = DistinctNames(taken: ["normals", "displayColor", "displayOpacity"])
        for index in coordinates {
            let number = number(plans[index])
            plans[index].name = names.underscored(number == 0 ? "st" : number == Int.max ? "uv" : "st\(number)")
        }
        let numbers = USDSceneBuilder.coordinateNumbers(
            coordinates.map { plans[$0].name }, materials: materials.boundMaterials(shape, draft),
            asked: materials.coordinateNames)
        for index in coordinates { plans[index].semantic = .texCoord(numbers[plans[index].name] ?? 0) }
        for index in plans.indices {
            switch plans[index].kind {
            case .position: plans[index].name = "points"
            case .normal: plans[index].name = "normals"
            case .color: plans[index].name = "displayColor"
            case .texCoord: break
            case .joints: plans[index].name = "skel:jointIndices"
            case .weights: plans[index].name = "skel:jointWeights"
            case .target: plans[index].name = "offsets"
            case .splat: break
            case .otherColor, .custom:
                var name = USDNames.primvar(plans[index].attribute.semantic.name)
                if plans[index].beside != nil { name = USDSplats.original + name }
                // A reader would number any name in the form of texture coordinates.
                if AttributeSemantic(name: name).isTexCoord { name = "_" + name }
                // Another attribute made valid must not look like a value of splats.
                if SplatNames.isName(name), name != plans[index].attribute.semantic.name { name = "_" + name }
                plans[index].name = name
            }
        }
        // Names that stay as they are come first: another one, made valid, may be the same.
        let custom = plans.indices.filter { plans[$0].kind == .otherColor || plans[$0].kind == .custom }
        func stays(_ index: Int) -> Bool { plans[index].name == plans[index].attribute.semantic.name }
        for index in custom.filter(stays) + custom.filter({ !stays($0) }) {
            let name = names.underscored(plans[index].name)
            plans[index].name = name
            plans[index].semantic = AttributeSemantic(name: name)
        }
        let places = plans.indices.inOrder {
            let (a, b) = (plans[$0], plans[$1])
            if a.kind != b.kind { return a.kind.rawValue < b.kind.rawValue }
            return a.kind == .texCoord ? (number(a), $0) < (number(b), $1) : $0 < $1
        }
        plans = places.map { plans[$0] }
    }

    // MARK: Pools

    /// The row of each corner, −1 for none. Returns nil if the primitive doesn't use the pool.
    func cornerRows(_ primitive: Primitive, _ pool: Int) -> ContiguousArray<Int32>? {
        guard let use = primitive.cornerAttributes.first(where: { $0.pool == pool }) else { return nil }
        guard let indices = use.indices else {
            return ContiguousArray((0..<primitive.cornerCount).lazy.map { Int32(clamping: $0) })
        }
        var buffer = ContiguousArray<Int32>()
        indices.flatRows(0..<primitive.cornerCount, into: &buffer)
        return buffer
    }

    /// The number of corners that have no row of a pool.
    func bareCornerCount(_ primitive: Primitive, _ pool: Int) -> Int {
        guard let indices = primitive.cornerAttributes.first(where: { $0.pool == pool })?.indices else { return 0 }
        var count = 0
        for (_, rows) in indices.blocks(of: Int32.self) { count += rows.count { $0 < 0 } }
        return count
    }

    /// The rows of a pool that a shape uses, or nil for all if no other shape uses the pool.
    private mutating func poolRows(
        _ shape: USDPlannedShape, _ pool: Int, _ count: Int
    ) -> ContiguousArray<Int32>? {
        let key = USDListKey(set: shape.set, pool: pool)
        guard poolUsers[key, default: 0] > 1, let rows = cornerRows(shape.place.primitive, pool) else { return nil }
        return numbers[key, default: USDRowNumbers(count: count)].distinct(rows)
    }

    /// The number of rows of a pool that corners of these primitives use.
    func usedRowCount(_ primitives: [Primitive], _ pool: Int, _ count: Int) -> Int {
        var isUsed = ContiguousArray(repeating: false, count: count)
        for primitive in primitives {
            guard let use = primitive.cornerAttributes.first(where: { $0.pool == pool }) else { continue }
            guard let indices = use.indices else {
                for row in 0..<min(primitive.cornerCount, count) { isUsed[row] = true }
                continue
            }
            for (_, rows) in indices.blocks(of: Int32.self) {
                for row in rows where row >= 0 && Int(row) < count { isUsed[Int(row)] = true }
            }
        }
        return isUsed.count { $0 }
    }

    /// The row of the written pool at each corner, and whether some have none. nil means that corner `c` has row `c`.
    mutating func cornerIndices(_ shape: USDPlannedShape, _ plan: USDAttributePlan) -> (indices: Column?, hasBare: Bool)
    {
        guard case .corner(let pool) = plan.domain,
            let use = shape.place.primitive.cornerAttributes.first(where: { $0.pool == pool })
        else { return (nil, false) }
        if use.indices == nil, plan.rows == nil, plan.values.count == shape.cornerCount { return (nil, false) }
        guard let rows = cornerRows(shape.place.primitive, pool) else { return (nil, false) }
        let hasBare = rows.contains { $0 < 0 }
        if let own = use.indices, plan.rows == nil, !hasBare, own.type == .int32, let flat = own.flattened {
            return (flat, false)
        }
        // Corners without a value use the row after the last one, which means no value.
        let bare = Int32(clamping: plan.values.count)
        guard let written = plan.rows else {
            return (Column(ContiguousArray(rows.map { $0 < 0 ? bare : $0 })), hasBare)
        }
        let key = USDListKey(set: shape.set, pool: pool)
        let places = numbers[key, default: USDRowNumbers(count: plan.attribute.count)]
            .places(of: rows, in: written, other: bare)
        return (Column(places), hasBare)
    }

    // MARK: Losses

    /// Reports the changes of an attribute, and links it to its source.
    mutating func report(
        _ plan: USDAttributePlan, _ shape: USDPlannedShape, target: String, pool: Int?, _ draft: inout USDDraft
    ) {
        draft.links.attributes.append(Correspondence.AttributeLink(plan.path, target, codec: plan.codec))
        let name = plan.attribute.semantic.plainName
        let change = change(plan, shape)
        var form = USDOrigin.Form(plan, shape, pool: pool)
        form.attribute.isRestored = plan.isRestorable(change)
        let unit = plan.domain == .uniform ? "elements" : plan.domain == .vertex ? "vertices" : "values"
        if plan.semantic != plan.attribute.semantic, plan.semantic.isCustom || plan.attribute.semantic.isCustom,
            told.insert("names \(plan.path)").inserted
        {
            draft.lose(
                .nameChanged, .reencoded, plan.path, name, 1, "names",
                "stored as \(plan.name)")
        }
        if !plan.hasSameForm, told.insert("type \(plan.path)").inserted {
            draft.lose(
                plan.isColor ? .colorReencoded : .attributeReencoded,
                form.attribute.isRestored
                    ? .reencoded : plan.values.type == plan.attribute.values.type ? .approximated : .narrowed,
                plan.path, name, plan.attribute.count, unit, cause(plan))
        }
        let width = plan.attribute.values.components
        for component in plan.values.components..<max(width, plan.values.components) {
            guard told.insert("component \(component) \(plan.path)").inserted else { continue }
            draft.lose(
                .attributeDropped, .dropped, ScenePath.component(plan.path, component),
                "component \(component) of \(name)", plan.attribute.count, unit,
                "USD stores exactly \(plan.values.components) components here")
        }
        for component in width..<max(width, plan.values.components) {
            draft.lose(
                .attributeFilled, .reencoded, ScenePath.component(target, component),
                "component \(component) of \(name)", plan.values.count, unit,
                "USD stores exactly \(plan.values.components) components here")
        }
        if plan.codec == .flippedV, change.count > 0, !draft.options.omitsOrigin, !plan.source.normalized {
            form.residuals = draft.origin.addResiduals(of: plan.source.values, flipped: plan.values)
        }
        report(change, plan, isRestored: form.residuals != nil, &draft)
        note(plan, shape, isRestored: form.residuals != nil)
        if plan.needsRecord { draft.origin.forms.append(form) }
    }

    /// Keeps facts about pools that are reported after all shapes are written.
    ///
    /// - Parameter isRestored: whether the record has what the file's values are missing.
    private mutating func note(_ plan: USDAttributePlan, _ shape: USDPlannedShape, isRestored: Bool) {
        guard case .corner(let pool) = plan.domain else { return }
        poolRowCounts[plan.path, default: 0] +=
            plan.rows?.count ?? usedRowCount([shape.place.primitive], pool, plan.attribute.count)
        // Rows that no corner uses are judged like the others.
        var isExact = true
        if !plan.isExact, plan.rows == nil {
            let change = ValueChange(
                from: plan.attribute, to: plan.target, plan.codec, largest: largest[plan.path])
            largest[plan.path] = change.largest
            isExact = change.count == 0 || plan.codec == .flippedV && change.isRounding
        }
        guard isExact || isRestored, poolUsers[USDListKey(set: shape.set, pool: pool), default: 0] == 1 else { return }
        if isExact { exactPools.insert(plan.path) } else { restoredPools.insert(plan.path) }
    }

    private func cause(_ plan: USDAttributePlan) -> String {
        switch plan.kind {
        case .color, .otherColor: "stored as linear 32-bit floats, as USD needs; they look the same"
        case .texCoord where plan.codec == .flippedV: "flipped as USD needs, in 32-bit floats; the picture is the same"
        case .splat where plan.codec == .encoded: "stored as plain sizes and opacities, as USD needs"
        case .custom where plan.beside != nil: "the original numbers are kept next to USD's splats"
        default: "stored as \(plan.form.name)"
        }
    }

    /// The change from the scene's values to the written ones, weighted by the number of uses.
    mutating func change(_ plan: USDAttributePlan, _ shape: USDPlannedShape) -> ValueChange {
        if plan.isExact { return ValueChange() }
        var weights: ContiguousArray<Int32>?
        if case .corner = plan.domain, let indices = cornerIndices(shape, plan).indices {
            var counts = ContiguousArray<Int32>(repeating: 0, count: plan.values.count + 1)
            var buffer = ContiguousArray<Int32>()
            indices.read(0..<indices.count, into: &buffer)
            for row in buffer { counts[Int(row)] += 1 }
            weights = counts
        }
        if let change = ValueChange.ofFew(
            from: plan.attribute, to: plan.target, plan.codec, usesAll: weights == nil)
        {
            return change
        }
        let form = plan.decodedForm
        var walk = ValueChange.Walk(
            from: plan.attribute, to: form.target, codec: form.codec, largest: largest[plan.path])
        for rows in plan.values.blocks {
            let source =
                plan.rows.map { plan.attribute.values.picked($0[rows]) } ?? plan.attribute.values.rows(rows)
            let start = rows.lowerBound
            walk.add(source, plan.decoded(rows)) { weights?[start + $0] ?? 1 }
        }
        let change = walk.change
        largest[plan.path] = change.largest
        return change
    }

    /// - Parameter isRestored: whether the record has what is missing.
    private func report(_ change: ValueChange, _ plan: USDAttributePlan, isRestored: Bool, _ draft: inout USDDraft) {
        guard change.count > 0 else { return }
        if plan.kind == .splat, reportSplats(change, plan, &draft) { return }
        let unit = plan.domain == .uniform ? "elements" : plan.domain == .vertex ? "vertices" : "corners"
        let name = plan.attribute.semantic.plainName
        draft.lose(
            change.isRounding ? .precisionReduced : .attributeNarrowed,
            isRestored ? .reencoded : change.isRounding ? .rounded : .narrowed, plan.path,
            isRestored ? "last digits of \(name)" : name, change.count, unit, error: change.largestError,
            change.isRounding ? "rounded to 32-bit floats" : "too large or too precise for 32-bit floats",
            remedy: change.isRounding || isRestored ? nil : .ending("ply"))
    }
}

extension USDAttributePlan {
    /// The kind of an attribute, if its prim has no other of that kind.
    static func kind(of attribute: Attribute, _ domain: Domain) -> Kind {
        let width = attribute.values.components
        let type = attribute.values.type
        switch attribute.semantic {
        case .position: return domain == .vertex ? .position : .custom
        case .normal: return width >= 3 ? .normal : .custom
        default:
            if attribute.semantic.isColor {
                guard width >= 3, attribute.normalized || !type.isInteger else { return .custom }
                return attribute.semantic == .color(0) ? .color : .otherColor
            }
            guard attribute.semantic.isTexCoord, domain != .uniform, width >= 2 else { return .custom }
            return attribute.normalized || !type.isInteger ? .texCoord : .custom
        }
    }

    /// Whether the values are colours, also for a reader.
    var isColor: Bool { kind == .color || kind == .otherColor }

    /// Whether the origin record needs an entry for the attribute.
    var needsRecord: Bool {
        !hasSameForm || semantic != attribute.semantic || values.components > attribute.values.components
    }

    /// Whether restoring gives the attribute its original form.
    func isRestorable(_ change: ValueChange) -> Bool {
        let type = attribute.values.type
        if kind == .splat, SplatNames.isShape(attribute.semantic.name), change.count > 0 { return false }
        if type == .float16 { return false }
        if isColor || codec == .flippedV || change.count == 0 { return true }
        return type == .float32 || (type == .float64 && !attribute.normalized)
    }
}
