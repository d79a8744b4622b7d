import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel
import MeshRouting
import Testing

private struct Native: NativeDocument {}

/// Outputs in another unit or with another up axis: the report and the file agree.
@Suite struct FrameTests {
    private func scene(up: UpAxis?, unit: Double?) -> MeshScene {
        let set = VertexSet(
            count: 4,
            attributes: [
                Attribute(.position, Column([0, 0, 0, 1.5, 0, 0, 0, 2.25, 0.1, 0, 0, 3] as [Float], components: 3)),
                Attribute(.normal, Column([0, 1, 0, 1, 0, 0, 0, 0, 1, 0, -1, 0] as [Float], components: 3)),
            ])
        let faces = Primitive(
            topology: .polygons, vertexSet: 0, elementCount: 4, arity: .uniform(3),
            vertices: Column([0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2] as [Int32]))
        var scene = MeshScene(vertexSets: [set], primitives: [faces])
        scene.upAxis = up
        scene.metersPerUnit = unit
        return scene
    }

    private func document(_ scene: MeshScene) -> Document {
        Document(format: "scene", variant: "scene", native: Native(), scene: scene, byteCount: 0)
    }

    private var print: ConvertOptions {
        var options = ConvertOptions()
        options.output = SceneFrame(upAxis: .z, metersPerUnit: 0.001)
        return options
    }

    /// The scene that a foreign reader finds in the output, after a check of report and file.
    private func written(_ scene: MeshScene, to variant: String, _ options: ConvertOptions) throws -> (
        MeshScene, [Loss]
    ) {
        let pipeline = Pipeline()
        let source = document(scene)
        let route = try pipeline.route(source, to: variant, options: options)
        let output = Output(memoryNamed: "a.\(variant.prefix(3))")
        try pipeline.write(source, route, options: options, to: output)
        var reading = ConvertOptions()
        reading.from = String(variant.prefix(3))
        reading.reading.options["origin"] = "ignore"
        let back = try pipeline.read(.bytes(output.mainBytes(), name: output.name), options: reading)
        #expect(
            pipeline.breaches(of: scene, [], route.losses, route.correspondence, readBack: back).isEmpty,
            "\(variant)")
        return (back.scene, route.losses)
    }

    private func losses(_ losses: [Loss]) -> Set<String> {
        Set(losses.map { "\($0.code.rawValue) \($0.severity.rawValue) \($0.subject) \($0.count)" })
    }

    @Test(arguments: ["ply.binary", "ply.ascii", "obj", "stl.binary", "stl.ascii"])
    func everyFormatShowsWhatWasAskedFor(variant: String) throws {
        let (back, report) = try written(scene(up: .y, unit: 1), to: variant, print)
        let positions = back.vertexSets[0].attributes[0].values.doubles()
        // (0, 2.25, 0.1) metres, Y up, is (0, −100, 2250) millimetres, Z up; 0.1 is rounded twice.
        var points: [[Double]] = []
        for row in stride(from: 0, to: positions.count, by: 3) { points.append(Array(positions[row..<row + 3])) }
        #expect(points.contains([0, -100, 2250]))
        #expect(points.contains([1500, 0, 0]))
        #expect(points.contains([0, -3000, 0]))
        let told = losses(report)
        #expect(told.contains("frame.scaled re-encoded /metersPerUnit 4"))
        #expect(told.contains("frame.turned re-encoded /upAxis 4"))
        #expect(report.first { $0.code == .frameScaled }?.cause.contains("multiplied by 1000") == true)
    }

    @Test func stlSaysItsUnitAndAxisAndANoteSaysWhatSlicersRead() throws {
        for options in [print, ConvertOptions()] {
            let (back, report) = try written(scene(up: .y, unit: 1), to: "stl.binary", options)
            #expect(!report.contains { $0.code == .unitDropped || $0.code == .axisDropped })
            #expect(back.upAxis == options.output.upAxis ?? .y)
            #expect(back.metersPerUnit == options.output.metersPerUnit ?? 1)
        }
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.write(
            "a.gltf",
            #"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"#
                + #""meshes":[{"primitives":[{"attributes":{"POSITION":0},"mode":4}]}],"#
                + #""accessors":[{"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[0,0,0]}]}"#)
        let report = try convert(folder.path("a.gltf"), to: folder.path("a.stl"))
        #expect(
            report.diagnostics.filter(\.isVisible).map(\.message) == [
                "numbers are metres, slicers read millimetres: this opens 1,000 × too small; target unit mm",
                "Y is up, slicers read Z as up: this lies on its side; target up axis z",
            ])
    }

    @Test func aSceneInTheRightFrameStaysAsItIs() throws {
        let route = try Pipeline().route(document(scene(up: .z, unit: 0.001)), to: "stl.binary", options: print)
        #expect(route.operations.isEmpty)
    }

    @Test func whatTheSceneDoesNotSayIsNotGuessed() throws {
        let route = try Pipeline().route(document(scene(up: nil, unit: nil)), to: "stl.binary", options: print)
        #expect(route.operations.isEmpty)
    }

    @Test func transformsAndFrameMoveVerticesOnce() throws {
        var moved = scene(up: .y, unit: 0.0254)
        moved.nodes = [
            Node(
                transform: .trs(
                    translation: SIMD3(0.1, 0.2, 0.3), rotation: SIMD4(0.6, 0, 0, 0.8), scale: SIMD3(1, 1, -2)),
                mesh: 0)
        ]
        for variant in ["ply.binary", "obj", "stl.binary"] {
            let (_, report) = try written(moved, to: variant, print)
            #expect(report.count { $0.code == .precisionReduced } <= 1, "\(variant)")
            #expect(report.contains { $0.code == .frameTurned }, "\(variant)")
        }
        let route = try Pipeline().route(document(moved), to: "ply.binary", options: print)
        #expect(route.operations.map(\.name) == ["convert-frame", "bake-hierarchy"])
    }

    @Test func tangentsThatDoNotTurnAreTold() throws {
        var scene = scene(up: .y, unit: 1)
        scene.vertexSets[0].attributes.append(
            Attribute(
                AttributeSemantic(name: "TANGENT"), Column([Float](repeating: 0.5, count: 16), components: 4)))
        let (_, report) = try written(scene, to: "ply.binary", print)
        #expect(losses(report).contains("attribute.narrowed approximated /vertexSets/0/TANGENT 4"))
    }

    @Test func aFileOfTheSameFormatIsConvertedToo() throws {
        let text = "v 1 2 3\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
        let pipeline = Pipeline()
        var options = print
        options.input.upAxis = .y
        options.input.metersPerUnit = 1
        let read = try pipeline.read(.bytes(Array(text.utf8), name: "a.obj"), options: options)
        #expect(try pipeline.route(read, to: "obj", options: ConvertOptions()).isNative)
        let route = try pipeline.route(read, to: "obj", options: options)
        #expect(!route.isNative)
        #expect(route.rejected.contains { $0.action == "transcode to obj" })
        let output = Output(memoryNamed: "b.obj")
        try pipeline.write(read, route, options: options, to: output)
        #expect(String(decoding: output.mainBytes(), as: UTF8.self).contains("v 1000 -3000 2000\n"))
    }

    @Test func anOutputUnitNeedsAnInputUnit() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.write("a.obj", "v 1 2 3\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
        do {
            try convert(folder.path("a.obj"), to: folder.path("b.stl"), options: print)
            Issue.record("converted")
        } catch {
            #expect(error.code == "usage")
            #expect(error.message.contains("unit: m, cm, mm, in or ft"))
        }
    }
}

/// Purposes of outputs.
@Suite struct PurposeTests {
    private func options(_ purpose: Purpose) -> ConvertOptions {
        var options = ConvertOptions()
        options.purpose = purpose
        return options
    }

    /// A closed tetrahedron with a volume of 1/6 cubic units.
    private let closed = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"

    @Test func printIsMillimetresWithZUpAndTellsThatItIsClosed() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.write("a.obj", closed)
        let report = try convert(folder.path("a.obj"), to: folder.path("a.stl"), options: options(.print))
        #expect(report.outputVariant == "stl.binary")
        #expect(report.isLossless)
        #expect(
            report.diagnostics.map(\.code) == ["unit.assumed", "axis.assumed", "surface.closed"])
        // A sixth of a cubic metre.
        #expect(report.diagnostics.last?.message == "the surface is watertight and encloses 0.1667 m³")
        let back = try Pipeline().read(try Pipeline.open(folder.path("a.stl")))
        let numbers = back.scene.vertexSets[0].attributes[0].values.doubles()
        #expect(numbers.max() == 1000)
        #expect(numbers.min() == -1000)
    }

    @Test func printTellsWhereTheSurfaceIsOpen() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
        let report = try convert(folder.path("a.obj"), to: folder.path("a.stl"), options: options(.print))
        let open = try #require(report.diagnostics.first { $0.code == "edge.open" })
        #expect(open.count == 3)
        #expect(open.severity == .warning)
    }

    @Test func aStatedUnitIsNotAssumed() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.write("a.obj", closed)
        var options = options(.print)
        options.input.metersPerUnit = 0.01
        options.input.upAxis = .z
        let report = try convert(folder.path("a.obj"), to: folder.path("a.stl"), options: options)
        #expect(report.diagnostics.map(\.code) == ["surface.closed"])
        #expect(report.losses.contains { $0.code == .frameScaled && $0.cause.contains("by 10") })
        #expect(!report.losses.contains { $0.code == .frameTurned })
    }

    @Test func aSurfaceThatLooksInwardIsAnError() throws {
        let inward = closed.replacing("f 1 3 2", with: "f 1 2 3").replacing("f 1 2 4", with: "f 1 4 2")
            .replacing("f 2 3 4", with: "f 2 4 3").replacing("f 1 4 3", with: "f 1 3 4")
        let document = try Pipeline().read(.bytes(Array(inward.utf8), name: "a.obj"))
        #expect(Check(document, path: "a.obj").findings.isEmpty)
        let check = Check(document, path: "a.obj", purpose: .print)
        #expect(check.findings.map(\.code) == ["surface.inside-out"])
        #expect(check.hasErrors)
    }

    @Test func aCloudIsNotFitForPrintAndRefusedWithItsRemedy() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.write("a.obj", "v 0 0 0\nv 1 0 0\n")
        let document = try Pipeline().read(try Pipeline.open(folder.path("a.obj")))
        #expect(Check(document, path: "a.obj", purpose: .print).findings.first?.code == "surface.missing")
        do {
            try convert(folder.path("a.obj"), to: folder.path("a.stl"), options: options(.print))
            Issue.record("converted")
        } catch {
            #expect(error.code == "output.unrepresentable")
            #expect(error.message.contains("make a surface of the points first"))
        }
    }

    @Test func archiveTakesTheVariantThatKeepsEverythingOrNone() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.write("a.obj", closed + "o Sofa\nv 5 5 5\n")
        let pipeline = Pipeline()
        let document = try pipeline.read(try Pipeline.open(folder.path("a.obj")))
        #expect(try pipeline.variant(for: "b.obj", of: document, options: options(.archive)) == "obj")
        do {
            try convert(folder.path("a.obj"), to: folder.path("a.stl"), options: options(.archive))
            Issue.record("converted")
        } catch {
            #expect(error.code == "refused")
        }
    }

    @Test func whatThisBuildCannotDoSaysWhatItComesWith() throws {
        let training = try #require(Purpose.named("nerfstudio"))
        do {
            try convert("nothing.obj", to: "a.folder", options: options(training))
            Issue.record("converted")
        } catch {
            // The input is checked first.
            #expect(error.code == "input.missing")
        }
        #expect(!training.isPossible(with: StandardFormats.all))
        #expect(training.comesWith == "scan packages")
        #expect(throws: ConvertError.self) { try Pipeline().variant(for: "a.folder", options: options(training)) }
        #expect(Purpose.named("print")?.isPossible(with: StandardFormats.all) == true)
        #expect(Purpose.named("quicklook")?.isPossible(with: StandardFormats.all) == true)
        #expect(Purpose.named("web")?.isPossible(with: StandardFormats.all) == true)
    }
}
