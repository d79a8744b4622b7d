import MeshConvert
import Testing

/// What a program sees that imports nothing else.
@Suite struct FaceTests {
    private static let point =
        "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nend_header\n"
        + "4 5 6\n"

    private static func cow(_ location: InputLocation, _ path: String = "cow.ply") -> String {
        "\(ConvertError.read(ReadError(.invalidValue, location, "expected 3, found 2"), path: path))"
    }

    @Test func errorsAreSentences() {
        #expect(Self.cow(.whole) == "cow.ply: expected 3, found 2")
        #expect(Self.cow(.line(7, column: 12)) == "cow.ply:7:12: expected 3, found 2")
        #expect(Self.cow(.byte(84), "-") == "standard input: byte 84: expected 3, found 2")
        #expect(Self.cow(.sideFile("cow.mtl", .line(1, column: 2))) == "cow.mtl:1:2: expected 3, found 2")
        #expect("\(ReadError(.missing, .whole, "there is nothing"))" == "there is nothing")
        #expect("\(ReadError(.missing, .line(1, column: 2), "there is nothing"))" == "1:2: there is nothing")
        let full = WriteError(.system, path: "-", "no space left on device")
        #expect("\(full)" == "-: no space left on device")
        #expect("\(ConvertError.write(full))" == "standard output: no space left on device")
        #expect("\(ConvertError.usage("expected \(.variant, "obj")"))" == "expected variant obj")
    }

    @Test func aRefusalIsASentence() {
        var options = ConvertOptions()
        options.strictness = .exact
        let source = Source.bytes(Array("v 0 0 0 1 0 0\nv 1 0 0 1 0 0\nv 0 1 0 1 0 0\nf 1 2 3\n".utf8), named: "a.obj")
        let error = #expect(throws: ConvertError.self) {
            try convert(source, to: .data(named: "b.stl"), options: options)
        }
        #expect(error.map { "\($0)" }?.hasPrefix("b.stl: not written: something would be lost") == true)
        guard case .refused(let report)? = error else { return #expect(Bool(false), "refused") }
        options.allowed = Set(report.losses.map(\.code))
        #expect(throws: Never.self) { try convert(source, to: .data(named: "b.stl"), options: options) }
    }

    @Test func aReportRemembersItsOptions() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.write("a.ply", Self.point)
        var options = ConvertOptions()
        options.variant = .plyBinary
        options.input.metersPerUnit = 0.01
        options.output = SceneFrame(metersPerUnit: 1)
        let report = try convert(folder.path("a.ply"), to: folder.path("b.ply"), options: options)
        #expect(report.options == options.json)
        #expect(report.json["options"]?["to"]?.string == "ply.binary")
        #expect(report.jsonText == report.json.text(.pretty))
    }

    @Test func aSourceAndATargetMayBeAnyOfTheirKinds() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.write("a.ply", Self.point)
        let (input, output) = (folder.path("a.ply"), folder.path("b.ply"))
        #expect(try convert(input, to: .path(output)).isExact)
        #expect(try convert(Source.path(input), to: "\(output)").isExact)
        #expect(try convert(.bytes(Array(Self.point.utf8), named: "a.ply"), to: output).isExact)
        let target: Target = .data(named: "b.ply")
        #expect(try convert(input, to: target).data?.isEmpty == false)
    }

    @Test func formatsOptionsHaveTypes() {
        var options = ConvertOptions()
        options.reading.ignoresOrigin = true
        options.reading.colorsSplats = true
        options.writing.painting = .vertices
        #expect(options.reading.options == ["origin": "ignore", "splat-colors": "true"])
        #expect(options.writing.options == ["paint": "vertices"])
        options.reading.colorsSplats = false
        options.writing.painting = .none
        #expect(options.reading.options["splat-colors"] == nil && options.writing.options.isEmpty)
    }

    @Test func variantsWithANameExist() {
        let named: Set<Variant> = [
            .plyBinary, .plyASCII, .plyBinaryBigEndian, .obj, .objPlain, .off, .offBinary, .stlBinary, .stlASCII,
            .stlColor, .glb, .gltf, .usdz, .usdc, .usda, .usdzQuickLook,
        ]
        #expect(named.isSubset(of: StandardFormats.all.flatMap(\.descriptor.variants).map { Variant($0.id) }))
    }
}
