import MeshImages
import Testing

@Suite struct ImageHeaderTests {
    @Test(arguments: JPEGFixture.all) func aJPEGIsAsLargeAsItsDecoderSays(fixture: JPEGFixture) throws {
        let header = try #require(ImageHeader(fixture.file))
        #expect(header.kind == .jpeg && header.width == fixture.width && header.height == fixture.height)
        #expect(header.bitDepth == 8)
        let image = try PixelImage(ContiguousArray(fixture.file).span)
        #expect(header.decodedChannels == image.layout.rawValue)
    }

    @Test(arguments: PNGFixture.all) func aPNGIsAsLargeAsItsDecoderSays(fixture: PNGFixture) throws {
        let header = try #require(ImageHeader(fixture.file))
        let image = try PixelImage(fixture.file.span)
        #expect(header.kind == .png && header.width == image.width && header.height == image.height)
        #expect(header.bitDepth == image.storedBitDepth)
        #expect(header.decodedChannels == image.layout.rawValue)
    }

    @Test func fillBytesAndEmptySegmentsAreStepped() throws {
        let file = JPEGFixture.all[0].file
        let filled = Array(file[..<2]) + [0xFF, 0xFF, 0x01, 0xFF] + Array(file[2...])
        #expect(ImageHeader(filled) == ImageHeader(file))
    }

    @Test func tooFewBytesAreNone() throws {
        for file in [JPEGFixture.all[0].file, PNGFixture.all[0].file] {
            let whole = try #require(ImageHeader(file))
            var known = 0
            for count in 0..<file.count {
                guard let part = ImageHeader(Array(file[..<count])) else { continue }
                #expect(part == whole)
                known += 1
            }
            #expect(known > 0 && known < file.count - 20)
        }
        #expect(ImageHeader([]) == nil && ImageHeader(Array("GIF89a, and more than 26 bytes".utf8)) == nil)
    }

    @Test func noSizeIsNone() {
        for fixture in JPEGFixture.all.prefix(3) {
            var state: UInt64 = 7
            for _ in 0..<2000 {
                var file = fixture.file
                for _ in 0..<3 {
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    file[Int(state >> 33) % file.count] = UInt8(truncatingIfNeeded: state >> 24)
                }
                guard let header = ImageHeader(file) else { continue }
                #expect(header.width > 0 && header.height > 0)
            }
        }
    }
}
