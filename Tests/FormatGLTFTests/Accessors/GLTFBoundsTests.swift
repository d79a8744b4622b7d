import MeshModel
import Testing

@testable import FormatGLTF

@Suite struct GLTFBoundsTests {
    @Test func eachComponentHasItsOwn() {
        let bounds = GLTFBounds(Column([1, 5, -2, 3] as [Float], components: 2))
        #expect(bounds.minimum == [-2, 3] && bounds.maximum == [1, 5])
    }

    /// As float32, these would be rounded to their neighbours.
    @Test func wideTypesKeepTheirDigits() {
        let whole = GLTFBounds(Column([16_777_217, 4_294_967_295] as [UInt32]))
        #expect(whole.minimum == [16_777_217] && whole.maximum == [4_294_967_295])
        let doubles = GLTFBounds(Column([0.1, .nan, -1e300] as [Double]))
        #expect(doubles.minimum == [-1e300] && doubles.maximum == [0.1])
    }

    @Test func withoutRowsThereAreNone() {
        let bounds = GLTFBounds(Column([] as [Float], components: 2))
        #expect(bounds.minimum == [.infinity, .infinity] && bounds.maximum == [-.infinity, -.infinity])
    }
}
