import MeshModel

// Features of formats with other conventions: linear colours, texture coordinates from the top, cameras, lights,
// embedded images.

extension SceneGenerator {
    /// Puts colours and texture coordinates into other frames. Some values are converted, others only get another
    /// frame.
    mutating func drawFrames(_ scene: inout MeshScene) {
        for set in scene.vertexSets.indices {
            for index in scene.vertexSets[set].attributes.indices {
                drawFrame(&scene.vertexSets[set].attributes[index])
            }
            for index in scene.vertexSets[set].pools.indices { drawFrame(&scene.vertexSets[set].pools[index]) }
        }
        scene.changePrimitives { primitive in
            for index in primitive.elementAttributes.indices { drawFrame(&primitive.elementAttributes[index]) }
        }
    }

    private mutating func drawFrame(_ attribute: inout Attribute) {
        let isColor = attribute.semantic.isColor
        guard isColor || attribute.semantic.isTexCoord, attribute.frame.scale == 1 else { return }
        guard has(.frames, oneIn: 3) else { return }
        let kind = random.int(0...5)
        if isColor {
            if kind < 3 {
                attribute.values = ColorTransfer.converted(
                    attribute, to: .linear, type: kind == 0 ? .float64 : .float32)
                attribute.normalized = false
            }
            attribute.frame.colorSpace = .linear
            return
        }
        switch kind {
        case 0, 1: attribute.values = drawnCodes(attribute.count, .uint16)
        case 2: attribute.values = drawnCodes(attribute.count, .uint8)
        case 3:
            // Short decimals, as tools write them.
            let values = (0..<attribute.count * 2).map { _ in Float(random.int(0...10_000)) / 10_000 }
            attribute.values = Column(values, components: 2)
        default: break
        }
        attribute.normalized = kind < 3
        // Normalized codes may have either origin.
        attribute.frame.uvOrigin = attribute.normalized && random.oneIn(3) ? .bottomLeft : .topLeft
    }

    private mutating func drawnCodes(_ count: Int, _ type: ScalarType) -> Column {
        let values = (0..<count * 2).map { _ in random.int(0...(type == .uint8 ? 255 : 65_535)) }
        return type == .uint8
            ? Column(values.map { UInt8($0) }, components: 2) : Column(values.map { UInt16($0) }, components: 2)
    }

    /// Adds cameras and lights, at nodes with meshes or at new nodes.
    mutating func drawCamerasAndLights(_ scene: inout MeshScene) {
        if has(.cameras, oneIn: 6) {
            for _ in 0..<random.int(1...2) {
                let isFlat = random.oneIn(2)
                scene.cameras.append(
                    Camera(
                        name: drawName(oneIn: 2),
                        projection: isFlat
                            ? .orthographic(xmag: 2, ymag: 1.5, znear: 0, zfar: 100)
                            : .perspective(
                                yfov: 0.8, aspectRatio: random.pick(nil, 1.5), znear: 0.1, zfar: random.pick(nil, 50))))
                let node = drawPlace(&scene) { $0.camera == nil }
                scene.nodes[node].camera = scene.cameras.count - 1
            }
        }
        if has(.cameras, oneIn: 6) {
            for _ in 0..<random.int(1...2) {
                let kind: Light.Kind = random.pick(
                    .point, .directional, .spot(innerConeAngle: 0.25, outerConeAngle: 0.5))
                scene.lights.append(
                    Light(
                        name: drawName(oneIn: 2), kind: kind, color: SIMD3(1, 0.5, 0.25), intensity: 800,
                        range: random.pick(nil, 12)))
                let node = drawPlace(&scene) { $0.light == nil }
                scene.nodes[node].light = scene.lights.count - 1
            }
        }
    }

    /// Returns an existing node or a new one, for a camera or light.
    private mutating func drawPlace(_ scene: inout MeshScene, _ isFree: (Node) -> Bool) -> Int {
        let free = scene.nodes.indices.filter { isFree(scene.nodes[$0]) }
        if random.oneIn(2), !free.isEmpty { return free[random.int(0...free.count - 1)] }
        scene.nodes.append(Node(name: drawName(oneIn: 2), transform: random.oneIn(2) ? .identity : drawTransform()))
        scene.scenes[0].roots.append(scene.nodes.count - 1)
        return scene.nodes.count - 1
    }

    /// Embeds images, and adds glTF's material settings.
    mutating func drawEmbedded(_ scene: inout MeshScene) {
        for index in scene.images.indices where has(.embedded, oneIn: 2) {
            let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, UInt8(index)]
            scene.images[index] = SceneImage(
                uri: "", bytes: png, name: random.pick(nil, "Wood \(index)"), mediaType: random.pick(nil, "image/png"))
        }
        for index in scene.images.indices where has(.embedded, oneIn: 6) { scene.images[index].name = "Image \(index)" }
        for index in scene.textures.indices where has(.embedded, oneIn: 4) {
            scene.textures[index].name = "Texture \(index)"
        }
        for index in scene.materials.indices where has(.embedded, oneIn: 3) {
            scene.materials[index].parameters.append(MaterialParameter("alphaMode", [2]))
            scene.materials[index].parameters.append(MaterialParameter("doubleSided", [1]))
            for slot in scene.materials[index].textures.indices where random.oneIn(2) {
                scene.materials[index].textures[slot].options = [
                    TextureOption("texCoord", ["1"]), TextureOption("wrapS", ["33071"]),
                ]
            }
            if !scene.textures.isEmpty, random.oneIn(2) {
                scene.materials[index].textures.append(TextureSlot("metallicRoughness", texture: 0))
            }
        }
    }

    /// Moves everything far from the origin, to positions that float32 can't hold, as in surveys.
    mutating func drawFar(_ scene: inout MeshScene) {
        let isFar = has(.far, oneIn: features == .farAway ? 1 : 8)
        guard isFar else { return }
        var base = SIMD3<Double>(500_000, 4_500_000, 120)
        for set in scene.vertexSets.indices {
            // Sometimes sets are far from each other, too.
            if random.oneIn(4) { base = SIMD3(-7_000, 90_000.5, 0) }
            for index in scene.vertexSets[set].attributes.indices
            where scene.vertexSets[set].attributes[index].semantic == .position {
                let isFine = random.oneIn(3)
                let values = (0..<scene.vertexSets[set].count * 3).map { number in
                    base[number % 3] + Double(random.int(-50_000...50_000)) / (isFine ? 3_000 : 1_024)
                }
                scene.vertexSets[set].attributes[index] = Attribute(.position, Column(values, components: 3))
            }
        }
    }
}
