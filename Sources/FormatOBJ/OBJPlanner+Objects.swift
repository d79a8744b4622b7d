import MeshFormats
import MeshModel

// Objects: one for each mesh that a node shows, in the order of the meshes, so that elements keep their order.

extension OBJPlanning {
    mutating func planObjects() {
        let hasElements = scene.meshes.contains { $0.primitives.contains { $0.elementCount > 0 } }
        if !hasElements || isCloud {
            planAlone(hasElements: hasElements)
        } else {
            planGroupNames()
            let used = planNamedObjects()
            planSmoothingOfOthers()
            links.meshes = used
        }
        reportHierarchy()
    }

    /// Whether the elements are just what a reader makes of vertices alone: a point for each.
    private var isCloud: Bool {
        guard scene.nodes.count <= 1, scene.nodes.first?.name == nil, scene.meshes.count == 1 else { return false }
        let primitives = scene.meshes[0].primitives.filter { $0.elementCount > 0 }
        guard primitives.count == 1, let cloud = primitives.first, cloud.topology == .points, cloud.vertices == nil,
            cloud.elementCount == vertexCount, scene.vertexSets[cloud.vertexSet].count == vertexCount,
            cloud.subsetFamilies.isEmpty, case .none = cloud.material
        else { return false }
        return !cloud.elementAttributes.contains { $0.semantic == .smoothingGroup }
    }

    /// Vertices without statements of elements: a reader shows them as points of one unnamed object.
    private mutating func planAlone(hasElements: Bool) {
        guard vertexCount > 0 else { return }
        let isOne = scene.nodes.count == 1 && scene.nodes[0].children.isEmpty
        links.nodes = [isOne ? 0 : nil]
        links.meshes = [scene.meshes.count == 1 && isOne && scene.nodes[0].mesh == 0 ? 0 : nil]
        if !hasElements {
            lose(
                Self.cloudGenerated, .generated, ScenePath.primitive(mesh: 0, 0), "points", vertexCount, "points",
                "vertices without faces are read as points")
        } else {
            for primitive in scene.meshes[0].primitives.indices { reportElementAttributes(0, primitive) }
        }
        if isOne { rename([nil]) }
    }

    // MARK: Names

    /// Objects with their elements; gives back the mesh of each.
    private mutating func planNamedObjects() -> [Int?] {
        var used: [Int?] = []
        var names: [String?] = []
        for mesh in scene.meshes.indices {
            guard let node = scene.nodes.firstIndex(where: { $0.mesh == mesh }) else { continue }
            let number = layout.objects.count
            let isEmpty = !scene.meshes[mesh].primitives.contains { $0.elementCount > 0 }
            var name = scene.nodes[node].name.map(OBJSpelling.name)
            // Only what stands before the first statement of its kind has no name.
            if name == nil, number > 0 || isEmpty { name = "object_\(number + 1)" }
            let elements = planElements(mesh: mesh, object: number)
            layout.objects.append(OBJObject(name: name, elements: elements))
            names.append(name)
            links.nodes.append(node)
            used.append(mesh)
        }
        links.meshes = used
        rename(names)
        return used
    }

    /// Reports what the names of nodes and meshes become, and remembers the source's.
    private mutating func rename(_ written: [String?]) {
        let nodes = links.nodes.map { $0.flatMap { scene.nodes[$0].name } }
        for (index, node) in links.nodes.enumerated() {
            guard let node, nodes[index] != written[index] else { continue }
            let name = nodes[index].map { "name \($0)" } ?? "node \(node + 1)"
            lose(
                written[index] == nil ? .nameDropped : .nameChanged, .reencoded, ScenePath.node(node), name, 1, "nodes",
                written[index] == nil ? "OBJ names objects that have elements" : "OBJ objects have names of one line")
        }
        if nodes != written { origin.nodes = nodes }
        let meshes = links.meshes.map { $0.flatMap { scene.meshes[$0].name } }
        for case .some(let mesh) in links.meshes {
            guard let name = scene.meshes[mesh].name else { continue }
            lose(
                .nameDropped, .reencoded, ScenePath.mesh(mesh), "name \(name)", 1, "meshes",
                "OBJ names objects, not their meshes")
        }
        if meshes.contains(where: { $0 != nil }) { origin.meshes = meshes }
    }

    private mutating func reportHierarchy() {
        if !scene.hasImplicitHierarchy {
            let arrived = Set(links.nodes.compactMap(\.self))
            lose(
                .hierarchyBaked, .dropped, ScenePath.nodes, "nodes",
                scene.nodes.indices.filter { !arrived.contains($0) }.count, "nodes",
                "OBJ has objects with elements only")
        }
        if !scene.hasImplicitHierarchy || scene.meshes.count != 1 || links.meshes.isEmpty {
            let arrived = Set(links.meshes.compactMap(\.self))
            let missing = scene.meshes.indices.filter { index in
                !arrived.contains(index)
                    && (scene.meshes[index].name != nil
                        || scene.meshes[index].primitives.contains { $0.elementCount > 0 })
            }
            lose(
                .hierarchyBaked, .dropped, ScenePath.meshes, "meshes", missing.count, "meshes",
                "OBJ has objects with elements only")
        }
        for case .some(let node) in links.nodes where !scene.nodes[node].children.isEmpty {
            lose(
                Self.hierarchyFlattened, .approximated, ScenePath.node(node), "node \(node + 1)", 1, "nodes",
                "OBJ has no nodes below others")
        }
        let names = scene.scenes.map(\.name)
        let target: [String?] = links.nodes.isEmpty ? [] : [nil]
        if names.count > 1 || names.contains(where: { $0 != nil }), names != target {
            lose(.hierarchyBaked, .dropped, "/scenes", "scenes", names.count, "scenes", "OBJ has no scenes")
        }
    }
}
