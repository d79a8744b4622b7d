package import MeshModel

/// Draws small random scenes that cover everything in the scene model, including ugly values.
///
/// ``Features`` can be switched off one by one, to shrink a failing scene to what makes it fail.
package struct SceneGenerator {
    /// The features that a drawn scene may have.
    package struct Features: OptionSet, Sendable, Hashable {
        /// The bits.
        package let rawValue: UInt64
        package init(rawValue: UInt64) { self.rawValue = rawValue }
        /// All features except faces of one and two corners.
        package static let all = forTriangles.subtracting(smallFaces)
        /// All features, including faces of one and two corners, which triangulation removes.
        package static let forTriangles = Features(rawValue: (1 << bitCount) - 1)
        static let ownFrames = all.subtracting(frames)
        /// Frames of other formats, and the features that they need.
        static let otherFrames: Features = [
            colors, texCoords, pools, materials, textures, frames, cameras, embedded, secondSet,
        ]
        /// Values of two to four numbers. They are in no set above: asking for them draws other scenes of the same seeds.
        static let vectors = Features(rawValue: 1 << 63)
        static let normals = Features(rawValue: 1 << 0)
        static let colors = Features(rawValue: 1 << 1)
        static let texCoords = Features(rawValue: 1 << 2)
        static let custom = Features(rawValue: 1 << 3)
        static let ragged = Features(rawValue: 1 << 4)
        static let pools = Features(rawValue: 1 << 5)
        static let secondSet = Features(rawValue: 1 << 6)
        static let lines = Features(rawValue: 1 << 7)
        static let points = Features(rawValue: 1 << 8)
        static let mixedArity = Features(rawValue: 1 << 9)
        static let elementAttributes = Features(rawValue: 1 << 10)
        static let subsets = Features(rawValue: 1 << 11)
        static let materials = Features(rawValue: 1 << 12)
        static let textures = Features(rawValue: 1 << 13)
        static let names = Features(rawValue: 1 << 14)
        static let severalMeshes = Features(rawValue: 1 << 15)
        static let tables = Features(rawValue: 1 << 16)
        static let metadata = Features(rawValue: 1 << 17)
        static let units = Features(rawValue: 1 << 18)
        static let uglyValues = Features(rawValue: 1 << 19)
        static let oddTypes = Features(rawValue: 1 << 20)
        static let cloud = Features(rawValue: 1 << 21)
        static let hierarchy = Features(rawValue: 1 << 22)
        static let shapes = Features(rawValue: 1 << 23)
        static let smallFaces = Features(rawValue: 1 << 24)
        static let faceNormals = Features(rawValue: 1 << 25)
        static let attributeWords = Features(rawValue: 1 << 26)
        static let soup = Features(rawValue: 1 << 27)
        static let frames = Features(rawValue: 1 << 28)
        static let cameras = Features(rawValue: 1 << 29)
        static let embedded = Features(rawValue: 1 << 30)
        static let far = Features(rawValue: 1 << 31)
        static let splats = Features(rawValue: 1 << 32)
        /// Scenes far from the origin with several instances.
        static let farAway: Features = [.far, .severalMeshes, .secondSet, .hierarchy, .lines, .points, .normals]
        static let motion = Features(rawValue: 1 << 33)
        static let visibility = Features(rawValue: 1 << 34)
        static let instances = Features(rawValue: 1 << 35)
        /// Scenes with copies of meshes by rows of transforms.
        static let copied: Features = [.instances, .severalMeshes, .hierarchy, .normals, .names, .lines]
        static let settings = Features(rawValue: 1 << 36)
        /// Scenes whose cameras, lights and materials change.
        static let changing: Features = [.motion, .settings, .cameras, .materials, .names]
        static let variants = Features(rawValue: 1 << 37)
        /// Scenes with variants of materials.
        static let chosen: Features = [.variants, .materials, .names, .severalMeshes, .mixedArity, .lines, .subsets]
        /// Scenes that move, with what motion depends on.
        static let moving: Features = [
            .motion, .visibility, .severalMeshes, .secondSet, .hierarchy, .normals, .names, .points,
        ]
        static let bitCount: UInt64 = 38
    }

    var random: RandomSource
    let features: Features

    /// Draws the scene of a seed with the given features.
    package static func scene(seed: UInt64, features: Features = .all) -> MeshScene {
        var generator = SceneGenerator(random: RandomSource(seed: seed), features: features)
        return generator.draw()
    }

    /// Returns whether a feature is drawn. Always draws, so that switching a feature off leaves everything else
    /// unchanged.
    mutating func has(_ feature: Features, oneIn n: Int) -> Bool {
        let drawn = random.oneIn(n)
        return drawn && features.contains(feature)
    }

    private mutating func draw() -> MeshScene {
        var scene = MeshScene()
        let setCount = has(.secondSet, oneIn: 6) ? 2 : 1
        for _ in 0..<setCount { scene.vertexSets.append(drawVertexSet()) }
        drawMaterials(&scene)
        let isCloud = has(.cloud, oneIn: 4)
        let meshCount = has(.severalMeshes, oneIn: 4) ? random.int(2...3) : max(1, setCount)
        for index in 0..<meshCount {
            let set = index < setCount ? index : random.int(0...setCount - 1)
            let primitives =
                isCloud && setCount == 1 && meshCount == 1
                ? [Primitive.cloud(vertexSet: 0, count: scene.vertexSets[0].count)]
                : drawPrimitives(set: set, in: scene)
            scene.meshes.append(Mesh(name: drawName(oneIn: 5), primitives: primitives))
            scene.nodes.append(Node(name: drawName(oneIn: 2), mesh: index))
        }
        scene.scenes = [SceneRoot(roots: Array(scene.nodes.indices))]
        scene.defaultScene = 0
        if has(.tables, oneIn: 5) { scene.tables.append(drawTable()) }
        drawMetadata(&scene)
        if has(.units, oneIn: 6) { scene.upAxis = random.pick(.y, .z) }
        if has(.units, oneIn: 6) { scene.metersPerUnit = random.pick(1, 0.01, 0.0254) }
        drawShapes(&scene)
        drawHierarchy(&scene)
        // These come last, so that older seeds still give the same rest of a scene.
        scene.changePrimitives { if $0.topology == .polygons { drawFaceAttributes(&$0) } }
        drawSoup(&scene)
        drawFrames(&scene)
        drawCamerasAndLights(&scene)
        drawEmbedded(&scene)
        drawFar(&scene)
        drawSplats(&scene)
        drawMotion(&scene)
        drawInstances(&scene)
        drawVisibility(&scene)
        drawSettings(&scene)
        drawVariants(&scene)
        return scene
    }

    mutating func drawName(oneIn n: Int) -> String? {
        let name = random.pick("Sofa", "wall", "two words", "größe", "a.b", "x_1")
        return has(.names, oneIn: n) ? name : nil
    }

    // MARK: Vertices

    private mutating func drawVertexSet() -> VertexSet {
        let count = random.oneIn(12) ? 0 : random.int(3...12)
        var set = VertexSet(count: count)
        let positionType: ScalarType = random.pick(.float32, .float32, .float64, .int16, .int32)
        let type = features.contains(.oddTypes) ? positionType : .float32
        set.attributes.append(Attribute(.position, drawColumn(type, count, 3)))
        let normalType: ScalarType = random.pick(.float32, .float64)
        if has(.normals, oneIn: 3) { set.attributes.append(Attribute(.normal, drawColumn(normalType, count, 3))) }
        if has(.colors, oneIn: 2) { set.attributes.append(drawColor(count)) }
        if has(.texCoords, oneIn: 4) {
            set.attributes.append(
                Attribute(.texCoord(0), drawColumn(.float32, count, 2), frame: .bottomLeftUV))
        }
        for name in ["confidence", "intensity", "label"] where has(.custom, oneIn: 3) {
            let drawn: ScalarType = random.pick(
                .float32, .float64, .int8, .uint8, .int16, .uint16, .int32, .uint32, .int64)
            set.attributes.append(
                Attribute(
                    AttributeSemantic(name: name),
                    drawColumn(features.contains(.oddTypes) ? drawn : .float32, count, 1)))
        }
        if features.contains(.vectors), has(.custom, oneIn: 6) {
            set.attributes.append(
                Attribute(AttributeSemantic(name: "flow"), drawColumn(.float32, count, random.int(2...4))))
        }
        if has(.ragged, oneIn: 8) {
            set.attributes.append(drawRagged(AttributeSemantic(name: "visible_cameras"), count))
        }
        if has(.pools, oneIn: 2), set.attribute(.texCoord(0)) == nil {
            let rows = random.int(1...8)
            let poolType: ScalarType = random.pick(.float32, .float32, .float64)
            set.pools.append(
                Attribute(.texCoord(0), drawColumn(poolType, rows, 2), frame: .bottomLeftUV))
        }
        if has(.pools, oneIn: 3), set.attribute(.normal) == nil {
            let rows = random.int(1...8)
            set.pools.append(Attribute(.normal, drawColumn(.float32, rows, 3)))
        }
        return set
    }

    private mutating func drawColor(_ count: Int) -> Attribute {
        let components = random.oneIn(3) ? 4 : 3
        let kind = random.int(0...5)
        switch features.contains(.oddTypes) ? kind : 0 {
        case 0, 1:
            return Attribute(.color(0), drawColumn(.uint8, count, components), normalized: true, frame: .srgb)
        case 2:
            return Attribute(.color(0), drawColumn(.uint16, count, components), normalized: true, frame: .srgb)
        case 3:
            let codes = (0..<count * components).map { _ in Float(Double(random.int(0...255)) / 255) }
            return Attribute(.color(0), Column(codes, components: components), frame: .srgb)
        case 4:
            let values = (0..<count * components).map { _ in Float(random.int(0...1_000_000)) / 1_000_000 }
            return Attribute(.color(0), Column(values, components: components), frame: .srgb)
        default:
            let values = (0..<count * components).map { _ in Float(random.int(-100...1_400)) / 1_000 }
            return Attribute(.color(0), Column(values, components: components), frame: .srgb)
        }
    }

    private mutating func drawRagged(_ semantic: AttributeSemantic, _ count: Int) -> Attribute {
        var offsets: [Int32] = [0]
        for _ in 0..<count { offsets.append((offsets.last ?? 0) + Int32(random.int(0...3))) }
        let values = drawColumn(random.pick(.int32, .uint8, .float32), Int(offsets.last ?? 0), 1)
        return Attribute(semantic, values, offsets: Column(offsets))
    }

    mutating func drawColumn(_ type: ScalarType, _ count: Int, _ components: Int) -> Column {
        let n = count * components
        switch type {
        case .int8: return drawIntegers(Int8.self, n, components)
        case .uint8: return drawIntegers(UInt8.self, n, components)
        case .int16: return drawIntegers(Int16.self, n, components)
        case .uint16, .float16: return drawIntegers(UInt16.self, n, components)
        case .int32: return drawIntegers(Int32.self, n, components)
        case .uint32: return drawIntegers(UInt32.self, n, components)
        case .int64: return drawIntegers(Int64.self, n, components)
        case .uint64: return drawIntegers(UInt64.self, n, components)
        case .float32: return Column((0..<n).map { _ in Float(drawNumber(float32: true)) }, components: components)
        case .float64: return Column((0..<n).map { _ in drawNumber(float32: false) }, components: components)
        }
    }

    private mutating func drawIntegers<T: ColumnScalar & FixedWidthInteger>(
        _: T.Type, _ n: Int, _ components: Int
    ) -> Column {
        Column((0..<n).map { _ in T(truncatingIfNeeded: random.next()) }, components: components)
    }

    private mutating func drawNumber(float32: Bool) -> Double {
        let bits = random.next()
        let plain = Double(random.int(-5_000...5_000)) / 1_000
        let kind = random.int(0...11)
        guard features.contains(.uglyValues) else { return float32 ? Double(Float(plain)) : plain }
        switch kind {
        case 0: return -0.0
        case 1:
            return float32 ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits) & 0x7F7F_FFFF)) : plain * 1e200
        case 2: return float32 ? 16_777_217 : 9_007_199_254_740_992
        case 3: return float32 ? Double(Float(0.1)) : 0.1
        case 4: return random.oneIn(8) ? .nan : plain
        case 5: return plain * 1e-30
        case 6: return 4_500_000.25 + plain
        default: return plain
        }
    }

    // MARK: Primitives

    private mutating func drawPrimitives(set: Int, in scene: MeshScene) -> [Primitive] {
        let vertices = scene.vertexSets[set].count
        var primitives: [Primitive] = []
        let polygons = random.int(0...6)
        primitives.append(drawPrimitive(.polygons, polygons, set, vertices, scene))
        let lines = random.int(1...3)
        if has(.lines, oneIn: 4) { primitives.append(drawPrimitive(.lines, lines, set, vertices, scene)) }
        let points = random.int(1...3)
        if has(.points, oneIn: 5) { primitives.append(drawPrimitive(.points, points, set, vertices, scene)) }
        return primitives.filter { $0.elementCount > 0 }
    }

    private mutating func drawPrimitive(
        _ topology: Topology, _ wanted: Int, _ set: Int, _ vertices: Int, _ scene: MeshScene
    ) -> Primitive {
        let count = vertices == 0 ? 0 : wanted
        let smallest = topology == .points ? 1 : topology == .lines ? 2 : 3
        let isMixed = has(.mixedArity, oneIn: 3) && topology != .points
        var offsets: [Int32] = [0]
        var corners: [Int32] = []
        for _ in 0..<count {
            let arity = isMixed ? random.int(smallest...smallest + 3) : smallest
            for _ in 0..<arity { corners.append(Int32(random.int(0...vertices - 1))) }
            offsets.append(Int32(corners.count))
        }
        let arities = zip(offsets.dropFirst(), offsets).map(-)
        let isUniform = Set(arities).count <= 1
        var primitive = Primitive(
            topology: topology, vertexSet: set, elementCount: count,
            arity: isUniform ? .uniform(Int(arities.first ?? Int32(smallest))) : .offsets(Column(offsets)),
            vertices: Column(corners))
        for (pool, attribute) in scene.vertexSets[set].pools.enumerated() where topology != .points {
            let drawn = random.int(0...3)
            guard drawn > 0, attribute.count > 0 else { continue }
            let rows = corners.map { vertex -> Int32 in
                let row = Int32(random.int(0...attribute.count - 1))
                let isBare = random.oneIn(8)
                return drawn == 1 ? vertex % Int32(attribute.count) : drawn == 2 && isBare ? -1 : row
            }
            primitive.cornerAttributes.append(CornerAttribute(pool: pool, indices: Column(rows)))
        }
        if has(.elementAttributes, oneIn: 3) {
            primitive.elementAttributes.append(
                Attribute(.smoothingGroup, Column((0..<count).map { _ in UInt32(random.int(0...3)) })))
        }
        if has(.elementAttributes, oneIn: 4) {
            primitive.elementAttributes.append(
                Attribute(.color(0), drawColumn(.uint8, count, 3), normalized: true, frame: .srgb))
        }
        if has(.elementAttributes, oneIn: 4) {
            primitive.elementAttributes.append(
                Attribute(AttributeSemantic(name: "quality"), drawColumn(.float32, count, 1)))
        }
        if has(.subsets, oneIn: 3), count > 0 {
            let middle = random.int(0...count)
            let first = Subset(name: "left", ranges: middle > 0 ? [0..<middle] : [])
            let second = Subset(name: "all of it", ranges: [0..<count])
            primitive.subsetFamilies = [
                SubsetFamily(name: "groups", subsets: [first, second].filter { $0.count > 0 })
            ]
        }
        if !scene.materials.isEmpty, features.contains(.materials) {
            switch random.int(0...3) {
            case 0: primitive.material = .none
            case 1: primitive.material = .one(random.int(0...scene.materials.count - 1))
            default:
                let materials = (0..<count).map { _ in Int32(random.int(-1...scene.materials.count - 1)) }
                primitive.material = .perElement(Column(materials))
            }
        }
        return primitive
    }

    /// Adds attributes that only faces have: normals, float colours, attribute words as in STL.
    private mutating func drawFaceAttributes(_ primitive: inout Primitive) {
        let count = primitive.elementCount
        if has(.faceNormals, oneIn: 4) {
            let type: ScalarType = random.pick(.float32, .float64)
            primitive.elementAttributes.append(Attribute(.normal, drawColumn(type, count, 3)))
        }
        if has(.attributeWords, oneIn: 4) {
            let type: ScalarType = random.pick(.uint16, .uint16, .int16, .uint8)
            let isMarked = random.oneIn(4)
            let values = drawColumn(type, count, 1)
            let marked = Column((0..<count).map { UInt16(truncatingIfNeeded: $0 &* 977) | 0x8000 })
            primitive.elementAttributes.append(
                Attribute(AttributeSemantic(name: "stl_attribute"), isMarked ? marked : values))
        }
        if has(.elementAttributes, oneIn: 6),
            !primitive.elementAttributes.contains(where: { $0.semantic == .color(0) })
        {
            let codes = (0..<count * 4).map { _ in Float(random.int(0...31)) / 31 }
            primitive.elementAttributes.append(
                Attribute(.color(0), Column(codes, components: 4), frame: .srgb))
        }
    }

    /// Adds triangles with unshared vertices and without indices, as in STL.
    private mutating func drawSoup(_ scene: inout MeshScene) {
        guard has(.soup, oneIn: 8) else { return }
        let triangles = random.int(1...5)
        scene.nodes.append(Node(name: drawName(oneIn: 2), mesh: scene.meshes.count))
        scene.scenes[0].roots.append(scene.nodes.count - 1)
        var primitive = Primitive(
            topology: .polygons, vertexSet: scene.vertexSets.count, elementCount: triangles, arity: .uniform(3),
            vertices: nil)
        drawFaceAttributes(&primitive)
        scene.meshes.append(Mesh(primitives: [primitive]))
        let positions = repeating(drawColumn(.float32, 3 * triangles, 3))
        scene.vertexSets.append(VertexSet(count: 3 * triangles, attributes: [Attribute(.position, positions)]))
    }

    /// Repeats some rows, partly with the other sign of zero.
    private mutating func repeating(_ column: Column) -> Column {
        var values = column.doubles()
        for row in 1..<max(column.count, 1) where random.oneIn(2) {
            let other = random.int(0...row - 1)
            for component in 0..<3 {
                let value = values[other * 3 + component]
                values[row * 3 + component] = value == 0 && random.oneIn(2) ? -value : value
            }
        }
        return column.changed { index, _ in values[index] }
    }

    // MARK: The rest

    private mutating func drawMaterials(_ scene: inout MeshScene) {
        let count = random.int(1...3)
        guard has(.materials, oneIn: 3) else { return }
        for index in 0..<count {
            var material = SceneMaterial(name: drawName(oneIn: 1).map { "\($0) \(index)" } ?? "m\(index)")
            if random.oneIn(2) {
                material.parameters.append(MaterialParameter("baseColor", [0.8, 0.25, Double(index)]))
            }
            if random.oneIn(3) { material.parameters.append(MaterialParameter("alpha", [0.5])) }
            if random.oneIn(3) { material.parameters.append(MaterialParameter("roughness", [0.1])) }
            if random.oneIn(4) { material.parameters.append(MaterialParameter("Ns", [96.078431])) }
            if has(.textures, oneIn: 2) {
                let image = random.int(0...1)
                while scene.images.count <= image {
                    scene.images.append(SceneImage(uri: "texture \(scene.images.count).png"))
                    scene.textures.append(Texture(image: scene.images.count - 1))
                }
                material.textures.append(TextureSlot("baseColor", texture: image))
            }
            scene.materials.append(material)
        }
    }

    private mutating func drawTable() -> SceneTable {
        let rows = random.int(0...4)
        return SceneTable(
            name: "camera", rowCount: rows,
            columns: [
                Attribute(AttributeSemantic(name: "view_px"), drawColumn(.float64, rows, 1)),
                Attribute(AttributeSemantic(name: "id"), drawColumn(.uint16, rows, 1)),
                drawRagged(AttributeSemantic(name: "seen"), rows),
            ])
    }

    private mutating func drawMetadata(_ scene: inout MeshScene) {
        if has(.metadata, oneIn: 3) {
            scene.metadata.append(MetadataEntry(key: "comment", value: "made by hand"))
        }
        if has(.metadata, oneIn: 5) {
            scene.metadata.append(MetadataEntry(key: "obj_info", value: "num_cols 512"))
            scene.metadata.append(MetadataEntry(key: "comment", value: "twice"))
            scene.metadata.append(MetadataEntry(key: "comment", value: "twice"))
        }
    }
}
