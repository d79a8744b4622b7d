import MeshFormats
import MeshModel

// Fields of Gaussian splats.

extension USDShapeContents {
    /// Plans the values of splats, and which of the original numbers are also written.
    mutating func planSplats(_ plans: inout [USDAttributePlan], _ shape: USDPlannedShape, _ draft: USDDraft) {
        guard let degree = draft.scene.vertexSets[shape.set].splatDegree else { return }
        let names = Set(SplatNames.all(degree: degree))
        let places = plans.indices.filter { plans[$0].domain == .vertex }
        var sources: [String: Attribute] = [:]
        var placeOf: [String: Int] = [:]
        for place in places where names.contains(plans[place].attribute.semantic.name) {
            let name = plans[place].attribute.semantic.name
            sources[name] = plans[place].source
            placeOf[name] = place
            plans[place] = USDAttributePlan(
                plans[place].attribute, kind: .splat, domain: .vertex, path: plans[place].path,
                rows: plans[place].rows)
        }
        let isLinear = SplatNames.base.allSatisfy { sources[$0]?.frame.colorSpace == .linear }
        for place in places where plans[place].kind == .splat { plans[place].frame = isLinear ? .linear : .plain }
        for place in places where plans[place].kind == .position && plans[place].attribute.values.type == .float16 {
            // Fields of splats have halves.
            if plans[place].codec == .identity, plans[place].attribute.values.components == 3 {
                plans[place].values = plans[place].source.values
            }
        }
        for group in [SplatNames.scales, [SplatNames.opacity], SplatNames.rotations] {
            let own = group.compactMap { placeOf[$0] }
            for place in own { plans[place].makePlain(sources) }
            let isChanged = own.map { change(plans[$0], shape).count > 0 }.contains(true)
            if !isChanged, own.allSatisfy({ plans[$0].attribute.values.type == .float16 && plans[$0].isPlain }) {
                for place in own { plans[place].values = plans[place].source.values }
            }
            guard isChanged, draft.options.keepsSplats else { continue }
            for place in own {
                let plain = plans[place]
                plans[place] = USDAttributePlan(
                    plain.attribute, kind: .custom, domain: .vertex, path: plain.path, rows: plain.rows)
                plans[place].beside = plain.values
            }
        }
    }

    /// Adds the places of splats, and the box in which nearly all of their light is.
    func addPositions(of plans: [USDAttributePlan], _ values: Column, to prim: Int, _ draft: inout USDDraft) {
        let scales = SplatNames.scales.compactMap { name in plans.first { $0.plainName == name }?.plain }
        if let extent = Self.extent(values, scales) {
            draft.layer.attribute(prim, "extent", "float3[]", .numbers(extent, .float3))
        }
        addSplat(USDSplats.positions, values, .float3, "point3", to: prim, &draft)
    }

    /// The box around all splats at finite places, each with three standard deviations.
    private static func extent(_ positions: Column, _ scales: [Column]) -> [Double]? {
        var (least, most) = (SIMD3<Double>(repeating: .infinity), SIMD3<Double>(repeating: -.infinity))
        for (rows, places) in positions.blocks(of: Double.self) {
            let sizes = scales.map { $0.rows(rows).doubles() }
            for row in 0..<rows.count {
                let place = SIMD3(places[row * 3], places[row * 3 + 1], places[row * 3 + 2])
                let size = sizes.reduce(0) { max($0, $1[row]) }
                let reach = 3 * min(size, Double(Float.greatestFiniteMagnitude) / 8)
                guard (0..<3).allSatisfy({ place[$0].isFinite }) else { continue }
                least = pointwiseMin(least, place - reach)
                most = pointwiseMax(most, place + reach)
            }
        }
        guard least.x <= most.x else { return nil }
        return [least.x, least.y, least.z, most.x, most.y, most.z]
    }

    /// Adds the values of splats to their prim.
    func addSplats(
        _ plans: [USDAttributePlan], _ shape: USDPlannedShape, to prim: Int, _ draft: inout USDDraft
    ) {
        guard let degree = draft.scene.vertexSets[shape.set].splatDegree else { return }
        var columns: [String: Column] = [:]
        for plan in plans { if let name = plan.plainName { columns[name] = plan.plain } }
        func add(_ name: String, _ names: [String], _ type: USDType, _ word: String, _ width: Int) {
            let own = names.compactMap { columns[$0] }
            guard own.count == names.count else { return }
            addSplat(name, USDSplats.woven(own, width: width), type, word, to: prim, &draft)
        }
        add(USDSplats.opacities, [SplatNames.opacity], .float, "float", 1)
        add(USDSplats.orientations, USDSplats.turns, .quatf, "quat", 4)
        add(USDSplats.scales, SplatNames.scales, .float3, "float3", 3)
        draft.layer.attribute(prim, USDSplats.degree, "int", .integer(.int, Int64(degree)), isUniform: true)
        add(USDSplats.coefficients, USDSplats.coefficients(degree: degree), .float3, "float3", 3)
        if let last = draft.layer.specs[prim].properties.last {
            let isLinear = plans.filter { $0.isBase }.allSatisfy { $0.frame.colorSpace == .linear }
            draft.layer.specs[last]["colorSpace"] = .token(USDSplats.colorSpace(isLinear: isLinear))
        }
        let kept = plans.filter { $0.beside != nil }.map(\.attribute.semantic)
        for semantic in kept {
            draft.lose(
                .attributeFilled, .reencoded, ScenePath.vertexAttribute(set: shape.number, semantic),
                semantic.plainName, points.counts[shape.number], "vertices",
                "the original numbers are kept next to USD's splats")
        }
        if !kept.isEmpty {
            draft.origin.splats.append(USDOrigin.SplatForm(owner: shape.number, names: kept.map(\.name)))
        }
    }

    /// Adds values as floats, or as halves if all of them are halves.
    private func addSplat(
        _ name: String, _ values: Column, _ type: USDType, _ word: String, to prim: Int, _ draft: inout USDDraft
    ) {
        let isHalf = values.type == .float16
        let halves: [USDType: (USDType, String)] = [
            .float: (.half, "half"), .float3: (.half3, word == "float3" ? "half3" : "point3h"),
            .quatf: (.quath, "quath"),
        ]
        let single = word == "point3" || word == "quat" ? word + "f" : word
        let (own, typeName) = isHalf ? halves[type] ?? (type, single) : (type, single)
        draft.layer.attribute(
            prim, isHalf ? name + "h" : name, typeName + "[]", .array(USDArray(type: own, values: values)))
    }

    /// Reports changed sizes, opacities and rotations. Returns whether the plan is one of them.
    func reportSplats(_ change: ValueChange, _ plan: USDAttributePlan, _ draft: inout USDDraft) -> Bool {
        let name = plan.attribute.semantic.name
        guard SplatNames.isShape(name) else { return false }
        let isTurn = SplatNames.rotations.contains(name)
        let words: (code: Loss.Code, severity: Loss.Severity, cause: String) =
            change.isRounding
            ? (.precisionReduced, .rounded, "rounded to 32-bit floats")
            : isTurn
                ? (.valueNormalized, .approximated, "scaled to length 1, as USD needs")
                : (.attributeNarrowed, .narrowed, "32-bit floats can't hold these as plain sizes and opacities")
        draft.lose(
            words.code, words.severity, plan.path, plan.attribute.semantic.plainName, change.count, "vertices",
            error: change.largestError, words.cause, remedy: .option(FormatOption.splatRaw.name, "true"))
        return true
    }
}

extension USDAttributePlan {
    /// The name of a value of splats, nil for other attributes.
    fileprivate var plainName: String? {
        kind == .splat || beside != nil ? attribute.semantic.name : nil
    }

    /// The value in USD's field of splats.
    fileprivate var plain: Column { beside ?? values }

    /// Whether the scene has the number that USD stores.
    fileprivate var isPlain: Bool { attribute.frame.encoding == .linear }

    /// Whether it is a coefficient of degree 0.
    fileprivate var isBase: Bool { kind == .splat && SplatNames.base.contains(attribute.semantic.name) }

    /// Makes a size, an opacity or a component of a rotation what USD stores.
    fileprivate mutating func makePlain(_ sources: [String: Attribute]) {
        let name = attribute.semantic.name
        guard let column = PlainSplats.column(name, of: sources) else { return }
        values = column
        frame = SplatNames.rotations.contains(name) ? Frame(quaternionOrder: .wxyz) : .plain
        codec = isPlain ? .identity : .encoded
        isExact = false
    }
}
