import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel
import Testing

/// Images arrive byte for byte, or a loss reports it.
@Suite struct ImageBytesTests {
    private let ply = """
        ply
        format ascii 1.0
        comment TextureFile wood.png
        element vertex 3
        property float x
        property float y
        property float z
        element face 1
        property list uchar int vertex_indices
        end_header
        0 0 0
        1 0 0
        0 1 0
        3 0 1 2

        """

    private func folder() throws -> TestFolder {
        let folder = try TestFolder()
        try folder.write("a.ply", ply)
        try folder.write("wood.png", "GIF89a wood")
        return folder
    }

    @Test(arguments: ["b.obj", "b.ply", "b.gltf"]) func aCopyThatIsAnotherImageIsNoticed(_ name: String) throws {
        let folder = try folder()
        defer { folder.remove() }
        let pipeline = Pipeline()
        // glTF needs bytes that are recognised as an image.
        try folder.writeBytes("wood.png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 3])
        var options = ConvertOptions()
        options.verify = true
        let report = try convert(folder.path("a.ply"), to: folder.path(name), options: options)
        #expect(report.verified == true)
        #expect(!report.losses.contains { $0.subject == "/images/0" })
        let copy = "b_texture0.png"
        #expect(try folder.names().contains(copy))
        let (a, b) = (folder.path("a.ply"), folder.path(name))
        func found() throws -> [Diff.Finding] {
            Diff(from: try pipeline.read(.file(a)), a, to: try pipeline.read(.file(b)), b).findings.filter {
                $0.difference.subject == "/images/0"
            }
        }
        #expect(try found().isEmpty)
        try folder.writeBytes(copy, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 4])
        #expect(try found().map(\.difference.facet) == [.value])
        #expect(try found().map(\.counts) == [true])
        try folder.remove(copy)
        #expect(try found().map(\.difference.facet) == [.presence])
    }

    @Test func aPLYTakesItsImagesAlongWhateverTheEncoding() throws {
        let folder = try folder()
        defer { folder.remove() }
        for variant in ["ply.ascii", "ply.binary"] {
            var options = ConvertOptions()
            options.verify = true
            options.variant = Variant(variant)
            let report = try convert(folder.path("a.ply"), to: folder.path("out.ply"), options: options)
            #expect(report.verified == true)
            let back = try Pipeline().read(.file(folder.path("out.ply")))
            #expect(back.scene.images.map(\.uri) == ["out_texture0.png"])
            #expect(back.scene.images[0].path == folder.path("out_texture0.png"))
        }
    }

    @Test func aLibraryInMemoryTakesItsImagesAlong() throws {
        var options = ConvertOptions()
        options.reading.sideFiles = [
            "a.mtl": .bytes(Array("newmtl m\nmap_Kd wood.png\n".utf8)), "wood.png": .bytes([1, 2, 3]),
        ]
        let text = "mtllib a.mtl\nusemtl m\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
        let document = try Pipeline().read(.bytes(Array(text.utf8), name: "a.obj"), options: options)
        let output = Output(memoryNamed: "b.obj")
        let route = try Pipeline().route(document, to: "obj")
        try Pipeline().write(document, route, options: options, to: output)
        let sides = Dictionary(uniqueKeysWithValues: output.sideFiles().map { ($0.name, $0.bytes) })
        #expect(sides["b_texture0.png"] == [1, 2, 3])
        #expect(sides["b.mtl"] == Array("newmtl m\nmap_Kd b_texture0.png\n".utf8))
    }
}
