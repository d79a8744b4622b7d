import MeshFormats
import MeshModel

// The columns of a point instancer (UsdGeomPointInstancer).

extension USDDraft {
    /// Adds the columns of a node's copies to an instancer, which shows one prototype.
    ///
    /// - Parameter number: the node's index as a reader finds it, without added nodes.
    mutating func addInstances(of index: Int, to prim: Int, _ prototype: String, number: Int?) {
        guard let instances = scene.nodes[index].instances else { return }
        let count = instances.count
        layer.relationship(prim, "prototypes", to: prototype)
        layer.attribute(prim, "protoIndices", "int[]", .numbers([Double](repeating: 0, count: count), .int))
        if instances.attribute(.translation) == nil {
            // Copies have places in USD.
            layer.attribute(prim, "positions", "point3f[]", .numbers([Double](repeating: 0, count: count * 3), .float3))
        }
        for attribute in instances.attributes {
            guard let written = Self.written(attribute) else {
                lose(
                    .attributeDropped, .dropped, ScenePath.instances(node: index, attribute.semantic),
                    "\(attribute.semantic.name) of instances of \(scene.nodes[index].name ?? "node \(index + 1)")",
                    count, "copies", "USD can't store numbers of this name or type for each copy")
                continue
            }
            // What a reader finds.
            var found = written
            if attribute.semantic == .instanceNumber { found.values = USDInstanceRows.compact(written.values) }
            loseForm(of: attribute, as: found, ofInstancesOf: index, isRestored: true)
            if found.values.type != attribute.values.type || found.normalized != attribute.normalized, let number {
                origin.instances.append(
                    USDOrigin.InstanceForm(
                        node: number,
                        attribute: OriginAttribute(
                            attribute, storedAs: attribute.semantic.name, components: written.values.components,
                            isColor: false)))
            }
            add(written, to: prim)
        }
        if let extent = extent(of: instances, index) {
            layer.attribute(prim, "extent", "float3[]", .numbers(extent, .float3))
        }
    }

    private mutating func add(_ attribute: Attribute, to prim: Int) {
        func value(_ type: USDType) -> USDValue { .array(USDArray(type: type, values: attribute.values)) }
        switch attribute.semantic {
        case .translation: layer.attribute(prim, "positions", "point3f[]", value(.float3))
        case .scale: layer.attribute(prim, "scales", "float3[]", value(.float3))
        case .rotation:
            // Programs older than the first name know only the second one, whose numbers are halves.
            layer.attribute(prim, "orientationsf", "quatf[]", value(.quatf))
            layer.attribute(prim, "orientations", "quath[]", .numbers(attribute.values.doubles(), .quath))
        case .instanceNumber: layer.attribute(prim, "ids", "int64[]", value(.int64))
        default:
            guard let name = USDInstancePrimvar.name(of: attribute.semantic),
                let type = USDInstancePrimvar.type(attribute.values)
            else { return }
            layer.attribute(prim, name, "\(type.name)[]", value(type), [("interpolation", .token("vertex"))])
        }
    }

    /// The attribute in the type that USD has for it; nil: it has none.
    private static func written(_ attribute: Attribute) -> Attribute? {
        var written = attribute
        let column = attribute.values
        guard attribute.semantic.widthOfInstances != nil else {
            guard attribute.semantic == .instanceNumber else {
                return USDInstancePrimvar.name(of: attribute.semantic).flatMap { _ in
                    USDInstancePrimvar.written(attribute)
                }
            }
            guard column.type.isInteger, column.components == 1,
                !attribute.normalized, column.type != .uint64
            else { return nil }
            if column.type != .int64 || !column.isPacked { written.values = Column(ContiguousArray(column.integers())) }
            return written
        }
        written.normalized = false
        guard column.type != .float32 || !column.isPacked || attribute.normalized else { return written }
        let most = attribute.normalized ? column.type.normalizedMaximum : nil
        let numbers = column.doubles().map { number in Float(most.map { max(number / $0, -1) } ?? number) }
        written.values = Column(ContiguousArray(numbers), components: column.components)
        return written
    }

    /// The corners of the box of all copies; nil: nothing is shown at a finite place.
    private func extent(of instances: NodeInstances, _ index: Int) -> [Double]? {
        guard let mesh = scene.nodes[index].mesh else { return nil }
        let sets = Set(scene.meshes[mesh].primitives.map(\.vertexSet)).sorted()
        let corners = sets.flatMap { USDShownSize.corners(scene.vertexSets[$0]) }
        var (least, most) = (SIMD3<Double>(repeating: .infinity), SIMD3<Double>(repeating: -.infinity))
        for transform in instances.transforms {
            let matrix = USDSceneBuilder.matrix(transform)
            for corner in corners {
                let place = matrix.applied(to: corner)
                guard (0..<3).allSatisfy({ place[$0].isFinite }) else { continue }
                least = pointwiseMin(least, place)
                most = pointwiseMax(most, place)
            }
        }
        guard least.x <= most.x else { return nil }
        return [least.x, least.y, least.z, most.x, most.y, most.z]
    }
}
