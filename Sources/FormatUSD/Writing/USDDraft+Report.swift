import MeshFormats
import MeshModel

// The predicted differences of elements, nodes and meshes.

extension USDDraft {
    /// Reports elements that no prim has.
    mutating func reportElements(_ tree: USDPrimTree) {
        var count: [String: Int] = [:]
        for shape in tree.shapes { count[shape.place.path] = shape.elementCount }
        for (mesh, index, primitive) in scene.placedPrimitives {
            let path = ScenePath.primitive(mesh: mesh, index)
            lose(
                .topologyDropped, .dropped, path, primitive.topology.rawValue,
                primitive.elementCount - (count[path] ?? 0), "elements",
                primitive.topology == .lines
                    ? options.isQuickLook
                        ? "Quick Look can't show lines" : "left out, because a USD curve needs at least two points"
                    : "left out, because a point needs exactly one vertex",
                remedy: options.isQuickLook ? .variant("usdz") : .ending("obj"))
        }
    }

    // MARK: Nodes and meshes

    /// Reports added nodes, changed names and divided meshes.
    mutating func reportNodes(_ tree: USDPrimTree, _ motion: USDMotion) {
        var children = [[Int?]](repeating: [], count: tree.nodes.count)
        var meshOf = [Int?](repeating: nil, count: tree.nodes.count)
        links.meshes = zip(tree.shapes, tree.joinedPlaces).map { $1.primitive == 0 ? $0.place.mesh : nil }
        for (index, node) in tree.nodes.enumerated() {
            links.nodes.append(node.source)
            if node.parent >= 0 { children[node.parent].append(node.source) }
            if case .shape(let shape) = node.kind { meshOf[index] = links.meshes[shape] }
        }
        restored.nodes = tree.nodes.compactMap(\.source)
        restored.meshes = tree.joinedMeshes
        lose(
            .nodeGenerated, .reencoded, ScenePath.nodes, "nodes", tree.nodes.count { $0.source == nil }, "nodes",
            "added for the root, meshes or materials, as USD needs")
        let arriving = Set(tree.joinedMeshes)
        let moving = tree.movingRigs(motion)
        // One report: each of a hundred thousand copies is a node without a name.
        var unnamed = 0
        for (index, node) in tree.nodes.enumerated() {
            guard let source = node.source else { continue }
            let own = scene.nodes[source]
            if own.name == nil { unnamed += 1 }
            let mesh = own.mesh.flatMap { arriving.contains($0) ? $0 : nil }
            if children[index] != own.children.map({ Optional($0) }) || (mesh != nil && meshOf[index] != mesh)
                || hasLightElsewhere(own)
            {
                if hasLightElsewhere(own), let light = own.light {
                    origin.lighting.append(USDOrigin.Lighting(node: index, light: light))
                }
                // Nodes without a name have one for all, so that a report adds up thousands of copies.
                lose(
                    .hierarchyNested, .reencoded, ScenePath.node(source), own.name ?? "nodes without a name", 1,
                    "nodes",
                    mesh != nil && meshOf[index] != mesh || tree.rigs.groups.groups.isEmpty
                        ? "its mesh, camera or light is stored as a child, as USD needs"
                        : "some of its children are joints, which USD keeps in a skeleton")
            } else if tree.stored(own.transform, index, motion, moving: moving) != own.transform,
                USDTransform.keepsRotation(of: own.transform)
            {
                let isSheared = bent.nodes.contains(source)
                lose(
                    .precisionReduced, isSheared ? .approximated : .reencoded, ScenePath.node(source),
                    own.name ?? "node \(source + 1)", 1, "nodes", error: isSheared ? bent.distance : nil,
                    isSheared
                        ? "shear is left out: what moves is stored as translation, rotation and scale"
                        : "what moves is stored as translation, rotation and scale")
            }
        }
        lose(
            .nameChanged, .reencoded, ScenePath.nodes, "names of nodes", unnamed, "nodes",
            "unnamed in the input; USD needs a name, so it got one")
        reportMeshes(tree)
        recordNodes(tree, meshOf)
        recordMotion(tree, motion)
        loseSceneNames(tree)
    }

    private mutating func reportMeshes(_ tree: USDPrimTree) {
        var missing = 0
        let shapes = Dictionary(grouping: tree.shapes, by: \.place.mesh)
        for (index, mesh) in scene.meshes.enumerated() {
            guard let own = shapes[index] else {
                if mesh.name != nil || mesh.primitives.contains(where: { $0.elementCount > 0 }) { missing += 1 }
                continue
            }
            if let name = mesh.name {
                lose(
                    .nameDropped, .reencoded, ScenePath.mesh(index), "name of mesh \(name)", 1, "meshes",
                    "the mesh gets the name of its node, as USD has one name for both")
            }
            lose(
                .meshDivided, .reencoded, ScenePath.mesh(index), mesh.name ?? "mesh \(index + 1)", own.count - 1,
                "meshes", "split into one object for each part, as USD needs")
        }
        if !scene.hasImplicitHierarchy || scene.meshes.count != 1 || tree.shapes.isEmpty {
            lose(
                .meshDropped, .dropped, ScenePath.meshes, "meshes", missing, "meshes",
                "left out: they have no faces, lines or points that USD can store")
        }
    }

    /// Records what restoring needs: added nodes, nodes without a name, and the meshes of shapes.
    private mutating func recordNodes(_ tree: USDPrimTree, _ meshOf: [Int?]) {
        origin.nodeCount = tree.nodes.count
        var meshNumber: [Int: Int] = [:]
        for (number, mesh) in tree.joinedMeshes.enumerated() { meshNumber[mesh] = number }
        for (index, node) in tree.nodes.enumerated() {
            guard let source = node.source else {
                origin.generated.append(index)
                continue
            }
            let own = scene.nodes[source]
            if own.name == nil { origin.nameless.append(index) }
            if let mesh = own.mesh.flatMap({ meshNumber[$0] }), meshOf[index] != own.mesh {
                origin.showing.append(USDOrigin.Showing(node: index, mesh: mesh))
            }
        }
        var counts = [Int](repeating: 0, count: tree.joinedMeshes.count)
        for place in tree.joinedPlaces { counts[place.mesh] += 1 }
        let names = tree.joinedMeshes.map { scene.meshes[$0].name }
        if counts.contains(where: { $0 > 1 }) || names.contains(where: { $0 != nil }) {
            origin.meshes = zip(names, counts).map { USDOrigin.MeshForm(name: $0, count: $1) }
        }
    }

    private mutating func loseSceneNames(_ tree: USDPrimTree) {
        let names = scene.scenes.map(\.name)
        let isPlain = names.count <= 1 && names.allSatisfy { $0 == nil }
        guard !isPlain || !rootsNotShown().isEmpty || !tree.rigs.rigs.isEmpty else { return }
        if !isPlain {
            lose(
                .hierarchyBaked, .reencoded, "/scenes", "scenes", names.count, "scenes",
                "USD can store only one scene, without a name")
        }
        let number = tree.sourceNumbers
        origin.scenes = scene.scenes.map { SceneRoot(name: $0.name, roots: $0.roots.compactMap { number[$0] }) }
        origin.defaultScene = scene.defaultScene
    }
}
