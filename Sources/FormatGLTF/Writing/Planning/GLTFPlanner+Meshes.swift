import MeshBytes
import MeshFormats
import MeshModel

// Plans the meshes that have elements.

extension GLTFPlanner {
    mutating func planMeshes(
        _ sets: GLTFVertexSets, _ attributes: GLTFSetAttributes, _ materials: GLTFMaterials, _ restored: GLTFRestored
    ) -> [JSONValue] {
        var objects: [JSONValue] = []
        var missing = 0
        for (index, (mesh, sources)) in zip(scene.meshes, sets.elements.sources).enumerated() {
            for source in sources where source.place.primitive.elementCount == 0 {
                loseSubsets(source.place, restored)
            }
            let parts = sets.elements.parts[index]
            guard !parts.isEmpty else {
                // Dropping a mesh without elements and name is no loss.
                if mesh.name != nil || mesh.primitives.contains(where: { $0.elementCount > 0 }) { missing += 1 }
                continue
            }
            for source in sources where !source.parts.isEmpty {
                loseElementFacts(source.place, sets, restored)
                linkSmoothing(source.place, sets.elements, restored)
            }
            links.meshes.append(index)
            objects.append(
                .given([
                    "name": JSONValue(mesh.name),
                    "primitives": .array(
                        parts.map { primitive($0, mesh.targets.count, sets, attributes, materials) }),
                    "weights": mesh.targets.contains { $0.weight != 0 } ? .numbers(mesh.targets.map(\.weight)) : nil,
                    "extras": Self.targetNames(mesh.targets),
                ]))
        }
        if !scene.hasImplicitHierarchy || scene.meshes.count != 1 || objects.isEmpty {
            lose(
                .meshDropped, .dropped, ScenePath.meshes, "meshes", missing, "meshes",
                "left out: they have no faces, lines or points that glTF can store")
        }
        return objects
    }

    /// The names of targets where most programs look for them.
    private static func targetNames(_ targets: [MorphTarget]) -> JSONValue? {
        guard targets.contains(where: { $0.name != nil }) else { return nil }
        return ["targetNames": .array(targets.map { .string($0.name ?? "") })]
    }

    private mutating func primitive(
        _ part: GLTFFilePrimitive, _ targetCount: Int, _ sets: GLTFVertexSets, _ attributes: GLTFSetAttributes,
        _ materials: GLTFMaterials
    ) -> JSONValue {
        let set = part.place.primitive.vertexSet
        let count = sets.sets[set]?.count ?? 0
        let type: ScalarType = count <= 65_535 ? .uint16 : .uint32
        let indices = Self.indices(part, vertexCount: count).map { GLTFPackedIndices(column: $0, type: type) }
        let material = part.material < 0 ? materials.plain : part.material
        return .given([
            "attributes": .object(attributes.members[set] ?? []), "indices": indices.map { buffer.add($0) },
            "material": JSONValue(material), "mode": part.mode == 4 ? nil : .int(part.mode),
            "targets": targetCount > 0 ? targets(targetCount, attributes.targets[set] ?? [:], count) : nil,
            "extensions": extensions(part, attributes.splats[set], materials),
        ])
    }

    private func extensions(
        _ part: GLTFFilePrimitive, _ isLinear: Bool?, _ materials: GLTFMaterials
    ) -> JSONValue? {
        var members: [(String, JSONValue)] = []
        if let isLinear { members.append((GLTFSplats.name, GLTFSplats.member(isLinear: isLinear))) }
        // One mapping for each material, with all its variants.
        var mappings: [(material: Int, variants: [Int])] = []
        var places: [Int: Int] = [:]
        for (own, number) in zip(part.place.primitive.variantMaterials, part.variants) {
            guard let material = number < 0 ? materials.plainOfVariants : number else { continue }
            let place = places[material] ?? mappings.count
            if place == mappings.count {
                places[material] = place
                mappings.append((material, []))
            }
            mappings[place].variants.append(own.variant)
        }
        if !mappings.isEmpty {
            let list = mappings.map { mapping -> JSONValue in
                [
                    "material": .int(mapping.material), "variants": .array(mapping.variants.map { .int($0) }),
                ]
            }
            members.append((GLTFExtensions.variants, ["mappings": .array(list)]))
        }
        return members.isEmpty ? nil : .object(members)
    }

    /// The targets of a primitive. One that changes nothing has zeros, which take no bytes.
    private mutating func targets(
        _ targetCount: Int, _ members: [Int: [(String, JSONValue)]], _ vertexCount: Int
    ) -> JSONValue {
        var zeros: JSONValue?
        return .array(
            (0..<targetCount).map { target in
                if let own = members[target] { return .object(own) }
                let accessor = zeros ?? buffer.addZeros(3, count: vertexCount, hasBounds: true)
                zeros = accessor
                return ["POSITION": accessor]
            })
    }

    /// The vertices of a primitive's corners; nil: they are all in order.
    private static func indices(_ part: GLTFFilePrimitive, vertexCount: Int) -> Column? {
        let primitive = part.place.primitive
        if let vertices = part.vertices {
            let isPlain =
                vertices.count == vertexCount
                && vertices.indices.allSatisfy { vertices[$0] == Int32(clamping: $0) }
            return isPlain ? nil : Column(vertices)
        }
        if let corners = part.corners {
            let own = GLTFFilePrimitive.vertices(of: primitive, at: corners)
            return Column(ContiguousArray(own.map { Int32(clamping: $0) }))
        }
        if let own = primitive.vertices { return own }
        if part.cornerCount == vertexCount { return nil }
        return Column(ContiguousArray((0..<part.cornerCount).map { Int32(clamping: $0) }))
    }

    /// Reports attributes and subsets of elements, which glTF can't hold.
    private mutating func loseElementFacts(
        _ place: PrimitivePlace, _ sets: GLTFVertexSets, _ restored: GLTFRestored
    ) {
        let path = place.path
        let pools = sets.sets[place.primitive.vertexSet]?.elementPools ?? []
        let held = Set(pools.lazy.filter { $0.holds(path) }.map(\.attribute.semantic))
        for attribute in place.primitive.elementAttributes where !held.contains(attribute.semantic) {
            let isRestored = attribute.semantic == .smoothingGroup && restored.smoothed.contains(path)
            lose(
                .attributeDropped, isRestored ? .reencoded : .dropped, place.path(attribute.semantic),
                attribute.semantic.plainName, attribute.count, "elements", "glTF can store values per vertex only",
                remedy: isRestored ? nil : Remedy.keeping(attribute, of: content, isOfElements: true))
        }
        loseSubsets(place, restored)
    }

    /// Links the smoothing groups that readers find who know the origin record.
    private mutating func linkSmoothing(
        _ place: PrimitivePlace, _ elements: GLTFElements, _ restored: GLTFRestored
    ) {
        guard restored.smoothed.contains(place.path) else { return }
        for own in restored.places(of: place, elements) {
            linksOfRecord.append(
                Correspondence.AttributeLink(
                    place.path(.smoothingGroup),
                    ScenePath.elementAttribute(mesh: own.mesh, primitive: own.primitive, .smoothingGroup)))
        }
    }

    private mutating func loseSubsets(_ place: PrimitivePlace, _ restored: GLTFRestored) {
        let isRestored = restored.joined.contains(place.path)
        for family in place.primitive.subsetFamilies {
            lose(
                .subsetDropped, isRestored ? .reencoded : .dropped,
                ScenePath.subsets(mesh: place.mesh, primitive: place.index, family: family.name), family.name,
                family.subsets.count, "subsets", "glTF can't store named groups of faces, lines or points",
                remedy: isRestored ? nil : Remedy.keeping(family, of: place.primitive))
        }
    }
}
