import MeshImages
import Testing

@Suite struct ImageEndTests {
    @Test func aPictureThatIsCutAnywhereLacksItsEnd() throws {
        var seed: UInt64 = 1
        let pixels: [UInt8] = (0..<40 * 30 * 3).map { _ in
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: seed >> 56)
        }
        let files = [
            try JPEGWriter(width: 40, height: 30, layout: .rgb).file(pixels),
            try PNGWriter(width: 40, height: 30, layout: .rgb).file(pixels),
        ]
        for file in files {
            #expect(ImageEnd.isMissing(in: file) == false)
            // Some programs append something.
            #expect(ImageEnd.isMissing(in: file + [1, 2, 3]) == false)
            for count in 8..<file.count { #expect(ImageEnd.isMissing(in: Array(file[..<count])) == true) }
        }
    }

    /// A thumbnail in a segment has an end of its own.
    @Test func theEndOfAThumbnailIsNotThatOfThePicture() {
        let thumbnail: [UInt8] = [0xFF, 0xE1, 0, 6, 0xFF, 0xD8, 0xFF, 0xD9]
        #expect(ImageEnd.isMissing(in: [0xFF, 0xD8] + thumbnail + [0xFF, 0xDA, 0, 2, 1, 0xFF, 0, 5]) == true)
        #expect(
            ImageEnd.isMissing(in: [0xFF, 0xD8] + thumbnail + [0xFF, 0xDA, 0, 2, 1, 0xFF, 0, 5, 0xFF, 0xD9]) == false)
    }

    @Test func ofOtherBytesNothingIsKnown() {
        #expect(ImageEnd.isMissing(in: []) == nil && ImageEnd.isMissing(in: Array("RIFF".utf8)) == nil)
    }
}
