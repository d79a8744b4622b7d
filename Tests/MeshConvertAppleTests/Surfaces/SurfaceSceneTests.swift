import MeshConvert
import MeshConvertApple
import MeshImages
import Testing

/// What graphics frameworks get of a scene.
@Suite struct SurfaceSceneTests {
    /// A square of two triangles in millimetres with Z up, whose vertices are red, green, blue and white.
    private static func square() -> MeshScene {
        let positions = Column([0, 0, 0, 1000, 0, 0, 1000, 1000, 0, 0, 1000, 0] as [Float], components: 3)
        let colors = Column([255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 188] as [UInt8], components: 3)
        let set = VertexSet(
            count: 4,
            attributes: [
                Attribute(.position, positions), Attribute(.color(0), colors, normalized: true, frame: .srgb),
                Attribute(AttributeSemantic(name: "confidence"), Column([1, 2, 3, 4] as [Float])),
            ])
        let faces = Primitive(
            topology: .polygons, vertexSet: 0, elementCount: 2, arity: .uniform(3),
            vertices: Column([0, 1, 2, 0, 2, 3] as [UInt32]))
        var scene = MeshScene(vertexSets: [set], primitives: [faces])
        (scene.upAxis, scene.metersPerUnit) = (.z, 0.001)
        return scene
    }

    @Test func modelIOGetsTheNumbersOfTheSceneAndLinearColors() throws {
        let scene = try SurfaceScene(Self.square(), for: .modelIO)
        let surface = try #require(scene.meshes.first?.surfaces.first)
        #expect(surface.positions == [0, 0, 0, 1000, 0, 0, 1000, 1000, 0, 0, 1000, 0])
        #expect(surface.indices == [0, 1, 2, 0, 2, 3])
        let colors = try #require(surface.colors)
        #expect(colors[0..<8] == [1, 0, 0, 1, 0, 1, 0, 1])
        // 188 of 255 is about half of the light.
        #expect(abs(colors[14] - 0.5029) < 0.0001)
        #expect(surface.normals == nil)
        #expect(scene.losses.map(\.code) == [.unitDropped, .attributeDropped])
        #expect(scene.losses.map(\.name) == ["unit", "confidence"])
    }

    @Test func realityKitGetsMetresYUpAndATextureOfTheColors() throws {
        let scene = try SurfaceScene(Self.square(), for: .realityKit)
        #expect(Set(scene.losses.map(\.code)) == [.attributeDropped, .interpolationSplit, .frameRooted, .colorBaked])
        let root = try #require(scene.nodes.first)
        #expect(scene.nodes.count == 2 && scene.nodes[1].parent == 0)
        // The matrix makes (x, y, z) of millimetres and Z up to (x, z, −y) of metres.
        let m = root.matrix
        let point = (0..<3).map { row -> Double in
            let (x, y, z) = (m[row] * 1000, m[4 + row] * 2000, m[8 + row] * 3000)
            return x + y + z
        }
        #expect(point == [1, 3, -2])
        let surface = try #require(scene.meshes.first?.surfaces.first)
        let material = scene.materials[try #require(surface.material)]
        #expect(material.isUnlit)
        let texture = try #require(material.textures[.baseColor])
        let image = try #require(scene.images[texture])
        // The first corner shows red.
        let coordinates = try #require(surface.texCoords)
        let column = Int(coordinates[0] * Float(image.width))
        let row = Int((1 - coordinates[1]) * Float(image.height))
        let start = (row * image.width + column) * image.channels
        #expect(Array(image.pixels[start..<start + 4]) == [255, 0, 0, 255])
    }

    @Test func cornersWithValuesOfTheirOwnBecomeVertices() throws {
        var scene = Self.square()
        scene.vertexSets[0].pools = [
            Attribute(.texCoord(0), Column([0, 0, 1, 1, 0.5, 0.25] as [Float], components: 2), frame: .topLeftUV)
        ]
        // The vertex 2 has the row 1 in both faces, the vertex 0 the rows 0 and 2; one corner has no row.
        scene.meshes[0].primitives[0].cornerAttributes = [
            CornerAttribute(pool: 0, indices: Column([0, 1, 1, 2, 1, -1] as [Int32]))
        ]
        let fitted = try SurfaceScene(scene, for: .modelIO)
        let surface = try #require(fitted.meshes.first?.surfaces.first)
        #expect(surface.indices == [0, 1, 2, 3, 2, 4])
        #expect(surface.vertexCount == 5)
        #expect(surface.texCoords == [0, 1, 1, 0, 1, 0, 0.5, 0.75, 0, 0])
        let split = try #require(fitted.losses.first { $0.code == .interpolationSplit })
        #expect(split.count == 1)
    }

    @Test func aPrimitiveOfTwoMaterialsBecomesTwoSurfaces() throws {
        var scene = Self.square()
        scene.materials = [SceneMaterial(name: "a"), SceneMaterial(name: "b", parameters: [.init("Ns", [3])])]
        scene.meshes[0].primitives[0].material = .perElement(Column([1, 0] as [Int32]))
        let fitted = try SurfaceScene(scene, for: .modelIO)
        #expect(fitted.meshes[0].surfaces.map(\.material) == [1, 0])
        #expect(fitted.meshes[0].surfaces.map(\.vertexCount) == [3, 3])
        #expect(fitted.losses.contains { $0.code == .materialApproximated && $0.name == "material b" })
    }

    @Test func polygonsPointsAndPolylinesAreFitted() throws {
        var scene = Self.square()
        scene.meshes[0].primitives = [
            Primitive(topology: .polygons, vertexSet: 0, elementCount: 1, arity: .uniform(4), vertices: nil),
            .cloud(vertexSet: 0, count: 4),
            Primitive(topology: .lines, vertexSet: 0, elementCount: 1, arity: .uniform(4), vertices: nil),
        ]
        let fitted = try SurfaceScene(scene, for: .modelIO)
        #expect(fitted.meshes[0].surfaces.map(\.topology) == [.polygons, .points, .lines])
        #expect(fitted.meshes[0].surfaces.map(\.indices.count) == [6, 4, 6])
        #expect(fitted.losses.map(\.code).contains(.topologyTriangulated))
        #expect(fitted.losses.map(\.code).contains(.topologySegmented))
        let real = try SurfaceScene(scene, for: .realityKit)
        #expect(real.meshes[0].surfaces.map(\.topology) == [.polygons])
        #expect(real.losses.filter { $0.code == .topologyDropped }.map(\.unit) == ["points", "lines"])
    }

    @Test func whatNoSurfaceHoldsIsALoss() throws {
        var scene = Self.square()
        scene.cameras = [Camera(projection: .perspective(yfov: 1, aspectRatio: nil, znear: 0.1, zfar: nil))]
        scene.metadata = [MetadataEntry(key: "comment", value: "x")]
        scene.meshes[0].primitives[0].subsetFamilies = [
            SubsetFamily(name: "groups", subsets: [Subset(name: "a", ranges: [0..<1])])
        ]
        let codes = Set(try SurfaceScene(scene, for: .modelIO).losses.map(\.code))
        #expect(codes == [.cameraDropped, .metadataDropped, .subsetDropped, .unitDropped, .attributeDropped])
    }

    @Test func anInconsistentSceneIsADefect() {
        var scene = Self.square()
        scene.meshes[0].primitives[0].vertices = Column([0, 1, 9, 0, 2, 3] as [UInt32])
        #expect(throws: SceneDefect.self) { try SurfaceScene(scene, for: .modelIO) }
    }

    @Test func positionsBeyondFloat32AreRoundedWithTheirError() throws {
        var scene = Self.square()
        scene.vertexSets[0].attributes[0].values = Column(
            [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 16_777_217, 0] as [Double], components: 3)
        let rounded = try SurfaceScene(scene, for: .modelIO).losses.first { $0.code == .precisionReduced }
        #expect(rounded?.largestError == 1)
    }
}

/// What is easily lost in silence.
@Suite struct SurfaceLossTests {
    private static func triangle() throws -> MeshScene {
        var arrays = MeshArrays(positions: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], triangles: [0, 1, 2])
        (arrays.upAxis, arrays.metersPerUnit) = (.y, 1)
        return try arrays.scene()
    }

    private func codes(_ scene: MeshScene, _ target: SurfaceScene.Target) throws -> [String] {
        try SurfaceScene(scene, for: target).losses.map { "\($0.code.rawValue) \($0.count)" }
    }

    @Test func aPlainTriangleLosesNothing() throws {
        #expect(try codes(Self.triangle(), .realityKit) == [])
        #expect(try codes(Self.triangle(), .modelIO) == ["unit.dropped 1"])
    }

    @Test func colorsBesideATextureAreLostInRealityKitOnly() throws {
        var scene = try Self.triangle()
        scene.vertexSets[0].attributes += [
            Attribute(
                .color(0), Column([1, 2, 3, 4, 5, 6, 7, 8, 9] as [UInt8], components: 3), normalized: true, frame: .srgb
            ),
            Attribute(.texCoord(0), Column([0, 0, 1, 0, 0, 1] as [Float], components: 2)),
        ]
        scene.images = [try #require(SurfaceImage.png([9, 8, 7], width: 1, height: 1, rowStride: 3, channels: 3))]
        scene.textures = [Texture(image: 0)]
        scene.materials = [SceneMaterial(textures: [TextureSlot("baseColor", texture: 0)])]
        scene.meshes[0].primitives[0].material = .one(0)
        #expect(try codes(scene, .realityKit) == ["attribute.dropped 1"])
        #expect(try codes(scene, .modelIO) == ["unit.dropped 1"])
    }

    @Test func valuesBehindOthersOfTheSameMeaningAreLost() throws {
        var scene = try Self.triangle()
        let coordinates = Attribute(.texCoord(0), Column([0, 0, 1, 0, 0, 1] as [Float], components: 2))
        scene.vertexSets[0].attributes.append(coordinates)
        scene.vertexSets[0].pools = [coordinates]
        scene.meshes[0].primitives[0].cornerAttributes = [CornerAttribute(pool: 0, indices: nil)]
        // A colour of one component, which no surface has.
        scene.vertexSets[0].attributes.append(Attribute(.color(0), Column([1, 2, 3] as [Float])))
        #expect(try codes(scene, .realityKit) == ["attribute.dropped 3", "attribute.dropped 3"])
    }

    @Test func verticesNodesMeshesAndNamesThatAreNotMadeAreCounted() throws {
        var scene = try Self.triangle()
        scene.meshes[0].primitives[0].vertices = Column([0, 1, 1] as [UInt32])
        scene.meshes.append(Mesh(name: "unseen", primitives: []))
        scene.nodes[0].name = "node"
        scene.meshes[0].name = "mesh"
        scene.nodes.append(Node(mesh: 1))
        scene.scenes.append(SceneRoot(roots: [1]))
        scene.materials = [SceneMaterial(name: "a")]
        let found = try codes(scene, .realityKit)
        #expect(found == ["values.unreferenced 1", "name.dropped 1", "hierarchy.baked 1", "mesh.dropped 1"])
        #expect(try codes(scene, .modelIO).filter { $0.hasPrefix("name") } == ["name.dropped 1"])
    }

    @Test func skewedAndUnroundedTransformsAreLosses() throws {
        var scene = try Self.triangle()
        scene.nodes[0].transform = .matrix([1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0.1, 0, 0, 1])
        #expect(try codes(scene, .realityKit) == ["frame.decomposed 1", "precision.reduced 1"])
        scene.nodes[0].transform = .trs(
            translation: SIMD3(0.5, 0, 0), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(-1, 2, 3))
        #expect(try codes(scene, .realityKit) == [])
    }

    @Test func aCloudShowsNothingInRealityKitAndSaysSo() throws {
        var scene = try Self.triangle()
        scene.meshes[0].primitives = [.cloud(vertexSet: 0, count: 3)]
        let losses = try SurfaceScene(scene, for: .realityKit).losses
        #expect(losses.contains { $0.code == .topologyDropped && $0.count == 3 })
        #expect(try codes(scene, .modelIO) == ["unit.dropped 1"])
    }
}
