extension Scene {
    /// Adds another scene below a new node at the top of the shown scene: what it shows by default, or its first scene.
    ///
    /// Nothing is converted: who adds a scene has seen to it that units and axes are the same. Columns and images are
    /// shared, not copied. Lines that the scene says about itself are added where they are not there already.
    ///
    /// - Parameters:
    ///   - other: the scene; the nodes of its other scenes come along and are shown by none.
    ///   - node: the node that it stands below; its children are replaced.
    public mutating func add(_ other: Scene, below node: Node) {
        let start = Starts(self)
        if scenes.isEmpty { scenes = [SceneRoot(roots: [])] }
        let shown = scenes.indices.contains(defaultScene ?? 0) ? defaultScene ?? 0 : 0
        defaultScene = shown
        vertexSets += other.vertexSets
        for image in other.images { images.append(distinct(image)) }
        textures += other.textures.map { Texture(name: $0.name, image: $0.image + start.image) }
        materials += other.materials.map { material in
            var material = material
            for index in material.textures.indices { material.textures[index].texture += start.texture }
            return material
        }
        meshes += other.meshes.map { mesh in
            Mesh(name: mesh.name, primitives: mesh.primitives.map { start.moved($0) })
        }
        cameras += other.cameras
        lights += other.lights
        tables += other.tables
        nodes += other.nodes.map { start.moved($0) }
        for entry in other.metadata where !metadata.contains(entry) { metadata.append(entry) }
        var top = node
        let scene = other.defaultScene ?? 0
        let roots = other.scenes.indices.contains(scene) ? other.scenes[scene].roots : []
        top.children = roots.map { $0 + start.node }
        nodes.append(top)
        scenes[shown].roots.append(nodes.count - 1)
    }

    /// An image that shares its path with none that is another one: `2-wall.png` beside `wall.png`.
    private func distinct(_ image: Image) -> Image {
        guard !image.uri.isEmpty else { return image }
        func isTaken(_ uri: String) -> Bool {
            images.contains { $0.uri == uri && ($0.path != image.path || $0.bytes != image.bytes) }
        }
        let slash = image.uri.lastIndex(of: "/").map { image.uri.index(after: $0) } ?? image.uri.startIndex
        let (folder, name) = (image.uri[..<slash], image.uri[slash...])
        var image = image
        var number = 1
        while isTaken(image.uri) {
            number += 1
            image.uri = "\(folder)\(number)-\(name)"
        }
        return image
    }

    /// Where the parts of a scene that is added begin.
    private struct Starts {
        let node: Int
        let mesh: Int
        let vertexSet: Int
        let material: Int
        let texture: Int
        let image: Int
        let camera: Int
        let light: Int

        init(_ scene: Scene) {
            node = scene.nodes.count
            mesh = scene.meshes.count
            vertexSet = scene.vertexSets.count
            material = scene.materials.count
            texture = scene.textures.count
            image = scene.images.count
            camera = scene.cameras.count
            light = scene.lights.count
        }

        func moved(_ node: Node) -> Node {
            Node(
                name: node.name, transform: node.transform, children: node.children.map { $0 + self.node },
                mesh: node.mesh.map { $0 + mesh }, camera: node.camera.map { $0 + camera },
                light: node.light.map { $0 + light })
        }

        func moved(_ primitive: Primitive) -> Primitive {
            var primitive = primitive
            primitive.vertexSet += vertexSet
            switch primitive.material {
            case .none: break
            case .one(let index): primitive.material = .one(index + material)
            case .perElement(let indices):
                let first = Double(material)
                // −1 is no material, wherever the others begin.
                primitive.material = .perElement(indices.mapped(to: .int32) { $1 < 0 ? -1 : $1 + first })
            }
            return primitive
        }
    }
}
