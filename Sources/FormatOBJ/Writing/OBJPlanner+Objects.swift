import MeshFormats
import MeshModel

// Objects: one for each mesh that a node shows, in mesh order, so that elements keep their order.

extension OBJPlanner {
    mutating func planObjects() {
        let hasElements = scene.meshes.contains { $0.primitives.contains { $0.elementCount > 0 } }
        let parts = parts
        let isCloud = isCloud
        if hasElements, !isCloud { planGroupNames() }
        keepsPieces = !scene.meshes.contains { mesh in
            mesh.primitives.contains { primitive in
                primitive.elementCount > 0
                    && (!Self.groups(of: primitive).isEmpty
                        || primitive.elementAttributes.contains { Self.isSmoothing($0, of: primitive) })
            }
        }
        let isAlone = parts.count == 1 && parts[0].node.map { isBare(scene.nodes[$0]) } ?? true
        // A file without objects and vertices reads as an empty scene.
        if !isAlone || vertexCount > 0 || hasElements || parts[0].mesh.map({ scene.meshes[$0].name != nil }) ?? false {
            var names: [String?] = []
            for (number, part) in parts.enumerated() {
                let name = part.node.flatMap { scene.nodes[$0].name.map(OBJSpelling.name) }
                let isEmpty = isCloud || !(part.mesh.map { self.hasElements($0) } ?? false)
                // Elements before the first `o`, or vertices alone, are an object without a name.
                let isImplied = number == 0 && name == nil && (!isEmpty || (isAlone && vertexCount > 0))
                var object = OBJObject(name: name, isStated: !isImplied, elements: [])
                if let mesh = part.mesh {
                    if isCloud {
                        for index in scene.meshes[mesh].primitives.indices { reportElementAttributes(mesh, index) }
                    } else {
                        object.elements = planElements(mesh: mesh, object: number)
                    }
                }
                layout.objects.append(object)
                names.append(name)
                links.nodes.append(part.node)
                links.meshes.append(part.mesh)
            }
            if parts.isEmpty, vertexCount > 0 {
                links.nodes = [nil]
                links.meshes = [nil]
                names = [nil]
            }
            planSmoothingOfOthers()
            rename(names)
        }
        if !hasElements {
            lose(
                .topologyGenerated, .generated, ScenePath.primitive(mesh: 0, 0), "points", vertexCount, "points",
                "vertices without faces are read back as points")
        }
        let scenes = scene.scenes
        let isList =
            scenes.count <= 1 && scenes.allSatisfy { $0.name == nil } && scene.nodes.allSatisfy(\.children.isEmpty)
        if !isList, !scene.hasImplicitHierarchy, layout.objects.count == parts.count {
            origin.hierarchy = OBJHierarchy(scene, objects: links.nodes)
        }
        if origin.hierarchy != nil {
            var own = links
            own.nodes = scene.nodes.indices.map { $0 }
            links.restored = [own]
        }
        reportHierarchy()
    }

    /// The source of an object: a mesh with the node that shows it, or a node without a mesh.
    private struct Part {
        var node: Int?
        var mesh: Int?
    }

    /// The parts in order; a mesh is one part, even if several nodes show it.
    private var parts: [Part] {
        var isShown = Set<Int>()
        var parts: [Part] = []
        for node in scene.nodesByMesh {
            let mesh = scene.nodes[node].mesh
            if let mesh, !isShown.insert(mesh).inserted { continue }
            parts.append(Part(node: node, mesh: mesh))
        }
        // Vertices without elements are points of the first object.
        let meshes = parts.filter { $0.mesh != nil }
        return isCloud(meshes) ? meshes + parts.filter { $0.mesh == nil } : parts
    }

    private func hasElements(_ mesh: Int) -> Bool { scene.meshes[mesh].primitives.contains { $0.elementCount > 0 } }

    /// Whether the elements are written as vertices alone.
    var isCloud: Bool { isCloud(parts) }

    private func isBare(_ node: Node) -> Bool { node.name == nil && node.children.isEmpty }

    /// Whether the elements are what a reader makes of vertices alone: one point each, in the first object.
    private func isCloud(_ parts: [Part]) -> Bool {
        guard let first = parts.first?.mesh, hasElements(first), let cloud = scene.onlyPrimitive,
            cloud.topology == .points,
            cloud.vertices == nil, cloud.elementCount == vertexCount,
            scene.vertexSets[cloud.vertexSet].count == vertexCount, cloud.subsetFamilies.isEmpty,
            case .none = cloud.material
        else { return false }
        return true
    }

    // MARK: Names

    /// Reports changed names of nodes and meshes, and records the original names.
    private mutating func rename(_ written: [String?]) {
        let nodes = links.nodes.map { $0.flatMap { scene.nodes[$0].name } }
        for (index, node) in links.nodes.enumerated() {
            guard let node, nodes[index] != written[index] else { continue }
            let name = nodes[index].map { "name \($0)" } ?? "node \(node + 1)"
            lose(
                written[index] == nil ? .nameDropped : .nameChanged, .reencoded, ScenePath.node(node), name, 1, "nodes",
                written[index] == nil
                    ? "OBJ has no place for this name; meshconv keeps it in a comment"
                    : "renamed, as OBJ needs names of one line; meshconv keeps the old one in a comment")
        }
        if nodes != written { origin.nodes = nodes }
        let meshes = links.meshes.map { $0.flatMap { scene.meshes[$0].name } }
        for case .some(let mesh) in links.meshes {
            guard let name = scene.meshes[mesh].name else { continue }
            lose(
                .nameDropped, .reencoded, ScenePath.mesh(mesh), "name \(name)", 1, "meshes",
                "OBJ has no place for names of meshes; meshconv keeps it in a comment")
        }
        if meshes.contains(where: { $0 != nil }) { origin.meshes = meshes }
    }

    private mutating func reportHierarchy() {
        let isRestored = origin.hierarchy != nil
        if !scene.hasImplicitHierarchy {
            let arrived = Set(links.nodes.compactMap(\.self))
            lose(
                .hierarchyBaked, .dropped, ScenePath.nodes, "nodes",
                scene.nodes.indices.filter { !arrived.contains($0) }.count, "nodes",
                "OBJ can't store objects without faces, lines or points")
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
                "OBJ can't store objects without faces, lines or points")
        }
        for case .some(let node) in links.nodes where !scene.nodes[node].children.isEmpty {
            lose(
                .hierarchyFlattened, isRestored ? .reencoded : .approximated, ScenePath.node(node),
                "node \(node + 1)", 1, "nodes", "OBJ can't nest objects: all are side by side")
        }
        loseScenes(isRestored: isRestored)
    }
}
