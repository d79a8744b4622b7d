import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel
import Testing

private struct Native: NativeDocument {}

/// The findings of a check: their severity and their location.
@Suite struct CheckTests {
    private func check(_ scene: MeshScene, _ diagnostics: [Diagnostic] = []) -> Check {
        Check(
            Document(
                format: "ply", variant: "ply.ascii", native: Native(), scene: scene, diagnostics: diagnostics,
                byteCount: 100), path: "x.ply")
    }

    private func scene(_ positions: [Float], _ corners: [UInt32]) -> MeshScene {
        MeshScene(
            vertexSets: [
                VertexSet(
                    count: positions.count / 3, attributes: [Attribute(.position, Column(positions, components: 3))])
            ],
            primitives: [
                Primitive(
                    topology: .polygons, vertexSet: 0, elementCount: corners.count / 3, arity: .uniform(3),
                    vertices: Column(corners))
            ])
    }

    @Test func aPictureThatIsCutOffIsFound() {
        var scene = scene([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2])
        scene.images = [SceneImage(uri: "a.jpg", bytes: [0xFF, 0xD8, 0xFF, 0xDA, 0, 2, 1, 2, 3])]
        let finding = check(scene).findings.first { $0.code == "image.cut-off" }
        #expect(finding?.severity == .warning && finding?.place == "image a.jpg" && finding?.count == 1)
        scene.images = [SceneImage(uri: "a.jpg", bytes: [0xFF, 0xD8, 0xFF, 0xDA, 0, 2, 1, 2, 3, 0xFF, 0xD9])]
        #expect(!check(scene).findings.contains { $0.code == "image.cut-off" })
    }

    /// A tetrahedron whose faces look outward.
    private var closed: MeshScene {
        scene([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2])
    }

    private func surface(_ positions: [Float], _ corners: [UInt32]) -> [Int]? {
        check(scene(positions, corners)).surface.map { [$0.pieces, $0.openEdges, $0.nonManifoldEdges] }
    }

    private let square: [Float] = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]

    @Test func edgesAreOpenOrSharedOrTooMany() {
        #expect(surface(square, [0, 1, 2, 0, 2, 3]) == [1, 4, 0])
        // A third triangle on the diagonal, and one apart.
        let fan = square + [5, 5, 5, 9, 9, 9, 9, 8, 9, 8, 9, 9]
        #expect(surface(fan, [0, 1, 2, 0, 2, 3, 0, 2, 4, 5, 6, 7]) == [2, 9, 1])
    }

    @Test func seamsAreNoHoles() {
        // The square with a vertex for each corner.
        let soup: [Float] = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0]
        #expect(surface(soup, [0, 1, 2, 3, 4, 5]) == [1, 4, 0])
    }

    @Test func aTetrahedronIsClosedAndAnEmptySceneHasNoSurface() {
        #expect(check(closed).surface == Check.Surface(pieces: 1, openEdges: 0, nonManifoldEdges: 0))
        #expect(check(MeshScene()).surface == nil)
    }

    @Test func aSoundFileHasNoFindings() {
        #expect(check(closed).findings.isEmpty)
        #expect(!check(closed).hasErrors)
        #expect(check(MeshScene()).findings.isEmpty)
    }

    @Test func findingsComeWorstFirstWithTheirPlaces() throws {
        // A missing vertex in face 3, face 1 twice, a hole, an unused vertex.
        var broken = scene([0, 0, 0, 1, 0, 0, 1, 2, 0, 9, 9, 9], [0, 1, 2, 1, 2, 0, 0, 1, 7])
        broken.meshes[0].name = "Sofa"
        let found = check(broken)
        #expect(found.hasErrors)
        #expect(found.findings.map(\.severity) == found.findings.map(\.severity).sorted())
        let missing = try #require(found.findings.first)
        #expect(missing.code == "index.out-of-range")
        #expect(missing.severity == .error)
        #expect(missing.subject == "/meshes/0/primitives/0")
        #expect(missing.index == 2)
        #expect(missing.place == "face 3 of mesh Sofa")
        let double = try #require(found.findings.first { $0.code == "face.duplicate" })
        #expect(double.severity == .warning)
        #expect(double.count == 1)
        #expect(double.place == "face 2 of mesh Sofa")
        #expect(double.position == SIMD3(1, 0, 0))
        let unused = try #require(found.findings.first { $0.code == "vertex.unreferenced" })
        #expect(unused.severity == .note)
        #expect(unused.place == "vertex 4")
        #expect(unused.position == SIMD3(9, 9, 9))
    }

    @Test func aHoleIsANoteAndASeamIsNone() throws {
        var open = closed
        open.meshes[0].primitives[0].elementCount = 3
        // Rows of three corners each, as PLY has them.
        open.meshes[0].primitives[0].vertices = Column([0, 2, 1, 0, 1, 3, 1, 2, 3] as [UInt32], components: 3)
        let edges = try #require(check(open).findings.first)
        #expect(edges.code == "edge.open")
        #expect(edges.place == "face 1")
        #expect(edges.position == SIMD3(0, 0, 0))
        #expect(edges.count == 3)
        #expect(edges.severity == .note)
        let corners: [UInt32] = [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2]
        let places: [[Float]] = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
        let soup = scene(corners.flatMap { places[Int($0)] }, Array(0..<12))
        #expect(check(soup).findings.isEmpty)
    }

    @Test func whatIsNoNumberHasNoPosition() throws {
        let found = check(scene([0, 0, 0, 1, 0, 0, .nan, 2, 0], [0, 1, 2]))
        let finding = try #require(found.findings.first)
        #expect(finding.code == "vertex.non-finite")
        #expect(finding.severity == .error)
        #expect(finding.place == "vertex 3")
        #expect(finding.position == nil)
    }

    @Test func whatTheReaderNoticedIsAFinding() throws {
        let found = check(
            closed,
            [
                Diagnostic("ply.color-range", .note, at: .whole, "colours are read as 0 to 255"),
                Diagnostic("ply.trailing-bytes", .warning, count: 4, at: .byte(84), "bytes after the last row"),
                Diagnostic("texture.missing", .error, at: .line(7, column: 1), "no file 'a.png'"),
            ])
        #expect(found.findings.map(\.code) == ["texture.missing", "ply.trailing-bytes", "ply.color-range"])
        #expect(found.findings.map(\.severity) == [.error, .warning, .note])
        #expect(found.findings.map(\.place) == ["line 7", "byte 84", ""])
        #expect(found.findings.map(\.location) == ["7:1", "byte 84", nil])
    }

    @Test func whatReaderAndMeshesSayIsSaidOnce() throws {
        let found = check(
            scene([0, 0, 0, 1, 0, 0, .infinity, 2, 0], [0, 1, 2]),
            [
                Diagnostic(
                    "ply.non-finite-position", .warning, .nonFinitePosition, at: .line(12, column: 3), "not finite")
            ])
        #expect(found.findings.count { $0.code.contains("finite") } == 1)
        #expect(found.findings.first?.location == "12:3")
    }
}
