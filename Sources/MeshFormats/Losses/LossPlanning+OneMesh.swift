public import MeshModel

// Planning that formats share whose files are one mesh without a name.

extension LossPlanning {
    /// Plans the nodes and meshes of a file that has one unnamed mesh, and reports what that loses.
    ///
    /// - Parameters:
    ///   - hasMesh: whether the file has vertices, so that a reader makes a mesh of it.
    ///   - merged: the number of primitives of the only mesh that become one with others.
    ///   - cause: the reason for that.
    /// - Returns: the source of the file's node and mesh, for the correspondence.
    public mutating func planOneMesh(
        hasMesh: Bool, merged: Int, _ cause: String
    ) -> (nodes: [Int?], meshes: [Int?]) {
        let format = Self.formatName
        let remedy: Remedy? = scene.meshes.count > 1 || scene.nodes.contains { $0.name != nil } ? .ending("obj") : nil
        var nodes: [Int?] = []
        if scene.nodes.count == 1, scene.nodes[0].children.isEmpty, hasMesh {
            nodes = [0]
            if let name = scene.nodes[0].name {
                lose(
                    .nameDropped, .dropped, ScenePath.node(0), "name \(name)", 1, "nodes",
                    "\(format) can't store names of nodes",
                    remedy: remedy)
            }
        } else if !scene.hasImplicitHierarchy {
            nodes = hasMesh ? [nil] : []
            lose(
                .hierarchyBaked, .dropped, ScenePath.nodes, "nodes", scene.nodes.count, "nodes",
                "\(format) can't store nodes", remedy: remedy)
        }
        var meshes: [Int?] = []
        if scene.meshes.count == 1, hasMesh {
            meshes = [0]
            if let name = scene.meshes[0].name {
                lose(
                    .nameDropped, .dropped, ScenePath.mesh(0), "name \(name)", 1, "meshes",
                    "\(format) can't store names of meshes", remedy: remedy)
            }
            lose(
                .primitivesMerged, .approximated, ScenePath.mesh(0), "primitives", merged, "primitives", cause,
                remedy: .ending("glb"))
        } else {
            meshes = hasMesh ? [nil] : []
            let reported = scene.meshes.count { mesh in
                mesh.name != nil || mesh.primitives.contains { $0.elementCount > 0 }
            }
            lose(
                .hierarchyBaked, .dropped, ScenePath.meshes, "meshes", reported, "meshes",
                "\(format) can store one unnamed mesh only",
                remedy: remedy)
        }
        loseScenes()
        return (nodes, meshes)
    }

    /// Reports all materials and images as dropped.
    public mutating func loseMaterialsAndImages() {
        for (index, material) in scene.materials.enumerated() {
            lose(
                .materialDropped, .dropped, ScenePath.material(index), "material \(material.name ?? "\(index + 1)")", 1,
                "materials", "\(Self.formatName) can't store materials", remedy: .ending("obj"))
        }
        let remedies = Remedy.keepingImages(of: scene)
        for (index, image) in scene.images.enumerated() {
            lose(
                .textureDropped, .dropped, ScenePath.image(index), image.title(index), 1, "images",
                "\(Self.formatName) can't store textures", remedy: remedies[index])
        }
    }

    /// Whether points are all vertices in their order, as a reader finds them in a file of vertices alone.
    public static func isCloud(_ points: [PrimitivePlace], of scene: MeshScene) -> Bool {
        points.map(\.primitive.vertexSet) == scene.vertexSets.indices.filter { scene.vertexSets[$0].count > 0 }
            && points.allSatisfy { place in
                place.primitive.vertices == nil
                    && place.primitive.elementCount == scene.vertexSets[place.primitive.vertexSet].count
            }
    }
}
