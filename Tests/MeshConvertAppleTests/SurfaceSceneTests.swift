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
        #expect(scene.losses.map(\.code) == [.attributeDropped, .unitDropped])
        #expect(scene.losses.map(\.name) == ["confidence", "unit"])
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
