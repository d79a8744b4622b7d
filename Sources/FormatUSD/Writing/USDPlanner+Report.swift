import MeshFormats
import MeshModel

// The predicted differences of elements, pools and nodes.

extension USDPlanner {
    /// Reports elements that no prim has.
    mutating func reportElements() {
        var count: [String: Int] = [:]
        for shape in shapes { count[shape.place.path] = shape.elementCount }
        for (mesh, value) in scene.meshes.enumerated() {
            for (index, primitive) in value.primitives.enumerated() {
                let path = ScenePath.primitive(mesh: mesh, index)
                lose(
                    .topologyDropped, .dropped, path, primitive.topology.rawValue,
                    primitive.elementCount - (count[path] ?? 0), "elements",
                    primitive.topology == .lines
                        ? options.isQuickLook ? "Quick Look shows no lines" : "USD has curves of two points and more"
                        : "a point has one vertex",
                    remedy: options.isQuickLook ? .variant("usdz") : .ending("obj"))
            }
        }
    }

    /// Reports element attributes of a shape that USD can't hold.
    mutating func reportShape(_ shape: USDPlannedShape, _ arrived: Set<String>) {
        for attribute in shape.place.primitive.elementAttributes {
            let path = shape.place.path(attribute.semantic)
            guard !arrived.contains(path), !loseUnseen(attribute, path, "elements") else { continue }
            lose(
                .attributeDropped, .dropped, path, attribute.semantic.plainName, attribute.count, "elements",
                attribute.offsets != nil ? "USD has no lists of values" : "points have values of that meaning",
                remedy: .ending("ply"))
        }
    }

    /// Reports attributes and pools that no prim has, and changes of pools that prims have.
    mutating func reportUnwritten() {
        let users = scene.primitivesOfSets
        let others = Dictionary(grouping: shapes.lazy.filter { $0.kind != .mesh }, by: \.set)
        for (index, set) in scene.vertexSets.enumerated() {
            for attribute in set.attributes {
                let path = ScenePath.vertexAttribute(set: index, attribute.semantic)
                guard !written.contains(path), !loseUnseen(attribute, path, "vertices") else { continue }
                lose(
                    .attributeDropped, .dropped, path, attribute.semantic.plainName, attribute.count, "vertices",
                    attribute.offsets != nil ? "USD has no lists of values" : "no element uses the vertices",
                    remedy: .ending("ply"))
            }
            for (pool, attribute) in set.pools.enumerated() {
                let path = ScenePath.pool(set: index, pool)
                guard written.contains(path) else {
                    if loseUnseen(attribute, path, "values") { continue }
                    lose(
                        .attributeDropped, .dropped, path, attribute.semantic.plainName, attribute.count, "values",
                        "no face uses them", remedy: .ending("obj"))
                    continue
                }
                reportPool(pool, attribute, path, users[index] ?? [], others[index] ?? [])
            }
        }
    }

    private mutating func reportPool(
        _ pool: Int, _ attribute: Attribute, _ path: String, _ users: [Primitive], _ others: [USDPlannedShape]
    ) {
        var isUsed = ContiguousArray(repeating: false, count: attribute.count)
        for primitive in users where primitive.elementCount > 0 {
            for row in cornerRows(primitive, pool) ?? [] where row >= 0 && Int(row) < attribute.count {
                isUsed[Int(row)] = true
            }
        }
        let usedCount = isUsed.count { $0 }
        let arrivedCount = poolRowCounts[path, default: 0]
        var lost = 0
        for shape in others { lost += lostCorners(shape, pool) }
        let name = attribute.semantic.plainName
        lose(
            .attributeDropped, .dropped, path, name, lost, "corners", "USD has values of corners of faces only",
            remedy: .ending("obj"))
        lose(
            .interpolationFlattened, .generated, path, name, abs(arrivedCount - usedCount), "values",
            "in USD each prim has values of its own: those that several use are repeated")
        if !exactPools.contains(path) {
            lose(
                .valuesUnreferenced, .dropped, path, name, attribute.count - usedCount, "values",
                "no corner uses them", remedy: .ending("obj"))
        }
    }

    /// The number of corners with a value in a shape that is not a mesh.
    private func lostCorners(_ shape: USDPlannedShape, _ pool: Int) -> Int {
        guard let use = shape.place.primitive.cornerAttributes.first(where: { $0.pool == pool }) else { return 0 }
        var buffer = ContiguousArray<Int64>()
        use.readRows(of: 0..<shape.place.primitive.cornerCount, into: &buffer)
        guard let corners = shape.corners else { return buffer.count { $0 >= 0 } }
        return corners.count { buffer[Int($0)] >= 0 }
    }

    // MARK: Nodes and meshes

    /// Reports added nodes, changed names and divided meshes.
    mutating func reportNodes() {
        var children = [[Int?]](repeating: [], count: tree.nodes.count)
        var meshOf = [Int?](repeating: nil, count: tree.nodes.count)
        links.meshes = firstShapes.enumerated().map { $0.element ? shapes[$0.offset].place.mesh : nil }
        for (index, node) in tree.nodes.enumerated() {
            links.nodes.append(node.source)
            if node.parent >= 0 { children[node.parent].append(node.source) }
            if case .shape(let shape) = node.kind { meshOf[index] = links.meshes[shape] }
        }
        restored.nodes = tree.nodes.compactMap(\.source)
        restored.meshes = ownMeshes
        let added = tree.nodes.count { $0.source == nil }
        if !(tree.nodes.count == 1 && scene.hasImplicitHierarchy) || added > 0 {
            lose(
                .nodeGenerated, .reencoded, ScenePath.nodes, "nodes", added, "nodes",
                "in USD a prim is one thing: the file's root, a mesh, or a scope of materials")
        }
        let arriving = Set(shapes.map(\.place.mesh))
        for (index, node) in tree.nodes.enumerated() {
            guard let source = node.source else { continue }
            let own = scene.nodes[source]
            if own.name == nil {
                lose(
                    .nameChanged, .reencoded, ScenePath.node(source), "name of node \(source + 1)", 1, "nodes",
                    "in USD each prim has a name")
            }
            let mesh = own.mesh.flatMap { arriving.contains($0) ? $0 : nil }
            if children[index] != own.children.map({ Optional($0) }) || (mesh != nil && meshOf[index] != mesh)
                || hasLightElsewhere(own)
            {
                if hasLightElsewhere(own), let light = own.light {
                    origin.lighting.append(USDOrigin.Lighting(node: index, light: light))
                }
                // A node counts as one difference, so report the one that can't be restored.
                guard USDTransform.keepsRotation(of: own.transform) else { continue }
                lose(
                    .hierarchyNested, .reencoded, ScenePath.node(source), own.name ?? "node \(source + 1)", 1, "nodes",
                    "in USD a prim is one thing: what it shows stands below it")
            }
        }
        reportMeshes(arriving)
        recordNodes(meshOf)
        loseSceneNames()
    }

    private mutating func reportMeshes(_ arriving: Set<Int>) {
        var missing = 0
        var shapeCounts: [Int: Int] = [:]
        for shape in shapes { shapeCounts[shape.place.mesh, default: 0] += 1 }
        for (index, mesh) in scene.meshes.enumerated() {
            guard arriving.contains(index) else {
                if mesh.name != nil || mesh.primitives.contains(where: { $0.elementCount > 0 }) { missing += 1 }
                continue
            }
            if let name = mesh.name {
                lose(
                    .nameDropped, .reencoded, ScenePath.mesh(index), "name of mesh \(name)", 1, "meshes",
                    "in USD a mesh is a prim, which has the name of its node")
            }
            let own = shapeCounts[index, default: 0]
            lose(
                .meshDivided, .reencoded, ScenePath.mesh(index), mesh.name ?? "mesh \(index + 1)", own - 1, "meshes",
                "in USD a mesh has one kind of elements")
        }
        if !scene.hasImplicitHierarchy || scene.meshes.count != 1 || shapes.isEmpty {
            lose(
                .meshDropped, .dropped, ScenePath.meshes, "meshes", missing, "meshes",
                "USD has no meshes without elements")
        }
    }

    /// Records what restoring needs: added nodes, nodes without a name, and the meshes of shapes.
    private mutating func recordNodes(_ meshOf: [Int?]) {
        origin.nodeCount = tree.nodes.count
        var meshNumber: [Int: Int] = [:]
        for (number, mesh) in ownMeshes.enumerated() { if let mesh { meshNumber[mesh] = number } }
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
        var counts = [Int](repeating: 0, count: ownMeshes.count)
        for place in ownPlaces { counts[place.mesh] += 1 }
        let names = ownMeshes.map { $0.flatMap { scene.meshes[$0].name } }
        if counts.contains(where: { $0 > 1 }) || names.contains(where: { $0 != nil }) {
            origin.meshes = zip(names, counts).map { USDOrigin.MeshForm(name: $0, count: $1) }
        }
    }

    private mutating func loseSceneNames() {
        let names = scene.scenes.map(\.name)
        guard names.count > 1 || names.contains(where: { $0 != nil }) else { return }
        lose(
            .hierarchyBaked, .reencoded, "/scenes", "scenes", names.count, "scenes", "USD has one scene without a name")
        var number: [Int: Int] = [:]
        for (index, source) in tree.nodes.compactMap(\.source).enumerated() { number[source] = index }
        origin.scenes = scene.scenes.map { SceneRoot(name: $0.name, roots: $0.roots.compactMap { number[$0] }) }
        origin.defaultScene = scene.defaultScene
    }
}
