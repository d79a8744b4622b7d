import MeshArchive
import MeshImages
import Testing

@Suite struct JPEGWriterTests {
    static let sizes = [(1, 1), (7, 5), (16, 16), (17, 33), (300, 1), (1, 300), (640, 480)]

    /// Slopes with some noise, different in each channel.
    private func pixels(_ width: Int, _ height: Int, _ channels: Int) -> [UInt8] {
        var seed: UInt64 = 1
        return (0..<width * height * channels).map { index in
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let (pixel, channel) = (index / channels, index % channels)
            let slope = pixel % width * (channel + 1) + pixel / width * (3 - channel)
            return UInt8(40 + abs(slope % 300 - 150) + Int(seed >> 60))
        }
    }

    private func decoded(_ file: [UInt8]) throws -> PixelImage {
        try JPEGReader.image(file.span)
    }

    /// The ratio of the largest square to the mean square of errors: 10^(PSNR / 10).
    private func quality(_ a: [UInt8], _ b: [UInt8]) -> Double {
        let sum = zip(a, b).reduce(0) { $0 + (Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1)) }
        return 65_025 * Double(a.count) / Double(max(sum, 1))
    }

    @Test(arguments: sizes, [1, 3])
    func comesBackClose(size: (width: Int, height: Int), channels: Int) throws {
        let pixels = pixels(size.width, size.height, channels)
        for sampling in JPEGWriter.Sampling.allCases {
            var writer = JPEGWriter(width: size.width, height: size.height, layout: channels == 1 ? .gray : .rgb)
            writer.sampling = sampling
            writer.quality = 90
            let file = try writer.file(pixels)
            let image = try decoded(file)
            #expect(image.width == size.width && image.height == size.height)
            #expect(image.layout == writer.layout)
            #expect(image.findings.isEmpty)
            guard case .bytes(let samples) = image.samples else { continue }
            // 33 dB, and 25 dB where colours of neighbours are mixed.
            let least = sampling == .halved && channels == 3 ? 316.0 : 2_000
            #expect(quality(samples, pixels) > least, "\(size) \(sampling)")
        }
    }

    @Test func qualityCostsBytesAndIsWorthThem() throws {
        let pixels = pixels(128, 96, 3)
        var (lastSize, lastQuality) = (0, 0.0)
        for quality in [1, 10, 50, 80, 95, 100] {
            var writer = JPEGWriter(width: 128, height: 96, layout: .rgb)
            (writer.quality, writer.sampling) = (quality, .full)
            let file = try writer.file(pixels)
            guard case .bytes(let samples) = try decoded(file).samples else { continue }
            let reached = self.quality(samples, pixels)
            #expect(file.count > lastSize && reached > lastQuality)
            (lastSize, lastQuality) = (file.count, reached)
        }
        // All that is lost at the highest quality is rounding: 45 dB.
        #expect(lastQuality > 31_000)
    }

    /// Black, white and noise of all values: the largest coefficients.
    @Test(arguments: [1, 50, 100]) func extremesDoNotOverflow(quality: Int) throws {
        var seed: UInt64 = 7
        for kind in 0..<3 {
            let pixels = (0..<64 * 64).map { index -> UInt8 in
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return kind == 0 ? UInt8(seed >> 56) : (index + (kind == 1 ? 0 : index / 64)) % 2 == 0 ? 0 : 255
            }
            var writer = JPEGWriter(width: 64, height: 64, layout: .gray)
            writer.quality = quality
            let image = try decoded(writer.file(pixels))
            #expect(image.findings.isEmpty)
            guard quality == 100, case .bytes(let samples) = image.samples else { continue }
            #expect(zip(samples, pixels).allSatisfy { abs(Int($0) - Int($1)) <= 4 })
        }
    }

    @Test func isTheSameOnAnyNumberOfThreads() throws {
        let writer = JPEGWriter(width: 333, height: 222, layout: .rgb)
        let pixels = pixels(333, 222, 3)
        let file = try writer.file(pixels)
        for threads in [2, 3, 16] { #expect(try writer.file(pixels, threads: threads) == file) }
    }

    @Test func isTheSameOnEveryMachine() throws {
        var writer = JPEGWriter(width: 17, height: 33, layout: .rgb)
        writer.quality = 60
        let file = try writer.file(pixels(17, 33, 3))
        #expect(CRC32(file.span).value == 0x6791_17DD)
    }

    @Test func whatJPEGCannotHoldIsRefused() throws {
        func message(_ writer: JPEGWriter, _ count: Int) -> String? {
            do throws(ImageError) {
                _ = try writer.file([UInt8](repeating: 0, count: count))
                return nil
            } catch { return error.message }
        }
        let wide = JPEGWriter(width: 65_536, height: 1, layout: .gray)
        #expect(
            message(wide, 65_536)?.contains("expected an image of 1 to 65535 pixels each way, found 65536 × 1") == true)
        #expect(message(JPEGWriter(width: 65_535, height: 1, layout: .gray), 65_535) == nil)
        let empty = JPEGWriter(width: 0, height: 4, layout: .rgb)
        #expect(message(empty, 0)?.contains("found 0 × 4") == true)
        let clear = JPEGWriter(width: 1, height: 1, layout: .rgba)
        #expect(message(clear, 4)?.contains("expected grey or RGB without alpha, found 4") == true)
        let short = JPEGWriter(width: 2, height: 2, layout: .rgb)
        #expect(message(short, 11)?.contains("expected 12 bytes of pixels, found 11") == true)
        var best = short
        best.quality = 101
        #expect(message(best, 12)?.contains("expected a quality of 1 to 100, found 101") == true)
    }
}
