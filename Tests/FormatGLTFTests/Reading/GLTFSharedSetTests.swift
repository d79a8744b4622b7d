import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatGLTF

@Suite struct GLTFSharedSetTests {
    @Test func primitivesWithTheSameAttributesInAnotherOrderShareAVertexSet() {
        typealias Key = GLTFSceneBuilder.VertexSetKey
        let first = Key([("POSITION", 0), ("_A", 1), ("_B", 2)])
        #expect(first == Key([("_B", 2), ("POSITION", 0), ("_A", 1)]))
        #expect(first != Key([("POSITION", 0), ("_A", 2), ("_B", 1)]))
        #expect(first != Key([("POSITION", 0), ("_A", 1)]))
    }
}
