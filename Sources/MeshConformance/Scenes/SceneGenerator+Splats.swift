import MeshModel

// Gaussian splats, encoded as in PLY or as in glTF.

extension SceneGenerator {
    /// Adds splats of any degree, sometimes with colours, or replaces everything else with them.
    mutating func drawSplats(_ scene: inout MeshScene) {
        guard has(.splats, oneIn: 8) else { return }
        let count = random.int(1...6)
        let degree = random.int(0...3)
        let isPlain = random.oneIn(2)
        let isAlone = random.oneIn(2)
        let type: ScalarType = random.oneIn(8) ? .float64 : .float32
        var set = VertexSet(count: count, attributes: [Attribute(.position, drawColumn(.float32, count, 3))])
        if random.oneIn(4) {
            set.attributes.append(
                Attribute(
                    .color(0), Column((0..<count * 3).map { UInt8(truncatingIfNeeded: $0 &* 89) }, components: 3),
                    normalized: true, frame: .srgb))
        }
        for name in SplatNames.all(degree: degree) {
            var attribute = Attribute(AttributeSemantic(name: name), drawColumn(type, count, 1))
            if SplatNames.isShape(name) {
                attribute.frame.encoding = isPlain ? .linear : SplatNames.encoding(name)
                if isPlain { attribute.values = drawShape(name, count, type) }
            }
            if SplatNames.rotations.contains(name) { attribute.frame.quaternionOrder = .wxyz }
            set.attributes.append(attribute)
        }
        let cloud = Primitive.cloud(vertexSet: isAlone ? 0 : scene.vertexSets.count, count: count)
        if isAlone {
            scene.vertexSets = []
            scene.meshes = []
            scene.nodes = []
            scene.scenes = [SceneRoot(roots: [])]
            scene.cameras = []
            scene.lights = []
        }
        scene.nodes.append(Node(mesh: scene.meshes.count))
        if scene.scenes.isEmpty { scene.scenes = [SceneRoot(roots: [])] }
        scene.scenes[0].roots.append(scene.nodes.count - 1)
        scene.meshes.append(Mesh(primitives: [cloud]))
        scene.vertexSets.append(set)
    }

    /// Draws values that glTF allows: sizes from 0, opacities from 0 to 1, rotations of length 1.
    private mutating func drawShape(_ name: String, _ count: Int, _ type: ScalarType) -> Column {
        let isTurn = SplatNames.rotations.contains(name)
        let values = (0..<count).map { _ -> Double in
            let value = Double(random.int(0...1_000)) / 1_000
            return isTurn ? (name == SplatNames.rotations[1] ? 1 : 0) : value
        }
        return type == .float64 ? Column(values) : Column(values.map { Float($0) })
    }
}
