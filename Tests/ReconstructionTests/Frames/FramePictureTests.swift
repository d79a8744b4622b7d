import Testing

@testable import Reconstruction

@Suite struct FramePictureTests {
    @Test func colorsOfPlanesAreThoseOfBT601WithFullRange() {
        #expect(FramePicture.rgb(y: 128, cb: 128, cr: 128) == SIMD3(128, 128, 128))
        #expect(FramePicture.rgb(y: 0, cb: 128, cr: 128) == SIMD3(0, 0, 0))
        #expect(FramePicture.rgb(y: 255, cb: 128, cr: 128) == SIMD3(255, 255, 255))
        // Pure red, green and blue, as the standard encodes them.
        #expect(FramePicture.rgb(y: 76, cb: 85, cr: 255) == SIMD3(254, 0, 0))
        #expect(FramePicture.rgb(y: 150, cb: 44, cr: 21) == SIMD3(0, 255, 1))
        #expect(FramePicture.rgb(y: 29, cb: 255, cr: 107) == SIMD3(0, 0, 254))
    }

    @Test func smallerPicturesHaveTheMeanOfThePixelsBelow() throws {
        let picture = try FramePicture(
            rgb: [0, 0, 0, 10, 20, 30, 100, 100, 100, 200, 200, 200], width: 4, height: 1)
        #expect(picture.colors(width: 2, height: 1) == [5, 10, 15, 150, 150, 150])
        #expect(picture.colors(width: 4, height: 2).count == 24)
    }

    @Test func planesWithPaddedRowsAreRead() throws {
        let luma: [UInt8] = [50, 60, 0, 70, 80, 0]
        let chroma: [UInt8] = [128, 128, 7, 7]
        let picture = try unsafe luma.withUnsafeBytes { y in
            try unsafe chroma.withUnsafeBytes { c in
                try unsafe FramePicture(
                    luma: ImageMemory(y, width: 2, height: 2, bytesPerRow: 3),
                    chroma: ImageMemory(c, width: 1, height: 1, bytesPerRow: 4))
            }
        }
        #expect(picture.colors(width: 2, height: 2) == [50, 50, 50, 60, 60, 60, 70, 70, 70, 80, 80, 80])
    }

    @Test func aWrongNumberOfBytesIsRefused() {
        #expect(throws: FrameDefect.self) { try FramePicture(rgb: [1, 2, 3], width: 2, height: 1) }
        #expect(throws: FrameDefect.self) { try FramePicture(rgb: [], width: Int.max, height: 2) }
    }
}
