import Foundation
import MeshBytes
import MeshConformance
import MeshConvert
import MeshFormats
import MeshModel
import MeshRouting
import Testing

/// Whole conversions of small files, each in its own folder.
@Suite struct ConvertTests {
    private static let coloured = """
        ply
        format ascii 1.0
        element vertex 3
        property float x
        property float y
        property float z
        property uchar red
        property uchar green
        property uchar blue
        element face 1
        property list uchar int vertex_indices
        end_header
        0 0 0 255 0 0
        1 0 0 0 128 0
        0 1 0 0 0 9
        3 0 1 2

        """

    private func document(_ options: ConvertOptions) throws -> Document {
        try Pipeline().read(Input.bytes(Array(Self.coloured.utf8), name: "a.ply"), options: options)
    }

    /// Points are thinned, not welded: that nothing happened isn't to be taken for success.
    @Test func weldingPointsSaysThatTheyStay() throws {
        func codes(_ text: String) throws -> [String] {
            var options = ConvertOptions()
            options.weld = .withinMeters(0.001)
            let source = Source.bytes(Array(text.utf8), named: "a.ply")
            return try Pipeline().convert(source, to: .data(named: "a.glb"), options: options).diagnostics.map(\.code)
        }
        let face = try #require(
            Self.coloured.firstRange(of: "element face 1\nproperty list uchar int vertex_indices\n"))
        var points = Self.coloured
        points.removeSubrange(face)
        #expect(try codes(String(points.dropLast(8))).contains("weld.points"))
        #expect(try !codes(Self.coloured).contains("weld.points"))
    }

    @Test func anEndingThatIsAVariantsNamePromisesThatVariant() throws {
        let plain = ConvertOptions()
        var archive = plain
        archive.purpose = .archive
        let document = try document(plain)
        for (path, variant) in [("a.glb", "glb"), ("a.gltf", "gltf"), ("a.GLTF", "gltf"), ("a.obj", "obj")] {
            #expect(try Pipeline().variant(for: path, options: plain) == variant)
            #expect(try Pipeline().variant(for: path, of: document, options: archive) == variant)
        }
        #expect(try Pipeline().variant(for: "a.ply", options: plain) == "ply.binary")
    }

    @Test func anEndingThatSaysAnotherVariantIsRefused() throws {
        func variant(_ path: String, _ named: Variant) throws(ConvertError) -> String {
            var options = ConvertOptions()
            options.variant = named
            return try Pipeline().variant(for: path, options: options)
        }
        #expect(try Pipeline().variant(for: "a.usd", options: ConvertOptions()) == "usdc")
        for (path, named) in [("a.usd", Variant.usda), ("a.USDA", .usda), ("a.data", .gltf), ("a", .glb)] {
            #expect(try variant(path, named) == named.rawValue)
        }
        for (path, named, right) in [
            ("b/a.usdz", Variant.usda, "b/a.usda"), ("a.usd", .usdz, "a.usdz"), ("a.GLB", .gltf, "a.gltf"),
            ("a.ply", .obj, "a.obj"), ("a.usda", .usdzQuickLook, "a.usdz"),
        ] {
            let error = #expect(throws: ConvertError.self) { try variant(path, named) }
            #expect(error?.code == "usage")
            #expect(error?.message.hasSuffix("use '\(right)'") == true)
        }
    }

    @Test func anInputIsNeverAnOutput() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.write("a.ply", Self.coloured)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("soft.ply"), withDestinationPath: folder.path("a.ply"))
        try FileManager.default.linkItem(atPath: folder.path("a.ply"), toPath: folder.path("hard.ply"))
        try FileManager.default.linkItem(atPath: folder.path("a.ply"), toPath: folder.path("hard.obj"))
        for name in ["a.ply", "soft.ply", "hard.ply", "hard.obj"] {
            let error = #expect(throws: ConvertError.self) { try convert(folder.path("a.ply"), to: folder.path(name)) }
            #expect(error?.code == "usage")
        }
        #expect(try String(contentsOfFile: folder.path("a.ply"), encoding: .utf8) == Self.coloured)
    }

    @Test func aProtectedFileIsReplacedOnlyByItsOwnBytes() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.write("a.ply", Self.coloured)
        var options = ConvertOptions()
        options.protection = .sameFormat
        for name in ["b.ply", "b.obj"] {
            try convert(folder.path("a.ply"), to: folder.path(name), options: options)
            try convert(folder.path("a.ply"), to: folder.path(name), options: options)
            try folder.write(name, "other")
        }
        try convert(folder.path("a.ply"), to: folder.path("b.obj"), options: options)
        #expect(throws: ConvertError.self) {
            try convert(folder.path("a.ply"), to: folder.path("b.ply"), options: options)
        }
        #expect(try String(contentsOfFile: folder.path("b.ply"), encoding: .utf8) == "other")
        options.protection = .all
        try folder.write("b.obj", "other")
        #expect(throws: ConvertError.self) {
            try convert(folder.path("a.ply"), to: folder.path("b.obj"), options: options)
        }
        #expect(try String(contentsOfFile: folder.path("b.obj"), encoding: .utf8) == "other")
    }

    @Test func whatTheCallerKnowsOfColoursIsTaken() throws {
        var options = ConvertOptions()
        #expect(try document(options).scene.vertexSets[0].attribute(.color(0))?.frame.colorSpace == .srgb)
        options.reading.inputColor = .linear
        #expect(try document(options).scene.vertexSets[0].attribute(.color(0))?.frame.colorSpace == .linear)
    }

    @Test func linearColoursInAFormatOfSRGBAreTold() throws {
        var options = ConvertOptions()
        options.reading.inputColor = .linear
        let document = try document(options)
        let route = try Pipeline().route(document, to: "obj", options: options)
        let loss = route.losses.first { $0.code == .colorReencoded }
        #expect(loss?.cause.contains("sRGB") == true)
    }

    @Test(arguments: ["ply.ascii", "ply.binary", "obj"])
    func whatTheCallerKnowsIsNoDifferenceWhenTheResultIsReadBack(variant: String) throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.write("a.ply", Self.coloured)
        var options = ConvertOptions()
        options.variant = Variant(variant)
        options.verify = true
        options.input.upAxis = .z
        options.input.metersPerUnit = 0.01
        options.reading.inputColor = .linear
        let report = try convert(folder.path("a.ply"), to: folder.path("b.out"), options: options)
        #expect(report.verified == true)
    }

    @Test func aTextThatIsConvertedWhileItIsReadHasTheReportOfItsDocument() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        let stl = try #require(StandardFormats.format(named: "stl") as? any StreamingFormat)
        func wholeDocuments(_ format: some StreamingFormat) -> any Format { WholeDocuments(format: format) }
        let whole = wholeDocuments(stl)
        for name in [" room", ""] {
            try folder.write(
                "a.stl",
                "solid\(name)\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n"
                    + "endfacet\nendsolid\(name)\n")
            for (upAxis, unit) in [(nil, nil), (UpAxis.y, 0.01)] {
                var options = ConvertOptions()
                options.input.upAxis = upAxis
                options.input.metersPerUnit = unit
                options.hashes = true
                options.verify = true
                let streamed = try convert(folder.path("a.stl"), to: folder.path("b.stl"), options: options)
                var report = try Pipeline([whole]).convert(
                    .path(folder.path("a.stl")), to: .path(folder.path("b.stl")), options: options)
                report.seconds = streamed.seconds
                #expect("\(streamed)" == "\(report)")
                #expect(streamed.verified == true)
                #expect(streamed.losses.contains { $0.code == .nameDropped } == !name.isEmpty)
                #expect(try Pipeline().read(try Pipeline.open(folder.path("b.stl"))).scene.metersPerUnit == unit)
            }
        }
    }
}

/// A format that always converts through documents.
private struct WholeDocuments<Wrapped: ReadableFormat & WritableFormat>: WrappingFormat {
    let format: Wrapped
}
