import FormatGLTF
import MeshBytes
import MeshFormats
import MeshModel
import Testing

@Suite struct GLTFFormatTests {
    /// The file is read whole.
    @Test func readingNeedsAsMuchMemoryAsTheFileHas() {
        let bytes = GLTFSample.triangle.binary
        let input = Input.bytes(bytes, name: "a.glb")
        #expect(GLTFFormat().leastMemory(toRead: input, options: ReadOptions()) == bytes.count)
    }

    @Test func thereAreTwoVariants() {
        let error = #expect(throws: WriteError.self) {
            try GLTFFormat().plan(Content(MeshScene()), variant: "gltf1", options: WriteOptions())
        }
        #expect(error?.code == .unrepresentable && error?.message == "glTF has no variant 'gltf1'")
    }
}
