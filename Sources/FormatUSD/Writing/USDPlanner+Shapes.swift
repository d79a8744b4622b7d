import MeshFormats
import MeshModel

// The prim of a shape: its points, faces, values and subsets.

extension USDPlanner {
    /// Plans everything in the prim of a shape.
    mutating func planShape(_ index: Int) {
        let shape = shapes[index]
        let prim = prims[index]
        addTopology(shape, to: prim)
        let plans = attributePlans(shape)
        addPositions(shape, plans, to: prim)
        var poolCount = 0
        // The number of pools for a reader that removes the painting.
        var ownPoolCount = 0
        var arrived: Set<String> = []
        for plan in plans {
            let target: String
            let own: String
            var pool: Int?
            switch plan.domain {
            case .vertex:
                target = ScenePath.vertexAttribute(set: shape.number, plan.semantic)
                own = ScenePath.vertexAttribute(set: shape.number, plan.attribute.semantic)
            case .corner:
                target = ScenePath.pool(set: shape.number, poolCount)
                own = ScenePath.pool(set: shape.number, ownPoolCount)
                pool = poolCount
                poolCount += 1
                if !isTakenAway(plan, shape) { ownPoolCount += 1 }
            case .uniform:
                target = ScenePath.elementAttribute(mesh: shape.number, primitive: 0, plan.semantic)
                let place = ownPlaces[index]
                own = ScenePath.elementAttribute(
                    mesh: place.mesh, primitive: place.primitive, plan.attribute.semantic)
            }
            if isTakenAway(plan, shape), let pool {
                origin.painting?.pools.append(USDOrigin.Painting.Pool(owner: shape.number, pool: pool))
            } else {
                restored.attributes.append(Correspondence.AttributeLink(plan.path, own, codec: plan.codec))
            }
            report(plan, shape, target: target, pool: pool)
            arrived.insert(plan.path)
            if plan.kind != .position { add(plan, shape, to: prim) }
        }
        written.formUnion(arrived)
        reportShape(shape, arrived)
        var names = USDNames()
        addSubsets(shape, to: prim, &names)
        addMaterials(shape, to: prim, &names)
    }

    /// Whether these are the coordinates of a painting that restoring removes.
    private func isTakenAway(_ plan: USDAttributePlan, _ shape: USDPlannedShape) -> Bool {
        guard case .corner(let pool) = plan.domain, takesPaintingAway else { return false }
        return paintedPool(shape) == pool
    }

    /// The pool with a shape's coordinates in the painting.
    func paintedPool(_ shape: USDPlannedShape) -> Int? { paintedPools[[shape.place.mesh, shape.place.index]] }

    private mutating func addTopology(_ shape: USDPlannedShape, to prim: Int) {
        let counts = USDValue.array(USDArray(type: .int, values: shape.counts()))
        switch shape.kind {
        case .mesh:
            let indices = vertexIndices(shape)
            layout.layer.attribute(prim, "faceVertexCounts", "int[]", counts)
            layout.layer.attribute(
                prim, "faceVertexIndices", "int[]", .array(USDArray(type: .int, values: indices)))
            layout.layer.attribute(prim, "subdivisionScheme", "token", .token("none"), isUniform: true)
            if isDoubleSided(shape) {
                layout.layer.attribute(prim, "doubleSided", "bool", .truth(true), isUniform: true)
            }
        case .curves:
            layout.layer.attribute(prim, "type", "token", .token("linear"), isUniform: true)
            layout.layer.attribute(prim, "curveVertexCounts", "int[]", counts)
        case .points: break
        }
    }

    /// The point of each corner, as a view of the scene's own numbers if they fit.
    private mutating func vertexIndices(_ shape: USDPlannedShape) -> Column {
        if shape.rows == nil, let own = shape.place.primitive.vertices, let flat = own.flattened?.asInt32 {
            return flat
        }
        guard let rows = shape.rows else { return shape.vertexColumn() }
        let vertices = shape.vertices()
        let key = USDListKey(set: shape.set, pool: -1)
        let count = scene.vertexSets[shape.set].count
        return Column(numbers[key, default: USDRowNumbers(count: count)].places(of: vertices, in: rows, other: -1))
    }

    // MARK: Values

    private mutating func addPositions(_ shape: USDPlannedShape, _ plans: [USDAttributePlan], to prim: Int) {
        let values: Column
        if let plan = plans.first(where: { $0.kind == .position }) {
            values = plan.values
        } else {
            values = Column(ContiguousArray<Float>(repeating: 0, count: shape.vertexCount * 3), components: 3)
            lose(
                .attributeFilled, .reencoded, ScenePath.vertexAttribute(set: shape.number, .position), "positions",
                shape.vertexCount, "vertices", "in USD all points have a place")
            origin.pointless.append(shape.number)
        }
        if let bounds = Self.bounds(values) {
            layout.layer.attribute(
                prim, "extent", "float3[]",
                .array(USDArray(type: .float3, values: Column(ContiguousArray(bounds.joined()), components: 3))))
        }
        layout.layer.attribute(prim, "points", "point3f[]", .array(USDArray(type: .float3, values: values)))
    }

    /// The smallest and largest coordinates of all finite positions, or nil if there are none.
    private static func bounds(_ column: Column) -> [[Float]]? {
        var least = SIMD3<Float>(repeating: .infinity)
        var most = SIMD3<Float>(repeating: -.infinity)
        var buffer = ContiguousArray<Float>()
        for rows in column.blocks {
            column.read(rows, into: &buffer)
            for index in stride(from: 0, to: buffer.count - 2, by: 3) {
                let place = SIMD3(buffer[index], buffer[index + 1], buffer[index + 2])
                // NaN and infinite positions don't count.
                let isFinite = place * 0 .== SIMD3<Float>(repeating: 0)
                least.replace(with: pointwiseMin(least, place), where: isFinite)
                most.replace(with: pointwiseMax(most, place), where: isFinite)
            }
        }
        guard (0..<3).allSatisfy({ least[$0] <= most[$0] }) else { return nil }
        return [(0..<3).map { least[$0] }, (0..<3).map { most[$0] }]
    }

    /// Adds an attribute, or a primvar with its indices.
    private mutating func add(_ plan: USDAttributePlan, _ shape: USDPlannedShape, to prim: Int) {
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
        guard plan.kind != .color else { return addColors(plan, indices, metadata, to: prim) }
        let isPrimvar = plan.kind != .normal || indices != nil
        let name = isPrimvar ? "primvars:\(plan.name)" : plan.name
        layout.layer.attribute(prim, name, form.name, plan.array, metadata)
        if let indices {
            layout.layer.attribute(
                prim, "\(name):indices", "int[]", .array(USDArray(type: .int, values: indices)))
        }
    }

    /// Adds three components as `displayColor`, and the fourth as `displayOpacity`.
    private mutating func addColors(
        _ plan: USDAttributePlan, _ indices: Column?, _ metadata: [(String, USDValue)], to prim: Int
    ) {
        var parts = [("primvars:displayColor", "color3f[]", USDType.float3, plan.values.prefix(3))]
        if plan.values.components > 3, let alpha = plan.values.component(3) {
            parts.append(("primvars:displayOpacity", "float[]", .float, alpha))
        }
        for (name, typeName, type, values) in parts {
            layout.layer.attribute(prim, name, typeName, .array(USDArray(type: type, values: values)), metadata)
            guard let indices else { continue }
            layout.layer.attribute(
                prim, "\(name):indices", "int[]", .array(USDArray(type: .int, values: indices)))
        }
    }

    // MARK: Subsets

    private mutating func addSubsets(_ shape: USDPlannedShape, to prim: Int, _ names: inout USDNames) {
        for family in shape.place.primitive.subsetFamilies {
            let path = ScenePath.subsets(mesh: shape.place.mesh, primitive: shape.place.index, family: family.name)
            guard shape.kind == .mesh else {
                lose(
                    .subsetDropped, .dropped, path, family.name, family.subsets.count, "subsets",
                    "USD has named sets of faces", remedy: .ending("obj"))
                continue
            }
            // `materialBind` has its own meaning, and an empty name means no family.
            let isTaken = family.name == "materialBind" || family.name.isEmpty
            for subset in family.subsets {
                let name = names.unique(subset.name)
                let place = layout.layer.define(name, "GeomSubset", below: prim)
                if name != subset.name { layout.layer.specs[place]["displayName"] = .text(.string, subset.name) }
                addSubset(subset.ranges, family: isTaken ? family.name + "_" : family.name, to: place)
            }
            if isTaken {
                lose(
                    .subsetDropped, .dropped, path, family.name, family.subsets.count, "subsets",
                    "in USD this family is another's: it becomes \(family.name)_")
            }
        }
    }

    /// Sets the elements of a subset.
    mutating func addSubset(_ ranges: [Range<Int>], family: String, to prim: Int) {
        var elements = ContiguousArray<Int32>()
        for range in ranges { for element in range { elements.append(Int32(clamping: element)) } }
        addSubset(elements, family: family, to: prim)
    }

    /// Sets the elements of a subset.
    mutating func addSubset(_ elements: ContiguousArray<Int32>, family: String, to prim: Int) {
        layout.layer.attribute(prim, "elementType", "token", .token("face"), isUniform: true)
        layout.layer.attribute(prim, "familyName", "token", .token(family), isUniform: true)
        layout.layer.attribute(prim, "indices", "int[]", .array(USDArray(type: .int, values: Column(elements))))
    }
}

extension Column {
    /// The rows, followed by a row of zeros.
    fileprivate var withZeroRow: Column {
        Column.joined([self, picked(CollectionOfOne(Int32(-1)))])
    }
}

extension Column {
    /// The column as int32 without a copy, or nil if the type is another or a value doesn't fit.
    fileprivate var asInt32: Column? {
        guard type == .uint32 else { return type == .int32 ? self : nil }
        var block = ContiguousArray<Int32>()
        for rows in blocks {
            // Values that don't fit are read as the largest one.
            read(rows, into: &block)
            if block.contains(.max) { return nil }
        }
        return Column(
            viewing: storage, offset: offset, stride: stride, count: count, components: components, type: .int32,
            byteOrder: byteOrder)
    }
}
