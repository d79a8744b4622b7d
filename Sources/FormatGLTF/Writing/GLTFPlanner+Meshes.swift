import MeshBytes
import MeshFormats
import MeshModel

// Plans the meshes that have elements.

extension GLTFPlanner {
    mutating func planMeshes() -> [JSONValue] {
        var objects: [JSONValue] = []
        var missing = 0
        for (index, mesh) in scene.meshes.enumerated() {
            for (number, primitive) in mesh.primitives.enumerated() where primitive.elementCount == 0 {
                loseSubsets(PrimitivePlace(mesh: index, index: number, primitive: primitive))
            }
            guard !runs[index].isEmpty else {
                // Dropping a mesh without elements and name is no loss.
                if mesh.name != nil || mesh.primitives.contains(where: { $0.elementCount > 0 }) { missing += 1 }
                continue
            }
            links.meshes.append(index)
            var members: [(String, JSONValue)] = []
            if let name = mesh.name { members.append(("name", .string(name))) }
            var primitives: [JSONValue] = []
            for run in runs[index] { primitives.append(primitive(run)) }
            members.append(("primitives", .array(primitives)))
            objects.append(.object(members))
        }
        if !scene.hasImplicitHierarchy || scene.meshes.count != 1 || objects.isEmpty {
            lose(
                .meshDropped, .dropped, ScenePath.meshes, "meshes", missing, "meshes",
                "glTF has no meshes without elements")
        }
        return objects
    }

    private mutating func primitive(_ run: GLTFFilePrimitive) -> JSONValue {
        let set = run.place.primitive.vertexSet
        var members: [(String, JSONValue)] = [("attributes", .object(attributeMembers[set] ?? []))]
        if let indices = indices(run) { members.append(("indices", .int(indices))) }
        if let material = run.material < 0 ? plainMaterial : run.material {
            members.append(("material", .int(material)))
        }
        if run.mode != 4 { members.append(("mode", .int(run.mode))) }
        if let isLinear = splatSets[set] {
            members.append(("extensions", .object([(GLTFSplats.name, GLTFSplats.member(isLinear: isLinear))])))
        }
        reportElementAttributes(run)
        return .object(members)
    }

    /// The accessor of a primitive's vertices; nil: they are all in order.
    private mutating func indices(_ run: GLTFFilePrimitive) -> Int? {
        let count = sets[run.place.primitive.vertexSet]?.count ?? 0
        let type: ScalarType = count <= 65_535 ? .uint16 : .uint32
        let column: Column
        if let vertices = run.vertices {
            if vertices.count == count, vertices.indices.allSatisfy({ vertices[$0] == Int32(clamping: $0) }) {
                return nil
            }
            column = Column(vertices)
        } else if let corners = run.corners {
            var own = ContiguousArray<Int64>()
            run.place.primitive.readVertices(of: 0..<run.place.primitive.cornerCount, into: &own)
            column = Column(ContiguousArray(corners.map { Int32(clamping: own[Int($0)]) }))
        } else if let own = run.place.primitive.vertices {
            column = own
        } else if run.cornerCount == count {
            return nil
        } else {
            column = Column(ContiguousArray((0..<run.cornerCount).map { Int32(clamping: $0) }))
        }
        let indices = GLTFPackedIndices(column: column, type: type)
        let view = layout.buffer.add(
            .indices(indices), byteCount: indices.count * type.byteCount, target: 34963)
        return layout.buffer.add(
            accessor: Self.accessor(type, 1, count: indices.count, view: view))
    }

    /// Reports attributes and subsets of elements, which glTF can't hold.
    private mutating func reportElementAttributes(_ run: GLTFFilePrimitive) {
        let place = run.place
        guard reported.insert(place.path).inserted else { return }
        for attribute in place.primitive.elementAttributes where !elementPaths.contains(place.path(attribute.semantic))
        {
            lose(
                .attributeDropped, .dropped, place.path(attribute.semantic), attribute.semantic.plainName,
                attribute.count, "elements", "glTF has values of vertices only",
                remedy: Remedy.keeping(attribute, of: content, isOfElements: true))
        }
        loseSubsets(place)
    }

    private mutating func loseSubsets(_ place: PrimitivePlace) {
        for family in place.primitive.subsetFamilies {
            let isRestored = joined.contains(place.path)
            lose(
                .subsetDropped, isRestored ? .reencoded : .dropped,
                ScenePath.subsets(mesh: place.mesh, primitive: place.index, family: family.name), family.name,
                family.subsets.count, "subsets", "glTF has no named sets of elements",
                remedy: isRestored ? nil : Remedy.keeping(family, of: place.primitive))
        }
    }
}
