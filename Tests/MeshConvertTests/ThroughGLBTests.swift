import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel
import Testing

/// What went into a GLB comes out of it as if it had never been there.
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
        _ = try pipeline.write(document, route, options: options, to: output)
        return output.mainBytes()
    }

    @Test(arguments: ["ply.ascii", "ply.binary"])
    func plyComesOutWithTheSameBytes(variant: String) throws {
        let document = try Pipeline().read(.bytes(Array(scan.utf8), name: "scan.ply"))
        let glb = try written(document, "glb")
        let back = try Pipeline().read(.bytes(glb, name: "scan.glb"))
        #expect(try written(back, variant) == written(document, variant))
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
