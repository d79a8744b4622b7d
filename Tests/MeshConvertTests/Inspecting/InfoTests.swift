import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel
import Testing

private struct Native: NativeDocument {}

private func document(_ scene: MeshScene, residue: [Residue] = []) -> Document {
    Document(format: "ply", variant: "ply.ascii", native: Native(), scene: scene, residue: residue, byteCount: 100)
}

private func info(_ scene: MeshScene) -> Info { Info(document(scene), path: "x.ply") }

/// A unit square as two triangles, with a fifth vertex that is unused.
private var square: MeshScene {
    let positions: [Float] = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 9, 9, 9]
    return MeshScene(
        vertexSets: [VertexSet(count: 5, attributes: [Attribute(.position, Column(positions, components: 3))])],
        primitives: [
            Primitive(
                topology: .polygons, vertexSet: 0, elementCount: 2, arity: .uniform(3),
                vertices: Column([0, 1, 2, 0, 2, 3] as [UInt32]))
        ])
}

@Suite struct InfoTests {
    @Test func storedDataIsCountedOnce() {
        let totals = info(square).totals
        #expect(totals.positions == 5)
        #expect(totals.faces == 2)
        #expect(totals.triangles == 2)
        #expect(totals.corners == 6)
        #expect(totals.lines == 0 && totals.points == 0)
    }

    @Test func aPolygonOfNCornersIsNLess2Triangles() {
        var scene = square
        scene.meshes[0].primitives[0].arity = .offsets(Column([0, 4, 6] as [Int32]))
        #expect(info(scene).totals.triangles == 2)
        #expect(info(scene).primitives.first?.topology == "polygons")
    }

    @Test func instancesCountAsOftenAsTheyAreShown() throws {
        var scene = square
        let turned = NodeTransform.trs(
            translation: SIMD3(10, 0, 0), rotation: SIMD4(0, 0, 0.5.squareRoot(), 0.5.squareRoot()),
            scale: SIMD3(1, 1, 2))
        scene.nodes = [Node(mesh: 0), Node(transform: turned, mesh: 0), Node(mesh: 0)]
        // The third node is in no scene, so it isn't shown.
        scene.scenes = [SceneRoot(roots: [0, 1])]
        let found = info(scene)
        #expect(found.totals.triangles == 2)
        #expect(found.instanced.triangles == 4)
        #expect(found.instanced.positions == 10)
        let bounds = try #require(found.bounds)
        // A quarter turn about z takes (9, 9, 9) to (10 − 9, 9, 18).
        #expect(abs(bounds.minimum.x - 0) < 1e-12 && abs(bounds.maximum.x - 10) < 1e-12)
        #expect(abs(bounds.maximum.z - 18) < 1e-12)
    }

    @Test func boundsLeaveOutWhatIsNotFinite() throws {
        var scene = square
        scene.vertexSets[0].attributes[0].values = Column(
            [0, 0, 0, 1, .nan, 0, 1, 1, .infinity, -2, 1, 0, 0, 0, 0] as [Float], components: 3)
        let bounds = try #require(info(scene).bounds)
        #expect(bounds.minimum == SIMD3(-2, 0, 0))
        #expect(bounds.maximum == SIMD3(0, 1, 0))
    }

    @Test func anEmptySceneHasNoBounds() {
        let found = info(MeshScene())
        #expect(found.bounds == nil)
        #expect(found.json["bounds"] == .null)
    }

    @Test func theDigestIsThatOfTheScene() {
        #expect(info(square).json["digest"]?.string == Digest(square).unordered.description)
    }

    @Test func theDigestOfALargeFileHasToBeAskedFor() {
        var large = square
        large.vertexSets[0] = VertexSet(
            count: 300_000,
            attributes: [Attribute(.position, Column([Float](repeating: 1, count: 900_000), components: 3))])
        #expect(info(large).digest == nil)
        #expect(info(large).json["digest"] == .null)
        let asked = Info(document(large), path: "x.ply", isDigested: true)
        #expect(asked.digest?.unordered == Digest(large).unordered)
    }

    @Test func variantsThatKeepAllHaveToBeAskedFor() {
        #expect(info(square).keptBy == nil)
        #expect(info(square).json["keptBy"] == .null)
        #expect(Info(document(square), path: "x.ply", pipeline: Pipeline()).keptBy?.contains("ply.ascii") == true)
    }

    @Test func attributesAreSaidWithTypePlaceAndRange() throws {
        var scene = square
        scene.vertexSets[0].attributes.append(
            Attribute(
                .color(0), Column([UInt8](repeating: 7, count: 14) + [250], components: 3), normalized: true,
                frame: .srgb))
        scene.vertexSets[0].pools = [
            Attribute(.texCoord(0), Column([0.25, -0.5] as [Float], components: 2), frame: .bottomLeftUV)
        ]
        scene.meshes[0].primitives[0].cornerAttributes = [
            CornerAttribute(pool: 0, indices: Column([0, 0, 0, -1, -1, -1] as [Int32]))
        ]
        scene.meshes[0].primitives[0].material = .perElement(Column([2, 0] as [Int32]))
        let primitive = try #require(info(scene).primitives.first)
        #expect(primitive.topology == "triangles")
        #expect(primitive.material == nil)
        #expect(primitive.materials == [0, 2])
        #expect(primitive.attributes.map(\.interpolation) == [.vertex, .vertex, .faceVarying])
        let colour = primitive.attributes[1]
        #expect(colour.type == .uint8 && colour.components == 3 && colour.normalized && colour.colorSpace == .srgb)
        #expect(colour.range == 7...250)
        #expect(primitive.attributes[2].indexed)
        #expect(primitive.attributes[2].range == -0.5...0.25)
    }
}

@Suite struct DiffTests {
    private func diff(_ a: MeshScene, _ b: MeshScene, _ change: (inout Diff.Options) -> Void = { _ in }) -> Diff {
        var options = Diff.Options()
        change(&options)
        return Diff(from: document(a), "a.ply", to: document(b), "b.ply", options: options)
    }

    private func moved(by distance: Float) -> MeshScene {
        var scene = square
        scene.vertexSets[0].attributes[0].values = Column(
            [distance, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 9, 9, 9] as [Float], components: 3)
        return scene
    }

    @Test func whatIsMissingCountsAndWhatIsAddedDoesNot() {
        var coloured = square
        coloured.vertexSets[0].attributes.append(
            Attribute(
                .color(0), Column([UInt8](repeating: 7, count: 15), components: 3), normalized: true, frame: .srgb))
        let missing = diff(coloured, square)
        #expect(!missing.isEqual)
        #expect(missing.findings.map(\.name) == ["colours"])
        #expect(missing.findings.map(\.unit) == ["vertices"])
        let added = diff(square, coloured)
        #expect(added.isEqual)
        #expect(added.findings.map(\.difference.facet) == [.generated])
        #expect(!diff(square, coloured) { $0.exact = true }.isEqual)
    }

    @Test func aToleranceLetsSmallDistancesPass() {
        #expect(!diff(square, moved(by: 0.25)).isEqual)
        #expect(diff(square, moved(by: 0.25)) { $0.tolerance = 0.25 }.findings.isEmpty)
        #expect(!diff(square, moved(by: 0.25)) { $0.tolerance = 0.2 }.isEqual)
    }

    @Test func kindsCanBeLeftOut() {
        var other = square
        other.metadata = [MetadataEntry(key: "comment", value: "hello")]
        other.nodes[0].name = "Room"
        #expect(!diff(other, square).isEqual)
        let rest = diff(other, square) { $0.ignored = [.metadata, .names] }
        #expect(!rest.findings.contains { $0.difference.subject.hasPrefix("/metadata") })
        #expect(!rest.findings.contains { $0.difference.facet == .names })
    }

    @Test func whatOnlyTheFormatCanSayIsMissingToo() {
        let a = document(square, residue: [Residue(path: "statement curv", kind: "free-form", count: 2)])
        let found = Diff(from: a, "a", to: document(square), "b").findings
        #expect(found.map(\.name) == ["statement curv"])
        #expect(found.map(\.counts) == [true])
    }
}

@Suite struct LossGroupTests {
    private func loss(
        _ name: String, _ severity: Loss.Severity, _ count: Int, unit: String = "vertices", subject: String = "/a",
        remedy: Remedy? = nil
    ) -> Loss {
        Loss(
            .attributeDropped, severity, subject: subject, name: name, count: count, unit: unit, cause: "because",
            remedy: remedy)
    }

    @Test func sameNameAndSeverityIsOneThing() {
        let groups = LossGroup.groups(of: [
            loss("colours", .dropped, 5, subject: "/a", remedy: .ending("ply")),
            loss("colours", .dropped, 7, subject: "/b", remedy: .ending("ply")),
            loss("normals", .dropped, 2, unit: "corners"), loss("colours", .generated, 1),
        ])
        #expect(groups.map(\.name) == ["colours", "normals", "colours"])
        #expect(groups[0].amounts.map(\.count) == [12])
        #expect(groups[0].remedy == .ending("ply"))
        #expect(groups[0].losses.count == 2)
    }

    @Test func differentRemediesAreNone() {
        let groups = LossGroup.groups(of: [
            loss("a", .dropped, 1, remedy: .ending("ply")), loss("a", .dropped, 1, remedy: .ending("obj")),
        ])
        #expect(groups.count == 1)
        #expect(groups[0].remedy == nil)
    }

    @Test func manyThingsOfOneKindAreOneGroup() {
        func group(_ code: Loss.Code, _ names: [String], rank: Loss.Rank? = nil) -> [String] {
            LossGroup.groups(
                of: names.map {
                    Loss(
                        code, .dropped, subject: "/images/0", name: $0, count: 1, unit: "entries", cause: "because",
                        rank: rank)
                }
            ).map(\.name)
        }
        #expect(group(.materialDropped, ["material red", "material blue"]) == ["2 materials"])
        #expect(group(.materialDropped, ["material red"]) == ["material red"])
        #expect(group(.textureDropped, ["image 1", "image 2", "image 3"]) == ["3 images"])
        #expect(group(.nameDropped, ["material red"]) == ["name of material red"])
        #expect(group(.nameDropped, ["material red", "node 1"]) == ["2 names"])
        #expect(
            group(.attributeDropped, ["f_rest_0", "f_rest_1", "confidence"]) == ["2 values of splats", "confidence"])
        #expect(group(.nativeUnmapped, ["prim (kind)", "a.b"], rank: .data) == ["2 format-specific settings"])
        #expect(group(.nativeUnmapped, ["skeleton", "animation"], rank: .visible) == ["skeleton", "animation"])
    }

    /// Frames of a scan are left out for several reasons, and no camera may be lost with them.
    @Test func framesOfScansAreNoCameras() {
        let losses = ["frames without pictures", "frames without cameras"].map {
            Loss(.cameraDropped, .dropped, subject: "/frames/*", name: $0, count: 1, unit: "frames", cause: "because")
        }
        #expect(LossGroup.groups(of: losses).map(\.name) == losses.map(\.name))
    }

    @Test func theVerdictSaysWhatIsSeen() {
        func verdict(_ losses: [Loss], conditional: Bool = false) -> String {
            LossGroup.verdict(LossGroup.groups(of: losses), conditional: conditional)
        }
        #expect(verdict([]) == "Nothing lost.")
        #expect(verdict([], conditional: true) == "Nothing would be lost.")
        #expect(verdict([loss("a", .reencoded, 1), loss("b", .generated, 1)]) == "Nothing lost.")
        #expect(verdict([loss("colours", .rounded, 1)]) == "Looks the same; numbers are rounded.")
        #expect(verdict([loss("a", .dropped, 1), loss("b", .narrowed, 1)]) == "Looks the same; not kept: a, b.")
        #expect(verdict([loss("a", .dropped, 1)], conditional: true) == "Would look the same; not kept: a.")
        #expect(
            verdict([loss("normals", .dropped, 1), loss("colours", .approximated, 1), loss("a", .dropped, 1)])
                == "Lost: normals. Changed: colours. Also not kept: a.")
        #expect(
            verdict([loss("colours", .dropped, 1, remedy: .ending("ply"))])
                == "Lost: colours (to keep them, write .ply).")
        let colours = loss("colours", .dropped, 1).ofShapeAlone
        #expect(verdict([colours]) == "Has the same shape; not kept: colours.")
        #expect(verdict([colours], conditional: true) == "Would have the same shape; not kept: colours.")
        let many = (1...6).map { loss("colours \($0 + 1)", .dropped, 1) }
        #expect(verdict(many, conditional: true) == "Would lose: colours 2, colours 3, colours 4 and 3 more.")
    }
}
