import MeshModel
import Testing

/// Scenes whose parts don't fit together.
@Suite struct SceneValidationTests {
    /// Two triangles over four vertices, with one of each part that refers to another.
    private static func sound() -> MeshScene {
        let vertices = VertexSet(
            count: 4,
            attributes: [
                Attribute(.position, Column([Float](repeating: 0, count: 12), components: 3)),
                Attribute(
                    .init(name: "lists"), Column([1, 2, 3] as [UInt8]), offsets: Column([0, 1, 1, 2, 3] as [Int32])),
            ],
            pools: [Attribute(.texCoord(0), Column([0, 0, 1, 1] as [Float], components: 2))])
        let primitive = Primitive(
            topology: .polygons, vertexSet: 0, elementCount: 2, arity: .uniform(3),
            vertices: Column([0, 1, 2, 0, 2, 3] as [Int32]),
            elementAttributes: [Attribute(.smoothingGroup, Column([1, 2] as [Int32]))],
            cornerAttributes: [CornerAttribute(pool: 0, indices: Column([0, 1, -1, 0, 0, 1] as [Int32]))],
            subsetFamilies: [SubsetFamily(name: "groups", subsets: [Subset(name: "a", ranges: [0..<1])])],
            material: .perElement(Column([0, -1] as [Int32])))
        var scene = MeshScene(vertexSets: [vertices], primitives: [primitive])
        scene.nodes = [Node(children: [1]), Node(mesh: 0)]
        scene.materials = [SceneMaterial(textures: [TextureSlot("baseColor", texture: 0)])]
        scene.textures = [Texture(image: 0)]
        scene.images = [SceneImage(uri: "a.png")]
        scene.tables = [
            SceneTable(name: "t", rowCount: 1, columns: [Attribute(.init(name: "x"), Column([1] as [Float]))])
        ]
        return scene
    }

    @Test func aSoundSceneHasNoDefect() {
        #expect(throws: Never.self) { try Self.sound().validate() }
        #expect(throws: Never.self) { try MeshScene().validate() }
    }

    private struct Fault: CustomTestStringConvertible, Sendable {
        let found: String
        let alter: @Sendable (inout MeshScene) -> Void
        var testDescription: String { found }
        init(_ found: String, _ alter: @escaping @Sendable (inout MeshScene) -> Void) {
            self.found = found
            self.alter = alter
        }
    }

    private static let faults: [Fault] = [
        Fault("/nodes/0: expected no camera, found 0") { $0.nodes[0].camera = 0 },
        Fault("/nodes/1: expected camera 0 to 0, found 1") {
            $0.cameras = [Camera(projection: .orthographic(xmag: 1, ymag: 1, znear: 0, zfar: 1))]
            $0.nodes[1].camera = 1
        },
        Fault("/nodes/0: expected light 0 to 0, found -1") {
            $0.lights = [Light(kind: .point)]
            $0.nodes[0].light = -1
        },
        Fault("/vertexSets/0: expected 0 or more vertices, found -1") { $0.vertexSets[0].count = -1 },
        Fault("/vertexSets/0/POSITION: expected 5 rows, found 4") { $0.vertexSets[0].count = 5 },
        Fault("/vertexSets/0/lists: expected offsets that ascend from 0, found 0 after 2") {
            $0.vertexSets[0].attributes[1].offsets = Column([0, 1, 2, 0, 3] as [Int32])
        },
        Fault("/vertexSets/0/lists: expected offsets that ascend from 0, found 1 after 0") {
            $0.vertexSets[0].attributes[1].offsets = Column([1, 1, 2, 3, 3] as [Int32])
        },
        Fault("/vertexSets/0/lists: expected offsets up to 3, found 4") {
            $0.vertexSets[0].attributes[1].offsets = Column([0, 1, 2, 3, 4] as [Int32])
        },
        Fault("/vertexSets/0/lists: expected whole numbers as offsets, found float32") {
            $0.vertexSets[0].attributes[1].offsets = Column([0, 1, 2, 3, 3] as [Float])
        },
        Fault("/vertexSets/0/lists: expected single values for lists, found rows of 3") {
            $0.vertexSets[0].attributes[1].values = Column([1, 2, 3] as [UInt8], components: 3)
        },
        Fault("/meshes/0/primitives/0: expected vertex set 0 to 0, found 1") {
            $0.meshes[0].primitives[0].vertexSet = 1
        },
        Fault("/meshes/0/primitives/0: expected 0 or more elements, found -2") {
            $0.meshes[0].primitives[0].elementCount = -2
        },
        Fault("/meshes/0/primitives/0: expected 9 vertex indices, found 6") {
            $0.meshes[0].primitives[0].elementCount = 3
        },
        Fault("/meshes/0/primitives/0: expected a number of corners for each element, found 9223372036854775807") {
            $0.meshes[0].primitives[0].arity = .uniform(.max)
        },
        Fault("/meshes/0/primitives/0: expected 3 offsets, found 2") {
            $0.meshes[0].primitives[0].arity = .offsets(Column([0, 6] as [Int32]))
        },
        Fault("/meshes/0/primitives/0: expected offsets that ascend from 0, found 6 after 7") {
            $0.meshes[0].primitives[0].arity = .offsets(Column([0, 7, 6] as [Int32]))
        },
        Fault("/meshes/0/primitives/0: expected vertex indices from 0 to 3, found 4") {
            $0.meshes[0].primitives[0].vertices = Column([0, 1, 2, 0, 2, 4] as [Int32])
        },
        Fault("/meshes/0/primitives/0: expected vertex indices from 0 to 3, found -1") {
            $0.meshes[0].primitives[0].vertices = Column([0, 1, 2, 0, 2, -1] as [Int32])
        },
        Fault("/meshes/0/primitives/0: expected whole numbers as vertex indices, found float64") {
            $0.meshes[0].primitives[0].vertices = Column([0, 1, 2, 0, 2, 3] as [Double])
        },
        Fault("/meshes/0/primitives/0: expected a vertex for each of 6 corners, found 4") {
            $0.meshes[0].primitives[0].vertices = nil
        },
        Fault("/meshes/0/primitives/0/SMOOTHING_GROUP: expected 2 rows, found 1") {
            $0.meshes[0].primitives[0].elementAttributes[0].values = Column([1] as [Int32])
        },
        Fault("/meshes/0/primitives/0: expected one of 1 pools, found 1") {
            $0.meshes[0].primitives[0].cornerAttributes[0].pool = 1
        },
        Fault("/meshes/0/primitives/0: expected 6 rows in a pool, found 2") {
            $0.meshes[0].primitives[0].cornerAttributes[0].indices = nil
        },
        Fault("/meshes/0/primitives/0: expected 6 corner indices, found 1") {
            $0.meshes[0].primitives[0].cornerAttributes[0].indices = Column([0] as [Int32])
        },
        Fault("/meshes/0/primitives/0: expected corner indices from -1 to 1, found 2") {
            $0.meshes[0].primitives[0].cornerAttributes[0].indices = Column([0, 1, 2, 0, 0, 1] as [Int32])
        },
        Fault("/meshes/0/primitives/0: expected ascending ranges of 2 elements in a, found 1..<3") {
            $0.meshes[0].primitives[0].subsetFamilies[0].subsets[0].ranges = [1..<3]
        },
        Fault("/meshes/0/primitives/0: expected ascending ranges of 2 elements in a, found 1..<2") {
            $0.meshes[0].primitives[0].subsetFamilies[0].subsets[0].ranges = [0..<1, 1..<2]
        },
        Fault("/meshes/0/primitives/0: expected 2 material indices, found 1") {
            $0.meshes[0].primitives[0].material = .perElement(Column([0] as [Int32]))
        },
        Fault("/meshes/0/primitives/0: expected material indices from -1 to 0, found 1") {
            $0.meshes[0].primitives[0].material = .perElement(Column([0, 1] as [Int32]))
        },
        Fault("/meshes/0/primitives/0: expected one of 1 materials, found 1") {
            $0.meshes[0].primitives[0].material = .one(1)
        },
        Fault("/nodes/1: expected mesh 0 to 0, found 1") { $0.nodes[1].mesh = 1 },
        Fault("/nodes/0: expected child 0 to 1, found 2") { $0.nodes[0].children = [2] },
        Fault("/nodes/1: expected a matrix of 16 numbers, found 3") { $0.nodes[1].transform = .matrix([1, 2, 3]) },
        Fault("/nodes/1: expected one parent, found nodes 0 and 0") { $0.nodes[0].children = [1, 1] },
        Fault("/nodes/0: the node is below itself") { $0.nodes[1].children = [0] },
        Fault("/nodes/1: the node is below itself") {
            $0.nodes[0].children = []
            $0.nodes[1].children = [1]
        },
        Fault("/scenes/0: expected root 0 to 1, found 2") { $0.scenes[0].roots = [2] },
        Fault("/scenes/0: expected roots without a parent, found 1 below node 0") { $0.scenes[0].roots = [1] },
        Fault("/scene: expected scene 0 to 0, found 1") { $0.defaultScene = 1 },
        Fault("/materials/0: expected texture 0 to 0, found 1") { $0.materials[0].textures[0].texture = 1 },
        Fault("/textures/0: expected no image, found 0") { $0.images = [] },
        Fault("/tables/0/x: expected 2 rows, found 1") { $0.tables[0].rowCount = 2 },
        Fault("/metersPerUnit: expected a number above 0, found nan") { $0.metersPerUnit = .nan },
    ]

    @Test(arguments: faults) private func aDefectIsNamed(fault: Fault) {
        var scene = Self.sound()
        fault.alter(&scene)
        let error = #expect(throws: SceneDefect.self) { try scene.validate() }
        #expect(error?.description == fault.found)
    }

    @Test func interleavedRowsOfABufferAreCopied() throws {
        let bytes: [UInt8] = [1, 2, 3, 9, 4, 5, 6, 9]
        let column = try unsafe bytes.withUnsafeBytes { (raw) throws(SceneDefect) in
            try unsafe Column(copying: raw, stride: 4, count: 2, components: 3, type: .uint8, name: "colours")
        }
        #expect(column.integers() == [1, 2, 3, 4, 5, 6])
        let error = #expect(throws: SceneDefect.self) {
            try unsafe bytes.withUnsafeBytes { raw in
                try unsafe Column(
                    copying: raw, offset: 1, stride: 4, count: 3, components: 3, type: .uint8, name: "colours")
            }
        }
        #expect(error?.description == "colours: expected 3 rows of 3 uint8 every 4 bytes from byte 1, found 8 bytes")
    }
}
