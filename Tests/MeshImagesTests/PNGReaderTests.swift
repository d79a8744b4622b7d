import MeshArchive
import MeshImages
import Testing

/// Every colour type with its bit depths.
private let kinds: [(type: Int, depth: Int)] = [
    (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (2, 8), (2, 16), (3, 1), (3, 2), (3, 4), (3, 8), (4, 8), (4, 16), (6, 8),
    (6, 16),
]

private func noise(_ count: Int, below bound: Int, seed: UInt64) -> [Int] {
    var seed = seed &+ 99
    return (0..<count).map { _ in
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(seed >> 33) % bound
    }
}

@Suite struct PNGReaderTests {
    private func error(_ bytes: [UInt8], limits: ImageLimits = ImageLimits()) -> ImageError? {
        #expect(throws: ImageError.self) { try PNGReader.image(bytes, limits: limits) }
    }

    private let gray = PNGMaker(width: 5, height: 4, colorType: 0, bitDepth: 8)

    @Test(arguments: PNGFixture.all)
    func readsWhatPillowWrites(fixture: PNGFixture) throws {
        let image = try PNGReader.image(fixture.file)
        #expect(image.width == 7 && image.height == 5)
        #expect(image.layout == fixture.layout)
        #expect(image.storedBitDepth == fixture.bitDepth)
        if fixture.bitDepth == 16 {
            let words = stride(from: 0, to: fixture.samples.count, by: 2).map {
                UInt16(fixture.samples[$0]) << 8 | UInt16(fixture.samples[$0 + 1])
            }
            #expect(image.samples == .words(words))
        } else {
            #expect(image.samples == .bytes(fixture.samples))
        }
    }

    @Test(arguments: kinds, [false, true])
    func readsEveryKind(kind: (type: Int, depth: Int), isInterlaced: Bool) throws {
        for (width, height) in [(1, 1), (1, 9), (3, 2), (8, 8), (13, 11), (33, 17)] {
            var maker = PNGMaker(width: width, height: height, colorType: kind.type, bitDepth: kind.depth)
            maker.isInterlaced = isInterlaced
            maker.pieceSize = 40
            let count = width * height * maker.channels
            let most = 1 << kind.depth
            let samples = noise(count, below: most, seed: UInt64(width * kind.depth))
            let palette = noise(3 * most, below: 256, seed: 5)
            if kind.type == 3 { maker.palette = palette.map { UInt8($0) } }
            let image = try PNGReader.image(maker.file(samples))
            #expect(image.width == width && image.height == height)
            switch kind.type {
            case 3:
                #expect(image.layout == .rgb)
                let expected = samples.flatMap { index -> [Int] in Array(palette[3 * index..<3 * index + 3]) }
                #expect(image.samples.integers == expected)
            case 0 where kind.depth < 8:
                #expect(image.samples.integers == samples.map { $0 * 255 / (most - 1) })
            default:
                #expect(image.layout.rawValue == maker.channels)
                #expect(image.samples.integers == samples)
            }
        }
    }

    @Test(arguments: [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (2, 8), (2, 16), (3, 2), (3, 8)], [false, true])
    func makesATransparentColorAlpha(kind: (Int, Int), isInterlaced: Bool) throws {
        var maker = PNGMaker(width: 9, height: 10, colorType: kind.0, bitDepth: kind.1)
        maker.isInterlaced = isInterlaced
        let most = 1 << kind.1
        var samples = noise(90 * maker.channels, below: most, seed: 3)
        let key = Array(samples[0..<maker.channels])
        samples.replaceSubrange(60 * maker.channels..<61 * maker.channels, with: key)
        // All but the last component, so it isn't transparent.
        samples.replaceSubrange(70 * maker.channels..<71 * maker.channels - 1, with: key.dropLast())
        let palette = noise(3 * most, below: 256, seed: 5)
        let alphas = noise(min(most, 3), below: 256, seed: 6)
        if kind.0 == 3 {
            maker.palette = palette.map { UInt8($0) }
            maker.transparency = alphas.map { UInt8($0) }
        } else {
            maker.transparency = key.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        }
        let image = try PNGReader.image(maker.file(samples))
        let opaque = kind.1 == 16 ? 65_535 : 255
        let expected = (0..<90).flatMap { pixel -> [Int] in
            let color = Array(samples[pixel * maker.channels..<(pixel + 1) * maker.channels])
            if kind.0 == 3 {
                let index = color[0]
                return Array(palette[3 * index..<3 * index + 3]) + [index < alphas.count ? alphas[index] : 255]
            }
            let scaled = kind.1 < 8 ? color.map { $0 * 255 / (most - 1) } : color
            return scaled + [color == key ? 0 : opaque]
        }
        #expect(image.layout == (kind.0 == 0 ? .grayAlpha : .rgba))
        #expect(image.samples.integers == expected)
    }

    @Test func leavesGammaToOthers() throws {
        var maker = gray
        maker.chunks = [("gAMA", PNGMaker.big(45_455)), ("sRGB", [0]), ("tEXt", Array("a\0b".utf8))]
        let samples = noise(20, below: 256, seed: 1)
        let image = try PNGReader.image(maker.file(samples))
        #expect(image.color.gamma == 45_455)
        #expect(image.color.isSRGB)
        #expect(image.samples.integers == samples)
    }

    @Test func refusesWhatIsNoPNG() {
        #expect(error([])?.code == .invalidValue)
        #expect(error(Array("P6 1 1 255".utf8))?.message == "expected a PNG file, found something else")
    }

    @Test func refusesAFileThatIsCutOff() throws {
        let file = try gray.file(noise(20, below: 256, seed: 1))
        for count in 8..<file.count { #expect(error(Array(file[..<count]))?.code == .truncated, "\(count)") }
    }

    @Test func refusesAWrongChecksum() throws {
        let file = try gray.file(noise(20, below: 256, seed: 1))
        // Each byte except those of the signature and of lengths is covered by a checksum; the image's data by two.
        for position in file.indices.dropFirst(8) {
            var wrong = file
            wrong[position] ^= 0x10
            let image = try? PNGReader.image(wrong)
            let isData = (33..<file.count - 12).contains(position)
            #expect(image == nil || (isData && image?.findings.count == 1), "byte \(position)")
        }
    }

    @Test func readsDataWhoseOwnChecksumIsRight() throws {
        let samples = noise(20, below: 256, seed: 1)
        var maker = gray
        maker.chunks = [("gAMA", PNGMaker.big(45_455)), ("iCCP", [1])]
        var file = try maker.file(samples)
        file[8 + 25 + 11] ^= 1
        file[file.count - 13] ^= 1
        let image = try PNGReader.image(file)
        #expect(image.samples.integers == samples)
        #expect(image.color.gamma == nil && image.color.hasProfile)
        #expect(
            image.findings.map(\.message) == [
                "expected gAMA with its checksum, found another", "expected IDAT with its checksum, found another",
            ])
    }

    /// Programs without animations show the image in IDAT.
    @Test func readsTheFirstImageOfAnAnimation() throws {
        var maker = gray
        maker.chunks = [("acTL", PNGMaker.big(2) + PNGMaker.big(0)), ("fcTL", [UInt8](repeating: 0, count: 26))]
        let samples = noise(20, below: 256, seed: 1)
        var file = try maker.file(samples)
        file.insert(contentsOf: PNGMaker.chunk("fdAT", PNGMaker.big(1) + [9, 9]), at: file.count - 12)
        #expect(try PNGReader.image(file).samples.integers == samples)
    }

    @Test(arguments: [(0, 4), (4, 0), (-1, 1), (1, -1)])
    func refusesSizesThatAreNone(width: Int, height: Int) throws {
        var maker = gray
        (maker.width, maker.height) = (max(0, width), max(0, height))
        var file = try maker.file([])
        if min(width, height) < 0 {
            file =
                Array(file[..<8])
                + PNGMaker.chunk("IHDR", PNGMaker.big(width) + PNGMaker.big(height) + [8, 0, 0, 0, 0])
        }
        #expect(error(file)?.code == .invalidValue)
    }

    @Test(arguments: [(0, 3), (0, 32), (2, 4), (3, 16), (4, 4), (6, 1), (1, 8), (5, 8), (7, 8)])
    func refusesKindsThatThereAreNot(type: Int, depth: Int) throws {
        let header = PNGMaker.big(1) + PNGMaker.big(1) + [UInt8(depth), UInt8(type), 0, 0, 0]
        let file = Array(try gray.file(noise(20, below: 256, seed: 1))[..<8]) + PNGMaker.chunk("IHDR", header)
        #expect(error(file)?.code == .invalidValue)
    }

    @Test(arguments: 0..<3)
    func refusesMethodsThatThereAreNot(place: Int) throws {
        var header = PNGMaker.big(1) + PNGMaker.big(1) + [8, 0, 0, 0, 0]
        header[10 + place] = 2
        let file = Array(try gray.file(noise(20, below: 256, seed: 1))[..<8]) + PNGMaker.chunk("IHDR", header)
        #expect(error(file)?.code == .unsupported)
    }

    @Test func refusesAFilterThatThereIsNot() throws {
        var maker = gray
        maker.filter = 5
        #expect(error(try maker.file(noise(20, below: 256, seed: 1)))?.message.contains("found 5") ?? false)
    }

    @Test func refusesMoreAndFewerRows() throws {
        var maker = gray
        maker.trailing = [0]
        #expect(error(try maker.file(noise(20, below: 256, seed: 1)))?.message.contains("found more") ?? false)
        maker = gray
        var file = try maker.file(noise(20, below: 256, seed: 1))
        // The same data for a taller image.
        file.replaceSubrange(8..<33, with: PNGMaker.chunk("IHDR", PNGMaker.big(5) + PNGMaker.big(5) + [8, 0, 0, 0, 0]))
        #expect(error(file)?.code == .truncated)
    }

    @Test func refusesAnIndexOutsideOfThePalette() throws {
        var maker = PNGMaker(width: 2, height: 1, colorType: 3, bitDepth: 8)
        maker.palette = [1, 2, 3, 4, 5, 6]
        #expect(try PNGReader.image(maker.file([1, 0])).samples == .bytes([4, 5, 6, 1, 2, 3]))
        #expect(error(try maker.file([1, 2]))?.message == "expected indices of 2 colours, found a larger one")
        maker.palette = nil
        #expect(error(try maker.file([0, 0]))?.code == .invalidValue)
        maker.palette = [1, 2, 3, 4]
        #expect(error(try maker.file([0, 0]))?.code == .invalidValue)
    }

    @Test func refusesAnUnknownChunkThatMatters() throws {
        var maker = gray
        maker.chunks = [("ABCD", [1])]
        #expect(error(try maker.file(noise(20, below: 256, seed: 1)))?.code == .unsupported)
    }

    @Test func allocatesNothingForAClaim() throws {
        var limits = ImageLimits()
        limits.pixelCount = .max
        var file = try gray.file(noise(20, below: 256, seed: 1))
        for size in [100_000, 0x7FFF_FFFF] {
            file.replaceSubrange(
                8..<33, with: PNGMaker.chunk("IHDR", PNGMaker.big(size) + PNGMaker.big(size) + [8, 0, 0, 0, 0]))
            #expect(error(file)?.code == .limitExceeded)
            #expect(error(file, limits: limits)?.code == (size == 100_000 ? .truncated : .limitExceeded))
        }
        limits.pixelCount = 19
        #expect(error(try gray.file(noise(20, below: 256, seed: 1)), limits: limits)?.code == .limitExceeded)
    }

    /// Changes with correct checksums, so that they reach the decoder.
    @Test func survivesManyChanges() throws {
        for (number, kind) in kinds.enumerated() {
            var maker = PNGMaker(width: 9, height: 7, colorType: kind.type, bitDepth: kind.depth)
            maker.isInterlaced = number % 2 == 0
            if kind.type == 3 { maker.palette = [UInt8](repeating: 3, count: 3 << kind.depth) }
            let file = try maker.file(noise(63 * maker.channels, below: 1 << kind.depth, seed: 8))
            let places = noise(600, below: file.count, seed: UInt64(number))
            for (round, place) in places.enumerated() {
                var wrong = file
                wrong[place] = UInt8(truncatingIfNeeded: round * 37)
                _ = try? PNGReader.image(wrong)
                var offset = 8
                while offset + 12 <= wrong.count {
                    let length = wrong[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
                    guard length <= wrong.count - offset - 12 else { break }
                    let body = Array(wrong[offset + 4..<offset + 8 + length])
                    wrong.replaceSubrange(
                        offset + 8 + length..<offset + 12 + length, with: PNGMaker.big(Int(CRC32(body.span).value)))
                    offset += 12 + length
                }
                _ = try? PNGReader.image(wrong)
            }
        }
    }
}
