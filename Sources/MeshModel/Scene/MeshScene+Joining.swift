extension MeshScene {
    /// Adds another scene below a new node at the top of the default scene, or of the first one.
    ///
    /// Nothing is converted: the caller makes sure that units and axes match. Columns and images are shared, not
    /// copied. Metadata entries are added unless they are already there.
    ///
    /// - Parameters:
    ///   - other: the scene; nodes of its non-default scenes are added too, but no scene shows them.
    ///   - node: the new parent node; its children are replaced.
    public mutating func add(_ other: MeshScene, below node: Node) {
        let start = Starts(self)
        let variants = addVariants(of: other)
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
        if meshes.isEmpty { bareModel = other.bareModel }
        meshes += other.meshes.map { mesh in
            Mesh(name: mesh.name, primitives: mesh.primitives.map { start.moved($0, variants) }, targets: mesh.targets)
        }
        cameras += other.cameras
        lights += other.lights
        tables += other.tables
        skins += other.skins.map { start.moved($0) }
        clips += other.clips.map { start.moved($0) }
        timeline = timeline ?? other.timeline
        nodes += other.nodes.map { start.moved($0) }
        for entry in other.metadata where !metadata.contains(entry) { metadata.append(entry) }
        var top = node
        let scene = other.defaultScene ?? 0
        let roots = other.scenes.indices.contains(scene) ? other.scenes[scene].roots : []
        top.children = roots.map { $0 + start.node }
        nodes.append(top)
        scenes[shown].roots.append(nodes.count - 1)
    }

    /// Adds the variants of another scene: those with a known name are the same, so that both change together.
    ///
    /// - Returns: the new index of each.
    private mutating func addVariants(of other: MeshScene) -> [Int] {
        var known: [String: [Int]] = [:]
        for (index, name) in materialVariants.enumerated().reversed() { known[name, default: []].append(index) }
        return other.materialVariants.map { name in
            if let index = known[name]?.popLast() { return index }
            materialVariants.append(name)
            return materialVariants.count - 1
        }
    }

    /// Returns the image with a path that no different image uses: `2-wall.png` beside `wall.png`.
    private func distinct(_ image: SceneImage) -> SceneImage {
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

    /// The index of the first added part of each kind.
    private struct Starts {
        let node: Int
        let mesh: Int
        let vertexSet: Int
        let material: Int
        let texture: Int
        let image: Int
        let camera: Int
        let light: Int
        let skin: Int

        init(_ scene: MeshScene) {
            node = scene.nodes.count
            mesh = scene.meshes.count
            vertexSet = scene.vertexSets.count
            material = scene.materials.count
            texture = scene.textures.count
            image = scene.images.count
            camera = scene.cameras.count
            light = scene.lights.count
            skin = scene.skins.count
        }

        func moved(_ skin: Skin) -> Skin {
            var skin = skin
            skin.joints = skin.joints.map { $0 + node }
            skin.skeleton = skin.skeleton.map { $0 + node }
            return skin
        }

        func moved(_ clip: AnimationClip) -> AnimationClip {
            var clip = clip
            for index in clip.channels.indices { clip.channels[index].node += node }
            for index in clip.settings.indices {
                switch clip.settings[index].part {
                case .camera(let own): clip.settings[index].part = .camera(own + camera)
                case .light(let own): clip.settings[index].part = .light(own + light)
                case .material(let own): clip.settings[index].part = .material(own + material)
                }
            }
            return clip
        }

        func moved(_ node: Node) -> Node {
            Node(
                name: node.name, transform: node.transform, children: node.children.map { $0 + self.node },
                mesh: node.mesh.map { $0 + mesh }, camera: node.camera.map { $0 + camera },
                light: node.light.map { $0 + light }, skin: node.skin.map { $0 + skin }, weights: node.weights,
                instances: node.instances, isVisible: node.isVisible)
        }

        func moved(_ primitive: Primitive, _ variants: [Int]) -> Primitive {
            var primitive = primitive
            primitive.vertexSet += vertexSet
            primitive.changeMaterials { binding in
                switch binding {
                case .none: return .none
                case .one(let index): return .one(index + material)
                case .perElement(let indices):
                    let first = Double(material)
                    // −1 means no material and isn't shifted.
                    return .perElement(indices.mapped(to: .int32) { $1 < 0 ? -1 : $1 + first })
                }
            }
            primitive.variantMaterials = primitive.variantMaterials.compactMap { own in
                guard variants.indices.contains(own.variant) else { return nil }
                return VariantMaterial(variant: variants[own.variant], material: own.material)
            }
            primitive.variantMaterials.sort { $0.variant < $1.variant }
            return primitive
        }
    }
}
