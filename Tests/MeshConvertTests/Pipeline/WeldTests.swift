import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel
import MeshRouting
import Testing

/// Unshared vertices converted to formats whose corners share vertices, proved by reading the file back.
@Suite struct WeldTests {
    /// Two triangles of a square as text: six corners at four positions, one of them with −0 where the other has 0.
    private let square = """
        solid square
        facet normal 0 0 1
        outer loop
        vertex 0 0 0
        vertex 1 0 0
        vertex 1 1 0
        endloop
        endfacet
        facet normal 0 0 1
        outer loop
        vertex -0 0 0
        vertex 1 1 0
        vertex 0 1.25 0
        endloop
        endfacet
        endsolid square

        """
    private let indexed = """
        ply
        format ascii 1.0
        element vertex 4
        property float x
        property float y
        property float z
        element face 2
        property list uchar int vertex_indices
        end_header
        0 0 0
        1 0 0
        1 0 0
        0 1 0
        3 0 1 3
        3 2 3 0

        """

    private func document(
        _ text: String, _ name: String, _ options: ConvertOptions = ConvertOptions()
    ) throws -> Document {
        try Pipeline().read(Input.bytes(Array(text.utf8), name: name), options: options)
    }

    /// The steps of the route, its losses, and the differences that reading back shows besides.
    private func converted(
        _ text: String, _ name: String, to variant: String, _ change: (inout ConvertOptions) -> Void = { _ in }
    ) throws -> (steps: [String], losses: [String], breaches: [String], scene: MeshScene) {
        var options = ConvertOptions()
        change(&options)
        let pipeline = Pipeline()
        let document = try document(text, name, options)
        let route = try pipeline.route(document, to: variant, options: options)
        let output = Output(memoryNamed: "out.\(variant.prefix(3))")
        try pipeline.write(document, route, options: options, to: output)
        var reading = ConvertOptions()
        if route.correspondence != nil { reading.reading.options["origin"] = "ignore" }
        let back = try pipeline.read(Input.bytes(output.mainBytes(), name: output.name), options: reading)
        let breaches = pipeline.breaches(
            of: document.scene, document.residue, route.losses, route.correspondence, readBack: back)
        return (
            route.steps.map(\.action),
            route.losses.map { "\($0.code.rawValue) \($0.severity.rawValue) \($0.subject) \($0.count)" },
            breaches.map(\.description), back.scene
        )
    }

    @Test(arguments: ["ply.ascii", "ply.binary", "obj"])
    func aSoupArrivesWelded(variant: String) throws {
        let result = try converted(square, "a.stl", to: variant)
        #expect(result.steps.contains("weld"))
        #expect(result.scene.vertexSets[0].count == 4)
        #expect(result.scene.meshes[0].primitives[0].vertices?.integers() == [0, 1, 2, 0, 2, 3])
        #expect(result.losses.contains("vertex.welded re-encoded /vertexSets/0 2"))
        #expect(result.breaches.isEmpty)
    }

    @Test func aWeldIsNoLoss() throws {
        let plan = Plan(try document(square, "a.stl"), path: "a.stl", to: ["obj"])
        #expect(plan.targets[0].isLossless)
        #expect(!plan.targets[0].isExact)
        #expect(plan.targets[0].losses.first { $0.code == .vertexWelded }?.remedy == .setting(.weld, "none"))
    }

    @Test func stlStaysASoup() throws {
        #expect(try converted(square, "a.stl", to: "stl.ascii").steps.last == "transcode to stl.ascii")
        let through = try converted(square, "a.stl", to: "stl.binary") { $0.forceScene = true }
        #expect(!through.steps.contains("weld"))
        #expect(through.scene.vertexSets[0].count == 6)
    }

    @Test func whoDoesNotWantItGetsNone() throws {
        let result = try converted(square, "a.stl", to: "ply.binary") { $0.weld = WeldRule.none }
        #expect(result.scene.vertexSets[0].count == 6)
        #expect(!result.losses.contains { $0.hasPrefix("vertex.") })
        #expect(result.breaches.isEmpty)
    }

    @Test func whereNothingIsEqualThereIsNoStep() throws {
        let one =
            square.split(separator: "facet normal 0 0 1")[0...1].joined(separator: "facet normal 0 0 1") + "endsolid\n"
        let result = try converted(one, "a.stl", to: "ply.binary")
        #expect(!result.steps.contains("weld"))
        #expect(result.scene.vertexSets[0].count == 3)
        #expect(result.breaches.isEmpty)
    }

    @Test func verticesThatAreIndexedAreLeftAloneUnlessAskedFor() throws {
        let plain = try converted(indexed, "a.ply", to: "obj")
        #expect(!plain.steps.contains("weld"))
        #expect(plain.scene.vertexSets[0].count == 4)
        let asked = try converted(indexed, "a.ply", to: "obj") { $0.weld = .exact }
        #expect(asked.steps.contains("weld"))
        #expect(asked.scene.vertexSets[0].count == 3)
        #expect(asked.breaches.isEmpty)
        // Within one family too; if no vertices are equal, the native structure is kept.
        let same = try converted(indexed, "a.ply", to: "ply.binary") { $0.weld = .exact }
        #expect(same.scene.vertexSets[0].count == 3)
        #expect(same.breaches.isEmpty)
        let apart = indexed.replacing("1 0 0\n1 0 0", with: "1 0 0\n2 0 0")
        let kept = try converted(apart, "a.ply", to: "ply.binary") { $0.weld = .exact }
        #expect(kept.steps.last == "transcode to ply.binary")
    }

    @Test(arguments: ["ply.binary", "obj", "stl.binary"])
    func aToleranceMovesVerticesAndSaysSo(variant: String) throws {
        let result = try converted(square, "a.stl", to: variant) { $0.weld = .within(0.5) }
        #expect(result.losses.isEmpty == false)
        #expect(result.breaches.isEmpty)
        let wide = try converted(square, "a.stl", to: variant) { $0.weld = .within(1) }
        // (1, 0, 0) is 1 away from (0, 0, 0) and joins it; (0, 1.25, 0) is farther from that, and from (1, 1, 0).
        #expect(wide.losses.contains("vertex.moved approximated /vertexSets/0/POSITION 1"))
        #expect(wide.breaches.isEmpty)
    }

    @Test func aMoveToAnotherFrameFollowsAWeld() throws {
        let result = try converted(square.replacing("1.25", with: "0.1"), "a.stl", to: "obj") {
            $0.weld = .within(0.05)
            $0.input.metersPerUnit = 0.001
            $0.input.upAxis = .z
            $0.output = SceneFrame(upAxis: .y, metersPerUnit: 0.0254)
        }
        #expect(result.steps.prefix(4).suffix(2) == ["weld", "convert-frame"])
        #expect(result.scene.vertexSets[0].count == 4)
        #expect(result.losses.contains { $0.hasPrefix("precision.reduced rounded /vertexSets/0/POSITION") })
        #expect(result.breaches.isEmpty)
    }

    @Test(arguments: [Correspondence.MadeNormals.Weight.angle, .area])
    func normalsAreMadeOnRequest(weight: Correspondence.MadeNormals.Weight) throws {
        let plain = try converted(square, "a.stl", to: "ply.binary")
        #expect(plain.scene.vertexSets[0].attribute(.normal) == nil)
        let result = try converted(square, "a.stl", to: "ply.binary") { $0.normals = weight }
        #expect(result.steps.suffix(3) == ["weld", "generate-normals", "write ply.binary"])
        #expect(
            result.scene.vertexSets[0].attribute(.normal)?.values.doubles() == [0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1])
        #expect(result.losses.contains("normals.generated generated /vertexSets/0/NORMAL 4"))
        #expect(result.breaches.isEmpty)
        // Facets have their own normals.
        #expect(
            try !converted(indexed, "a.ply", to: "stl.binary") { $0.normals = weight }.steps.contains(
                "generate-normals"))
    }

    @Test func smoothingGroupsSayWhichFacesShareNormals() throws {
        // A ridge: two faces meet at a right angle, once smooth and once flat.
        func ridge(_ group: String) -> String {
            "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 0 1\ns \(group)\nf 1 2 3\nf 2 1 4\n"
        }
        let flat = try converted(ridge("off"), "a.obj", to: "obj") { $0.normals = .area }
        #expect(flat.breaches.isEmpty)
        #expect(flat.losses == ["normals.generated generated /vertexSets/0/pools/0 2"])
        let smooth = try converted(ridge("1"), "a.obj", to: "obj") { $0.normals = .area }
        #expect(smooth.breaches.isEmpty)
        #expect(smooth.losses.contains("normals.generated generated /vertexSets/0/NORMAL 4"))
    }

    @Test func normalsThatAreThereStay() throws {
        let text = "v 0 0 0\nv 1 0 0\nv 1 1 0\nvn 1 0 0\nf 1//1 2//1 3//1\n"
        let result = try converted(text, "a.obj", to: "obj") { $0.normals = .area }
        #expect(result.steps.last == "transcode to obj")
    }

    @Test(arguments: ["auto", "none", "exact", "0.001"])
    func rulesHaveWords(word: String) { #expect(WeldRule(word: word)?.word == word) }

    @Test(arguments: ["", "0", "-1", "nan", "inf", "1e308", "near"])
    func whatIsNoRuleIsNone(word: String) { #expect(WeldRule(word: word) == nil) }
}
