import MeshArchive
import MeshImages
import Testing

@Suite struct PNGWriterTests {
    private func noise(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
        var seed = seed
        return (0..<count).map { index in
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            // Slopes with a little noise, so that each filter is the best one somewhere.
            return UInt8(truncatingIfNeeded: index / 7 &+ Int(seed >> 61) &* (index / 1_000 % 5))
        }
    }

    @Test(arguments: PixelLayout.allCases, [8, 16])
    func comesBackTheSame(layout: PixelLayout, bitDepth: Int) throws {
        for (width, height) in [(1, 1), (1, 300), (300, 1), (17, 23), (64, 64)] {
            var writer = PNGWriter(width: width, height: height, layout: layout)
            writer.bitDepth = bitDepth
            let pixels = noise(width * height * layout.rawValue * bitDepth / 8)
            let image = try PNGReader.image(writer.file(pixels))
            #expect(image.width == width && image.height == height)
            #expect(image.layout == layout)
            #expect(image.storedBitDepth == bitDepth)
            #expect(!image.color.isSRGB)
            if bitDepth == 8 {
                #expect(image.samples == .bytes(pixels))
            } else {
                let words = stride(from: 0, to: pixels.count, by: 2).map { place -> UInt16 in
                    UInt16(pixels[place]) << 8 | UInt16(pixels[place + 1])
                }
                #expect(image.samples == .words(words))
            }
        }
    }

    /// Three bands and a remainder. The checksum of the whole is combined from theirs; zlib checks it on reading.
    @Test(arguments: [1, 6, 100])
    func isTheSameOnAnyNumberOfThreads(level: Int) throws {
        var writer = PNGWriter(width: 1_000, height: 1_100, layout: .rgb)
        writer.level = level
        let pixels = noise(3_300_000)
        let file = try writer.file(pixels)
        #expect(try PNGReader.image(file).samples == .bytes(pixels))
        for threads in [2, 3, 16] { #expect(try writer.file(pixels, threads: threads) == file) }
    }

    @Test(arguments: PNGFilter.allCases)
    func filtersAsAskedFor(filter: PNGFilter) throws {
        var writer = PNGWriter(width: 50, height: 40, layout: .rgb)
        writer.filter = filter
        let pixels = noise(6_000)
        let file = try writer.file(pixels)
        #expect(try PNGReader.image(file).samples == .bytes(pixels))
        let rows = try Inflater.inflate(Array(file[41..<file.count - 16]).span, .zlib)
        #expect(stride(from: 0, to: rows.count, by: 151).allSatisfy { rows[$0] == filter.rawValue })
    }

    @Test func saysThatColorsAreSRGB() throws {
        var writer = PNGWriter(width: 1, height: 1, layout: .gray)
        writer.isSRGB = true
        #expect(try PNGReader.image(writer.file([7])).color.isSRGB)
    }

    @Test func beginsAsTheStandardSays() throws {
        let file = try PNGWriter(width: 258, height: 1, layout: .rgb).file([UInt8](repeating: 9, count: 774))
        #expect(file.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        #expect(file[8..<29] == [0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 1, 2, 0, 0, 0, 1, 8, 2, 0, 0, 0])
        #expect(file.suffix(12) == [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
        #expect(file.count < 100)
    }

    @Test func refusesWhatIsNoImage() {
        for (width, height, count) in [(0, 1, 0), (1, 0, 0), (-1, 1, 0), (2, 2, 3), (2, 2, 5), (.max, .max, 1)] {
            #expect(throws: ImageError.self) {
                try PNGWriter(width: width, height: height, layout: .gray).file([UInt8](repeating: 0, count: count))
            }
        }
        var writer = PNGWriter(width: 1, height: 1, layout: .gray)
        writer.bitDepth = 4
        #expect(throws: ImageError.self) { try writer.file([0]) }
    }
}
