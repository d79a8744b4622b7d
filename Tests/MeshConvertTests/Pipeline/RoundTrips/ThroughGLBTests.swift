import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel
import Testing

/// Files that go through a GLB come back as they were.
@Suite struct ThroughGLBTests {
    private let scan = """
        ply
        format ascii 1.0
        comment made by hand
        obj_info scanner 7
        comment another
        element vertex 4
        property float x
        property float y
        property float z
        property float nx
        property float ny
        property float nz
        property uchar red
        property uchar green
        property uchar blue
        property uchar alpha
        property float confidence
        property int label
        property uchar class
        element face 2
        property list uchar int vertex_indices
        end_header
        0 0 0 0 0 1 255 128 3 255 0.25 -5 7
        1 0 0 0 0 1 1 2 3 4 1 100000 8
        1 1 0 0.6 0 0.8 9 8 7 6 0.5 0 9
        0 1.1 0 1 0 0 0 0 0 0 0 1 10
        3 0 1 2
        3 0 2 3

        """

    private func written(_ document: Document, _ variant: String) throws -> [UInt8] {
        let pipeline = Pipeline()
        var options = ConvertOptions()
        options.forceScene = true
        let output = Output(memoryNamed: "a.\(variant)")
        let route = try pipeline.route(document, to: variant, options: options)
        try pipeline.write(document, route, options: options, to: output)
        return output.mainBytes()
    }

    @Test(arguments: ["ply.ascii", "ply.binary"])
    func plyComesOutWithTheSameBytes(variant: String) throws {
        let document = try Pipeline().read(.bytes(Array(scan.utf8), name: "scan.ply"))
        let glb = try written(document, "glb")
        let back = try Pipeline().read(.bytes(glb, name: "scan.glb"))
        #expect(try written(back, variant) == written(document, variant))
    }

    /// Two splats as trainers write them: zero normals, logarithms, rotations of any length.
    private let splats = """
        ply
        format ascii 1.0
        element vertex 2
        property float x
        property float y
        property float z
        property float nx
        property float ny
        property float nz
        property float f_dc_0
        property float f_dc_1
        property float f_dc_2
        property float opacity
        property float scale_0
        property float scale_1
        property float scale_2
        property float rot_0
        property float rot_1
        property float rot_2
        property float rot_3
        end_header
        0 0 0 0 0 0 1.5 0.1 -0.2 -2.19 -5.5 -4.25 -0.3 0.9 0.1 0.2 0.3
        1 2 3 0 0 0 -1 0 1 4.7 -1 -2 -3 2 0 0 0.1

        """

    @Test(arguments: ["ply.ascii", "ply.binary"])
    func splatsComeOutWithTheSameBytes(variant: String) throws {
        let document = try Pipeline().read(.bytes(Array(splats.utf8), name: "splats.ply"))
        let glb = try written(document, "glb")
        let back = try Pipeline().read(.bytes(glb, name: "splats.glb"))
        #expect(try written(back, variant) == written(document, variant))
    }

    @Test func splatsGetColoursWhereSomebodyAsks() throws {
        var options = ConvertOptions()
        options.variant = "ply.ascii"
        let source = Source.bytes(Array(splats.utf8), named: "splats.ply")
        let plain = try convert(source, to: .data(named: "a.obj"))
        #expect(String(decoding: plain.data ?? [], as: UTF8.self).contains("v 1 2 3\n"))
        options.variant = "obj"
        options.reading.options["splat-colors"] = "true"
        options.verify = true
        let colored = try convert(source, to: .data(named: "a.obj"), options: options)
        #expect(colored.diagnostics.contains { $0.code == "splats.colored" && $0.count == 2 })
        let line = String(decoding: colored.data ?? [], as: UTF8.self).split(separator: "\n").first {
            $0.hasPrefix("v 0 0 0 ")
        }
        // 0.5 + 0.28209479 × 1.5, 0.1 and −0.2.
        let numbers = (line ?? "").split(separator: " ").dropFirst(4).compactMap { Double($0) }
        for (a, b) in zip(numbers, [0.923142, 0.528209, 0.443581]) { #expect(abs(a - b) < 1e-6) }
        #expect(numbers.count >= 3)
        // Also where nothing else needs the scene.
        options.variant = "ply.ascii"
        let ply = try convert(source, to: .data(named: "a.ply"), options: options)
        #expect(String(decoding: ply.data ?? [], as: UTF8.self).contains("property float red"))
    }

    @Test func splatsOfOthersBecomeLogarithms() throws {
        let document = try Pipeline().read(.bytes(Array(splats.utf8), name: "splats.ply"))
        var options = ConvertOptions()
        options.reading.options["origin"] = "ignore"
        let glb = try Pipeline().read(.bytes(try written(document, "glb"), name: "splats.glb"), options: options)
        let text = String(decoding: try written(glb, "ply.ascii"), as: UTF8.self)
        let back = try Pipeline().read(.bytes(Array(text.utf8), name: "splats.ply"), options: options)
        for (name, expected) in [
            ("scale_0", [-5.5, -1]), ("scale_2", [-0.3, -3]), ("opacity", [-2.19, 4.7]), ("f_dc_2", [-0.2, 1]),
        ] {
            let values = back.scene.vertexSets[0].attribute(AttributeSemantic(name: name))
            #expect(values?.frame.encoding == (name.hasPrefix("f_") ? .linear : name == "opacity" ? .logit : .log))
            for (a, b) in zip(values?.values.doubles() ?? [], expected) { #expect(abs(a - b) < 2e-5, "\(name)") }
        }
        // Reading that PLY with the record: opacities and sizes again, as exact as float32 allows.
        let own = try Pipeline().read(.bytes(Array(text.utf8), name: "splats.ply"))
        let sizes = own.scene.vertexSets[0].attribute(AttributeSemantic(name: "scale_0"))
        #expect(sizes?.frame.encoding == .linear && abs((sizes?.values.doubles().last ?? 0) - 0.36787944) < 1e-7)
    }

    @Test func coloursOfFacesComeOutOnFaces() throws {
        let text = """
            ply
            format ascii 1.0
            element vertex 4
            property float x
            property float y
            property float z
            element face 2
            property list uchar int vertex_indices
            property uchar red
            property uchar green
            property uchar blue
            end_header
            0 0 0
            1 0 0
            1 1 0
            0 1 0
            3 0 1 2 255 0 0
            3 0 2 3 0 255 0

            """
        let document = try Pipeline().read(.bytes(Array(text.utf8), name: "faces.ply"))
        let back = try Pipeline().read(.bytes(try written(document, "glb"), name: "faces.glb"))
        let colors = try #require(back.scene.meshes[0].primitives[0].elementAttributes.first)
        #expect(colors.semantic == .color(0) && colors.normalized)
        #expect(colors.values.integers() == [255, 0, 0, 0, 255, 0])
        #expect(back.scene.vertexSets[0].count == 6)
    }
}
