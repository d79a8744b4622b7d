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
                #expect(streamed.losses.contains { $0.code == .unitDropped } == (unit != nil))
            }
        }
    }
}

/// A format that always converts through documents.
private struct WholeDocuments<Wrapped: ReadableFormat & WritableFormat>: WrappingFormat {
    let format: Wrapped
}
