import MeshBytes
import MeshConvert
import MeshFormats
import Testing

/// A conversion that is cancelled at each of its checks in turn.
@Suite struct CancellationTests {
    private static let inputs: [(name: String, text: String)] = [
        (
            "a.ply",
            "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
                + "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"
        ),
        ("a.obj", "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n"),
        (
            "a.stl",
            "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"
                + "endsolid a\n"
        ),
        ("a.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"),
        (
            "a.usda",
            "#usda 1.0\n(\n    upAxis = \"Y\"\n)\ndef Mesh \"a\"\n{\n    int[] faceVertexCounts = [3]\n"
                + "    int[] faceVertexIndices = [0, 1, 2]\n    point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]\n}\n"
        ),
        (
            "a.gltf",
            "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0}],"
                + "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],"
                + "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\","
                + "\"min\":[0,0,0],\"max\":[1,1,0]}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],"
                + "\"buffers\":[{\"byteLength\":36,\"uri\":\"data:application/octet-stream;base64,"
                + "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"}]}"
        ),
    ]

    @Test(arguments: inputs.map(\.name)) func atEachCheckNothingIsLeftOfIt(input: String) throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        let text = try #require(Self.inputs.first { $0.name == input }?.text)
        try folder.write(input, text)
        try folder.write("a.mtl", "newmtl red\nKd 1 0 0\n")
        let before = try folder.names()
        for ending in ["ply", "obj", "stl", "off", "gltf", "glb", "usda", "usdc", "usdz"] {
            var check = 0
            while true {
                var options = ConvertOptions()
                options.work = Work(cancelledAfter: check)
                options.verify = check % 2 == 1
                do throws(ConvertError) {
                    try convert(folder.path(input), to: folder.path("b.\(ending)"), options: options)
                    break
                } catch {
                    #expect(error.code == "cancelled", "\(input) to \(ending), check \(check): \(error)")
                    let names = try folder.names()
                    #expect(names == before, "\(input) to \(ending), check \(check)")
                }
                check += 1
                try #require(check < 10_000)
            }
            // Reading, writing and naming are checked at least once each.
            #expect(check >= 3, "\(input) to \(ending)")
            for name in try folder.names() where !before.contains(name) { try folder.remove(name) }
        }
    }
}
