import MeshConvert
import MeshFormats
import MeshModel
import Testing

@Suite("Files that an input names and that are gone") struct MissingFilesTests {
    private static let triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
    private static let buffer = "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"
    /// Each input names a file that is not there: by a target of its own family, the code and the name of the loss.
    static let inputs: [(name: String, text: String, target: String, code: Loss.Code, lost: String, count: Int)] = [
        (
            "a.gltf",
            """
            {"asset": {"version": "2.0"}, "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "material": 0}]}],
             "nodes": [{"mesh": 0}], "scenes": [{"nodes": [0]}], "scene": 0,
             "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
             "bufferViews": [{"buffer": 0, "byteLength": 36}],
             "buffers": [{"byteLength": 36, "uri": "data:;base64,\(buffer)"}],
             "materials": [{"name": "Wood", "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}],
             "textures": [{"source": 0}], "images": [{"uri": "gone.png"}]}
            """, "b.glb", .textureMissing, "image gone.png", 1
        ),
        (
            "m.gltf",
            """
            {"asset": {"version": "2.0"}, "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
             "nodes": [{"mesh": 0}], "scenes": [{"nodes": [0]}], "scene": 0,
             "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"},
                           {"bufferView": 1, "componentType": 5126, "count": 3, "type": "SCALAR"}],
             "bufferViews": [{"buffer": 0, "byteLength": 36}, {"buffer": 1, "byteLength": 12}],
             "buffers": [{"byteLength": 36, "uri": "data:;base64,\(buffer)"}, {"byteLength": 12, "uri": "gone.bin"}],
             "animations": [{"channels": [], "samplers": [{"input": 1, "output": 1}]}]}
            """, "b.glb", .referenceMissing, "gone.bin", 1
        ),
        (
            "a.obj", "mtllib gone.mtl\n\(triangle)usemtl a\nf 1 2 3\nusemtl b\nf 3 2 1\n", "b.obj", .referenceMissing,
            "gone.mtl", 2
        ),
        (
            "a.usda",
            """
            #usda 1.0
            def Mesh "A" (
                references = @gone.usda@
            )
            {
                point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
                int[] faceVertexCounts = [3]
                int[] faceVertexIndices = [0, 1, 2]
            }
            """, "b.usdc", .referenceMissing, "gone.usda", 1
        ),
    ]

    private func source(_ name: String, _ text: String) throws -> (folder: TestFolder, document: Document) {
        let folder = try TestFolder()
        try folder.write(name, text)
        return (folder, try Pipeline().read(.file(folder.path(name))))
    }

    @Test("are lost in every conversion, as planned and as proved", arguments: inputs.indices)
    func lost(index: Int) throws {
        let input = Self.inputs[index]
        let (folder, document) = try source(input.name, input.text)
        defer { folder.remove() }
        for target in [input.target, "c.glb", "c.usda", "c.obj", "c.ply", "c.stl"] {
            var options = ConvertOptions()
            options.verify = true
            let report = try convert(folder.path(input.name), to: folder.path(target), options: options)
            #expect(report.verified == true, "\(target): \(report.diagnostics)")
            let found = report.losses.filter {
                [.textureMissing, .textureDropped, .referenceMissing].contains($0.code)
            }
            #expect(found.count == 1 && found[0].severity == .dropped, "\(target): \(found)")
            guard target == input.target, let loss = found.first else { continue }
            #expect(loss.code == input.code && loss.name == input.lost && loss.count == input.count, "\(loss)")
            let plan = Plan(document, path: input.name, to: [report.outputVariant])
            #expect(plan.targets.first?.losses == report.losses)
            options.strictness = .lossless
            #expect(throws: ConvertError.self) {
                try convert(folder.path(input.name), to: folder.path("d.\(target)"), options: options)
            }
        }
    }

    @Test(
        "are missed by the proof if the report does not say so, or says it of files that are there",
        arguments: inputs.indices)
    func lies(index: Int) throws {
        let input = Self.inputs[index]
        let (folder, document) = try source(input.name, input.text)
        defer { folder.remove() }
        let pipeline = Pipeline()
        let report = try convert(folder.path(input.name), to: folder.path(input.target))
        let back = try pipeline.read(.file(folder.path(input.target)))
        func breaches(_ losses: [Loss], _ residue: [Residue], _ back: Document) -> Int {
            pipeline.breaches(of: document.scene, residue, losses, nil, readBack: back).count
        }
        #expect(breaches(report.losses, document.residue, back) == 0)
        #expect(breaches([], document.residue, back) == 1)
        #expect(breaches(report.losses + report.losses, document.residue, back) == 1)
        // A file that was there, to which only the output's link is dead.
        if input.code == .referenceMissing {
            #expect(breaches([], document.residue.filter { $0.kind != "missing" }, back) == 1)
        }
    }

    /// Reading takes layers only from where they are named, so what is copied does, too.
    @Test("are not found by their name in another folder", arguments: ["b.usda", "b.usdc", "b.usdz", "b.glb"])
    func elsewhere(target: String) throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.write(
            "a.usda",
            """
            #usda 1.0
            def Mesh "Mesh"
            {
                int[] faceVertexCounts = [3]
                int[] faceVertexIndices = [0, 1, 2]
                point3f[] points = [(0, 0, 0), (1, 0, 0), (1, 1, 0)]
            }
            def "Looks" (
                references = @looks/red.mtlx@</MaterialX>
            )
            {
            }
            """)
        try folder.write("red.mtlx", "<?xml version=\"1.0\"?><materialx version=\"1.38\"></materialx>")
        var options = ConvertOptions()
        options.verify = true
        let report = try convert(folder.path("a.usda"), to: folder.path(target), options: options)
        #expect(report.verified == true)
        #expect(report.losses.filter { $0.code == .referenceMissing }.map(\.name) == ["looks/red.mtlx"])
        #expect(try folder.names() == ["a.usda", target, "red.mtlx"])
    }

    @Test("end the conversion where nothing is left to show")
    func nothing() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.write("a.usda", "#usda 1.0\ndef \"A\" (\n    references = @../gone.usda@\n)\n{\n}\n")
        for target in ["b.usdc", "b.glb"] {
            do throws(ConvertError) {
                try convert(folder.path("a.usda"), to: folder.path(target))
                Issue.record("\(target) was written")
            } catch {
                #expect(error.code == "input.reference-missing" && error.path == folder.path("a.usda"))
                #expect(error.message.contains("../gone.usda"))
            }
        }
    }
}
