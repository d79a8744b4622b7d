import MeshFormats
import MeshModel

/// The content of each shape's prim: its points, faces, values, subsets and materials.
struct USDShapeContents {
    let tree: USDPrimTree
    let points: USDPoints
    let recentering: Recentering
    let materials: USDMaterials
    let prims: USDPrims
    /// The variants of materials; nil: there are none.
    var variants: USDVariants?
    /// The node of the scene that shows each shape.
    let showers: [Int: Int]
    /// The number of shapes that use each pool.
    private(set) var poolUsers: [USDListKey: Int] = [:]
    /// The number of rows of each pool in all shapes, by path, and the pools that are written completely.
    var poolRowCounts: [String: Int] = [:]
    var exactPools: Set<String> = []
    /// The pools that are complete only with the record.
    var restoredPools: Set<String> = []
    /// The numbering of rows in shapes that use only some of them.
    var numbers: [USDListKey: USDRowNumbers] = [:]
    /// The largest absolute value of each attribute, by path. Cached because shapes may share vertex sets.
    var largest: [String: Double] = [:]
    /// The paths of attributes that a shape has.
    private(set) var written: Set<String> = []
    /// Differences already reported. Each is reported once for all prims.
    var told: Set<String> = []

    init(
        _ tree: USDPrimTree, _ points: USDPoints, _ recentering: Recentering, _ prims: USDPrims,
        _ materials: USDMaterials, _ draft: inout USDDraft
    ) {
        (self.tree, self.points, self.recentering) = (tree, points, recentering)
        (self.materials, self.prims, showers) = (materials, prims, tree.showers)
        for shape in tree.shapes where shape.kind == .mesh {
            for pool in Set(shape.place.primitive.cornerAttributes.map(\.pool)) {
                poolUsers[USDListKey(set: shape.set, pool: pool), default: 0] += 1
            }
        }
        variants = USDVariants(&draft)
        for shape in tree.shapes { add(shape, to: prims.shapes[shape.number], &draft) }
        variants?.finish(prims, &draft.layer)
        bindInstances(&draft)
    }

    /// Adds everything in the prim of a shape.
    private mutating func add(_ shape: USDPlannedShape, to prim: Int, _ draft: inout USDDraft) {
        addTopology(shape, to: prim, &draft)
        let plans = attributePlans(shape, draft)
        addPositions(shape, plans, to: prim, &draft)
        var poolCount = 0
        // The number of pools for a reader that removes the painting.
        var ownPoolCount = 0
        var arrived: Set<String> = []
        for plan in plans {
            let target: String
            let own: String
            var pool: Int?
            // Whether these are the coordinates of a painting that restoring removes.
            var isTakenAway = false
            switch plan.domain {
            case .vertex:
                target = ScenePath.vertexAttribute(set: shape.number, plan.semantic)
                own = ScenePath.vertexAttribute(set: shape.number, plan.attribute.semantic)
            case .corner(let number):
                isTakenAway = draft.takesPaintingAway && draft.paintedPool(shape) == number
                target = ScenePath.pool(set: shape.number, poolCount)
                own = ScenePath.pool(set: shape.number, ownPoolCount)
                pool = poolCount
                poolCount += 1
                if !isTakenAway { ownPoolCount += 1 }
            case .uniform:
                target = ScenePath.elementAttribute(mesh: shape.number, primitive: 0, plan.semantic)
                let place = tree.joinedPlaces[shape.number]
                own = ScenePath.elementAttribute(
                    mesh: place.mesh, primitive: place.primitive, plan.attribute.semantic)
            }
            if isTakenAway, let pool {
                draft.origin.painting?.pools.append(USDOrigin.Painting.Pool(owner: shape.number, pool: pool))
            } else {
                draft.restored.attributes.append(Correspondence.AttributeLink(plan.path, own, codec: plan.codec))
            }
            report(plan, shape, target: target, pool: pool, &draft)
            arrived.insert(plan.path)
            if !plan.kind.isWrittenApart { add(plan, shape, to: prim, &draft) }
        }
        written.formUnion(arrived)
        reportShape(shape, arrived, &draft)
        if shape.kind == .splats { addSplats(plans, shape, to: prim, &draft) }
        addSkin(shape, plans, to: prim, &draft)
        var names = USDNames()
        addTargets(shape, plans, to: prim, &names, &draft)
        addSubsets(shape, to: prim, &names, &draft)
        addMaterials(shape, to: prim, &names, &draft)
    }

    private mutating func addTopology(_ shape: USDPlannedShape, to prim: Int, _ draft: inout USDDraft) {
        let counts = USDValue.integers(shape.counts())
        switch shape.kind {
        case .mesh:
            draft.layer.attribute(prim, "faceVertexCounts", "int[]", counts)
            draft.layer.attribute(prim, "faceVertexIndices", "int[]", .integers(vertexIndices(shape, draft)))
            if shape.place.primitive.vertices == nil, points.rows[shape.number] == nil {
                draft.origin.unshared.append(shape.number)
            }
            draft.layer.attribute(prim, "subdivisionScheme", "token", .token("none"), isUniform: true)
            if draft.isDoubleSided(shape) {
                draft.layer.attribute(prim, "doubleSided", "bool", .truth(true), isUniform: true)
            }
        case .curves:
            draft.layer.attribute(prim, "type", "token", .token("linear"), isUniform: true)
            draft.layer.attribute(prim, "curveVertexCounts", "int[]", counts)
        case .points, .splats: break
        }
    }

    /// The point of each corner, as a view of the scene's own numbers if they fit.
    private mutating func vertexIndices(_ shape: USDPlannedShape, _ draft: USDDraft) -> Column {
        guard let rows = points.rows[shape.number] else {
            return shape.place.primitive.vertices?.flattened?.asInt32 ?? shape.vertexColumn()
        }
        let key = USDListKey(set: shape.set, pool: -1)
        let count = draft.scene.vertexSets[shape.set].count
        return Column(
            numbers[key, default: USDRowNumbers(count: count)].places(of: shape.vertices(), in: rows, other: -1))
    }

    // MARK: Values

    private func addPositions(
        _ shape: USDPlannedShape, _ plans: [USDAttributePlan], to prim: Int, _ draft: inout USDDraft
    ) {
        let values: Column
        if let plan = plans.first(where: { $0.kind == .position }) {
            values = plan.values
        } else {
            let count = points.counts[shape.number]
            values = Column(ContiguousArray<Float>(repeating: 0, count: count * 3), components: 3)
            draft.lose(
                .attributeFilled, .reencoded, ScenePath.vertexAttribute(set: shape.number, .position), "positions",
                count, "vertices", "zeros were added, because every USD point needs a position")
            draft.origin.pointless.append(shape.number)
        }
        guard shape.kind != .splats else { return addPositions(of: plans, values, to: prim, &draft) }
        if let box = values.box() {
            let corners = [box.least, box.most].flatMap { corner in (0..<3).map { Float(corner[$0]) } }
            draft.layer.attribute(
                prim, "extent", "float3[]",
                .array(USDArray(type: .float3, values: Column(ContiguousArray(corners), components: 3))))
        }
        draft.layer.attribute(prim, "points", "point3f[]", .array(USDArray(type: .float3, values: values)))
    }

    /// Adds an attribute, or a primvar with its indices.
    private mutating func add(
        _ plan: USDAttributePlan, _ shape: USDPlannedShape, to prim: Int, _ draft: inout USDDraft
    ) {
        let form = plan.form
        var metadata: [(String, USDValue)] = []
        if form.elementSize > 1 { metadata.append(("elementSize", .integer(.int, Int64(form.elementSize)))) }
        metadata.append(("interpolation", .token(plan.domain.interpolation)))
        var plan = plan
        let (indices, hasBare) = cornerIndices(shape, plan)
        if hasBare {
            metadata.append(("unauthoredValuesIndex", .integer(.int, Int64(plan.values.count))))
            plan.values = plan.values.withZeroRow
        }
        let isPrimvar = plan.kind != .normal || indices != nil || shape.kind == .splats
        var parts = [(isPrimvar ? "primvars:\(plan.name)" : plan.name, form.name, plan.array)]
        if plan.kind == .color {
            // Three components are the colour, and the fourth is the opacity.
            parts[0].2 = .array(USDArray(type: .float3, values: plan.values.prefix(3)))
            if plan.values.components > 3, let alpha = plan.values.component(3) {
                parts.append(("primvars:displayOpacity", "float[]", .array(USDArray(type: .float, values: alpha))))
            }
        }
        for (name, typeName, values) in parts {
            draft.layer.attribute(prim, name, typeName, values, metadata)
            if let indices { draft.layer.attribute(prim, "\(name):indices", "int[]", .integers(indices)) }
        }
    }

    // MARK: Subsets

    private func addSubsets(
        _ shape: USDPlannedShape, to prim: Int, _ names: inout USDNames, _ draft: inout USDDraft
    ) {
        for family in shape.place.primitive.subsetFamilies {
            let path = ScenePath.subsets(mesh: shape.place.mesh, primitive: shape.place.index, family: family.name)
            guard shape.kind == .mesh else {
                draft.lose(
                    .subsetDropped, .dropped, path, family.name, family.subsets.count, "subsets",
                    "USD can store named groups of faces only, not of lines or points", remedy: .ending("obj"))
                continue
            }
            // `materialBind` has its own meaning, and an empty name means no family.
            let isTaken = family.name == "materialBind" || family.name.isEmpty
            for subset in family.subsets {
                let name = names.unique(subset.name)
                let place = draft.layer.define(name, "GeomSubset", below: prim)
                if name != subset.name { draft.layer.specs[place]["displayName"] = .text(.string, subset.name) }
                draft.layer.subset(
                    place, ContiguousArray(subset.ranges.joined().map { Int32(clamping: $0) }),
                    family: isTaken ? family.name + "_" : family.name)
            }
            if isTaken {
                draft.lose(
                    .subsetDropped, .dropped, path, family.name, family.subsets.count, "subsets",
                    "USD uses this name for something else: stored as \(family.name)_")
            }
        }
    }
}

extension USDLayer {
    /// Sets the elements of a subset.
    mutating func subset(_ prim: Int, _ elements: ContiguousArray<Int32>, family: String) {
        attribute(prim, "elementType", "token", .token("face"), isUniform: true)
        attribute(prim, "familyName", "token", .token(family), isUniform: true)
        attribute(prim, "indices", "int[]", .integers(Column(elements)))
    }
}

extension USDValue {
    fileprivate static func integers(_ values: Column) -> USDValue { .array(USDArray(type: .int, values: values)) }
}

extension Column {
    /// The rows, followed by a row of zeros.
    fileprivate var withZeroRow: Column {
        Column.joined([self, picked(CollectionOfOne(Int32(-1)))])
    }

    /// The column as int32 without a copy, or nil if the type is another or a value doesn't fit.
    fileprivate var asInt32: Column? {
        guard type == .uint32 else { return type == .int32 ? self : nil }
        var block = ContiguousArray<Int32>()
        for rows in blocks {
            // Values that don't fit are read as the largest one.
            read(rows, into: &block)
            if block.contains(.max) { return nil }
        }
        return viewed(as: .int32)
    }
}
