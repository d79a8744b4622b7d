import MeshFormats
import MeshModel
import ScanPackages
import Testing

/// `colors.bin` and `face_classes.bin` of the app.
@Suite struct ScanMeshAttributesTests {
    private func scene() -> MeshScene {
        MeshScene(
            vertexSets: [
                VertexSet(
                    count: 4,
                    attributes: [
                        Attribute(.position, Column([0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1] as [Float], components: 3))
                    ])
            ],
            primitives: [
                Primitive(
                    topology: .polygons, vertexSet: 0, elementCount: 2, arity: .uniform(3),
                    vertices: Column([0, 1, 2, 0, 2, 3] as [UInt32], components: 3))
            ])
    }

    /// Little-endian on every machine.
    private func bytes(_ values: [Float]) -> [UInt8] {
        values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> ($0 * 8)) } }
    }

    private let colors: [Float] = [0, 0.5, 1, 1, 0.25, 0.999, 0.002, 1, 0.1, 0.2, 0.3, 1, 1, 1, 1, 1]

    @Test func coloursAndClassesAreAttached() throws {
        var scene = scene()
        var beside = ScanMeshAttributes()
        beside.colors = bytes(colors)
        beside.classes = [1, 200]
        beside.colorSource = .photo
        #expect(try beside.attach(to: &scene) == [])
        try scene.validate()
        let color = try #require(scene.vertexSets[0].attribute(.color(0)))
        #expect(color.frame == .srgb && !color.normalized)
        // The alpha is 1 everywhere, as the app writes it, and is left out.
        #expect(color.values.doubles().map { Float($0) } == [0, 0.5, 1, 0.25, 0.999, 0.002, 0.1, 0.2, 0.3, 1, 1, 1])
        let face = try #require(scene.meshes[0].primitives[0].elementAttributes.first)
        #expect(face.semantic.name == "classification" && face.values.integers() == [1, 200])
    }

    @Test func anAlphaThatSaysSomethingStays() throws {
        var scene = scene()
        var beside = ScanMeshAttributes()
        beside.colors = bytes(colors.dropLast() + [0.5])
        #expect(try beside.attach(to: &scene).map(\.packageCode) == [.colorSourceUnknown])
        #expect(scene.vertexSets[0].attribute(.color(0))?.values.components == 4)
    }

    @Test(arguments: [
        (ScanColorRounding.trunc, [0, 127, 255, 63, 254, 0, 25, 51, 76, 255, 255, 255] as [Int64]),
        (.nearest, [0, 128, 255, 64, 255, 1, 26, 51, 77, 255, 255, 255]),
    ])
    func f11ColoursBecomeBytesAsAskedFor(rounding: ScanColorRounding, expected: [Int64]) throws {
        var scene = scene()
        var beside = ScanMeshAttributes()
        beside.colors = bytes(colors)
        beside.colorSource = .normals
        beside.colorRounding = rounding
        let noticed = try beside.attach(to: &scene)
        #expect(noticed.map(\.packageCode) == [.colorsRounded])
        let color = try #require(scene.vertexSets[0].attribute(.color(0)))
        #expect(color.normalized && color.values.type == .uint8)
        #expect(color.values.integers() == expected)
    }

    @Test func coloursOutsideOfTheRangeAreBoundsAndWhatIsNoNumberIsBlack() throws {
        var scene = scene()
        var beside = ScanMeshAttributes()
        beside.colors = bytes([-1, 2, .nan, 1, .infinity, -.infinity, 0.5, 1, 0, 0, 0, 1, 0, 0, 0, 1])
        beside.colorRounding = .trunc
        _ = try beside.attach(to: &scene)
        #expect(
            scene.vertexSets[0].attribute(.color(0))?.values.integers() == [0, 255, 0, 255, 0, 127, 0, 0, 0, 0, 0, 0])
    }

    @Test(arguments: [0, 15, 16, 63, 65, 80]) func f11ColoursOfTheWrongSizeAreRefusedOrTold(count: Int) throws {
        var beside = ScanMeshAttributes()
        beside.colors = [UInt8](repeating: 0, count: count)
        var scene = scene()
        #expect(
            throws: ReadError(
                .invalidValue, .sideFile("colors.bin", .whole),
                "expected 16 bytes for each of 4 vertices, 64 in all, found \(count)")
        ) { try beside.attach(to: &scene) }
        beside.lenient = true
        let noticed = try beside.attach(to: &scene)
        #expect(noticed.map(\.packageCode) == [.fileUnreadable] && noticed.first?.severity == .warning)
        #expect(noticed.first?.entry == "colors.bin")
        #expect(scene.vertexSets[0].attribute(.color(0)) == nil)
    }

    @Test func classesOfTheWrongSizeAreRefusedOrToldAndColoursStay() throws {
        var beside = ScanMeshAttributes()
        beside.colors = bytes(colors)
        beside.classes = [1, 2, 3]
        beside.colorSource = .photo
        var scene = scene()
        #expect(
            throws: ReadError(
                .invalidValue, .sideFile("face_classes.bin", .whole), "expected a byte for each of 2 faces, found 3")
        ) { try beside.attach(to: &scene) }
        beside.lenient = true
        scene = self.scene()
        #expect(try beside.attach(to: &scene).map(\.entry) == ["face_classes.bin"])
        #expect(scene.vertexSets[0].attribute(.color(0)) != nil)
        #expect(scene.meshes[0].primitives[0].elementAttributes.isEmpty)
    }

    @Test func coloursOfTheMeshItselfAreReplacedWithAWord() throws {
        var scene = scene()
        scene.vertexSets[0].attributes.append(
            Attribute(
                .color(0), Column([UInt8](repeating: 9, count: 12), components: 3), normalized: true, frame: .srgb))
        var beside = ScanMeshAttributes()
        beside.colors = bytes(colors)
        beside.colorSource = .photo
        #expect(try beside.attach(to: &scene).map(\.packageCode) == [.colorsReplaced])
        #expect(scene.vertexSets[0].attributes.count == 2)
        try scene.validate()
    }

    @Test func aSceneOfSeveralMeshesIsRefused() {
        var scene = scene()
        scene.vertexSets.append(VertexSet(count: 0))
        var beside = ScanMeshAttributes()
        beside.colors = bytes(colors)
        #expect(throws: ReadError.self) { try beside.attach(to: &scene) }
        scene.meshes.append(scene.meshes[0])
        beside.colors = nil
        beside.classes = [1, 2]
        #expect(throws: ReadError.self) { try beside.attach(to: &scene) }
    }
}
