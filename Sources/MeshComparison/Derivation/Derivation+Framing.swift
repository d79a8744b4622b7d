import MeshModel

extension Derivation {
    /// Converts the scene to the claimed frame: up axis and unit, and vertices or root nodes.
    mutating func frame(_ framing: Correspondence.Framing) {
        let vertices = scene.vertexSets.reduce(0) { $0 + $1.count }
        if let unit = framing.metersPerUnit {
            if let own = scene.metersPerUnit, abs(framing.scale * unit - own) <= 1e-15 * own {
                add(.type, ScenePath.metersPerUnit, count: vertices)
            } else {
                add(.value, ScenePath.metersPerUnit, count: 1, valueClass: .approximated)
            }
            scene.metersPerUnit = unit
        } else if framing.scale != 1 {
            add(.value, ScenePath.metersPerUnit, count: 1, valueClass: .approximated)
        }
        if let axis = framing.upAxis {
            if let own = scene.upAxis, own != axis {
                add(.type, ScenePath.upAxis, count: vertices)
            } else {
                add(.value, ScenePath.upAxis, count: 1, valueClass: .approximated)
            }
            scene.upAxis = axis
        }
        if framing.scale != 1 { scaleReaches(framing.scale) }
        if let roots = framing.roots {
            addRoots(roots, framing)
        } else {
            moveVertices(framing)
        }
    }

    /// Scales distances of cameras and lights, since transforms don't affect them.
    private mutating func scaleReaches(_ scale: Double) {
        scene.cameras = scene.cameras.map { camera in
            var camera = camera
            switch camera.projection {
            case .perspective(let yfov, let ratio, let near, let far):
                camera.projection = .perspective(
                    yfov: yfov, aspectRatio: ratio, znear: scale * near, zfar: far.map { scale * $0 })
            case .orthographic(let x, let y, let near, let far):
                camera.projection = .orthographic(
                    xmag: scale * x, ymag: scale * y, znear: scale * near, zfar: scale * far)
            }
            return camera
        }
        scene.lights = scene.lights.map { light in
            var light = light
            if let range = light.range { light.range = scale * range }
            return light
        }
        for clip in scene.clips.indices {
            for place in scene.clips[clip].settings.indices where scene.clips[clip].settings[place].isLength {
                var sampler = scene.clips[clip].samplers[scene.clips[clip].settings[place].sampler]
                let rows = sampler.values.doubles().map { scale * $0 }
                let width = sampler.values.components
                switch sampler.values.type {
                case .float64: sampler.values = Column(rows, components: width)
                default: sampler.values = Column(rows.map { Float($0) }, components: width)
                }
                scene.clips[clip].settings[place].sampler = scene.clips[clip].samplers.count
                scene.clips[clip].samplers.append(sampler)
            }
        }
    }

    /// Adds nodes above the roots that rotate and scale everything below.
    private mutating func addRoots(_ roots: [[Int]], _ framing: Correspondence.Framing) {
        // The images of the three axes.
        let scale = framing.scale
        var matrix = [scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, 1]
        switch framing.upAxis {
        case .z: matrix = [scale, 0, 0, 0, 0, 0, scale, 0, 0, -scale, 0, 0, 0, 0, 0, 1]
        case .y: matrix = [scale, 0, 0, 0, 0, 0, -scale, 0, 0, scale, 0, 0, 0, 0, 0, 1]
        case nil: break
        }
        let isTop = NodePlacements(scene).isRoot
        var above = [Int?](repeating: nil, count: scene.nodes.count)
        var wrong = 0
        for children in roots {
            for child in children {
                if isTop.indices.contains(child), isTop[child], above[child] == nil {
                    above[child] = scene.nodes.count
                } else {
                    wrong += 1
                }
            }
            scene.nodes.append(Node(transform: .matrix(matrix), children: children))
        }
        wrong += isTop.indices.count { isTop[$0] && above[$0] == nil }
        add(.value, ScenePath.nodes, count: wrong, valueClass: .approximated)
        for index in scene.scenes.indices {
            var own: [Int] = []
            for root in scene.scenes[index].roots {
                let node = above.indices.contains(root) ? above[root] ?? root : root
                if !own.contains(node) { own.append(node) }
            }
            scene.scenes[index].roots = own
        }
    }

    private mutating func moveVertices(_ framing: Correspondence.Framing) {
        // Vertices under a node with a transform would need another move.
        let moved = scene.nodes.count { $0.transform != .identity }
        add(.value, ScenePath.nodes, count: moved, valueClass: .approximated)
        for set in scene.vertexSets.indices {
            for (index, attribute) in scene.vertexSets[set].attributes.enumerated() {
                scene.vertexSets[set].attributes[index] = framed(
                    attribute, ScenePath.vertexAttribute(set: set, attribute.semantic), framing)
            }
            for (index, pool) in scene.vertexSets[set].pools.enumerated() {
                scene.vertexSets[set].pools[index] = framed(pool, ScenePath.pool(set: set, index), framing)
            }
        }
        // Only vertices have positions.
        for mesh in scene.meshes.indices {
            for primitive in scene.meshes[mesh].primitives.indices {
                let attributes = scene.meshes[mesh].primitives[primitive].elementAttributes
                for (index, attribute) in attributes.enumerated() where attribute.semantic != .position {
                    scene.meshes[mesh].primitives[primitive].elementAttributes[index] = framed(
                        attribute,
                        ScenePath.elementAttribute(mesh: mesh, primitive: primitive, attribute.semantic), framing)
                }
            }
        }
    }

    private mutating func framed(
        _ attribute: Attribute, _ path: String, _ framing: Correspondence.Framing
    ) -> Attribute {
        func turned(_ v: SIMD3<Double>) -> SIMD3<Double> {
            switch framing.upAxis {
            case .z: SIMD3(v.x, -v.z, v.y)
            case .y: SIMD3(v.x, v.z, -v.y)
            case nil: v
            }
        }
        let isPosition = attribute.semantic == .position
        guard isPosition || attribute.semantic == .normal, attribute.offsets == nil, attribute.values.components >= 3
        else {
            if framing.upAxis != nil && attribute.dependsOnDirection || framing.scale != 1 && attribute.dependsOnSize {
                add(.value, path, count: attribute.count, valueClass: .approximated)
            }
            return attribute
        }
        // Directions don't scale.
        if !isPosition, framing.upAxis == nil { return attribute }
        var exact = attribute
        exact.normalized = false
        exact.values = Self.rows(of: attribute) { isPosition ? turned($0) * framing.scale : turned($0) }
        return stored(exact, of: attribute, path)
    }
}
