import FormatGLTF
import MeshBytes
import MeshFormats
import MeshModel
import Testing

/// Images inside a GLB are called as their files were.
@Suite struct GLTFImageNameTests {
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    @Test(arguments: [
        ("maps/wood.png", nil, "wood"), ("C:\\scan\\wood.png", nil, "wood"), ("", nil, nil), ("wood.png", "Oak", "Oak"),
    ])
    func anImageInsideAFileHasTheNameOfItsFile(uri: String, name: String?, expected: String?) throws {
        var scene = MeshScene()
        scene.images = [SceneImage(uri: uri, bytes: Self.png, name: name)]
        let format = GLTFFormat()
        let output = Output(memoryNamed: "out.glb")
        try format.write(format.plan(Content(scene), variant: "glb", options: WriteOptions()), to: output)
        func names(_ options: ReadOptions) throws -> [String?] {
            try format.read(.bytes(output.mainBytes(), name: "out.glb"), options: options).scene.images.map(\.name)
        }
        var foreign = ReadOptions()
        foreign.ignoresOrigin = true
        #expect(try names(foreign) == [expected])
        // meshconv itself knows that it is not a name of the source.
        #expect(try names(ReadOptions()) == [name])
    }
}
