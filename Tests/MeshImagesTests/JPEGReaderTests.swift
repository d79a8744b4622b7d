import MeshArchive
import MeshImages
import Testing

@Suite struct JPEGReaderTests {
    private func error(_ bytes: [UInt8], limits: ImageLimits = ImageLimits()) -> ImageError? {
        #expect(throws: ImageError.self) { try JPEGReader.image(bytes.span, limits: limits) }
    }

    private func bytes(_ image: PixelImage) -> [UInt8] {
        if case .bytes(let bytes) = image.samples { bytes } else { [] }
    }

    /// The offset of a marker.
    private func place(_ marker: UInt8, in file: [UInt8]) -> Int {
        file.indices.dropLast().first { file[$0] == 0xFF && file[$0 + 1] == marker } ?? 0
    }

    /// A grey image of one block: all ones in the quantization table, one code for each DC size, `0` for the end.
    private func block(_ data: [UInt8], precision: UInt8 = 8, start: UInt8 = 0xC0) -> [UInt8] {
        var file: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
        file += [0xFF, start, 0, 11, precision, 0, 8, 0, 8, 1, 1, 0x11, 0]
        // Sizes 0 to 14 have codes of four bits, the end of a block has one of one bit.
        file += [0xFF, 0xC4, 0, 34, 0, 0, 0, 0, 15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] + (0...14).map { UInt8($0) }
        file += [0xFF, 0xC4, 0, 20, 0x10, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        return file + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0] + data + [0xFF, 0xD9]
    }

    @Test(arguments: JPEGFixture.all)
    func readsWhatPillowReads(fixture: JPEGFixture) throws {
        let image = try JPEGReader.image(fixture.file.span)
        #expect(image.layout == fixture.layout)
        #expect(image.width == fixture.width && image.height == fixture.height)
        #expect(image.findings.isEmpty)
        #expect(image.color.isFromCMYK == fixture.description.contains("C"))
        #expect(CRC32(bytes(image).span).value == fixture.checksum)
        #expect(try PixelImage(fixture.file.span) == image)
    }

    /// 80 is 1010000 in 7 bits after the code 0111; an eighth of it is added to the middle of 0…255 (T.81, A.3.3).
    @Test func readsABlockMadeByHand() throws {
        let file = block([0b0111_1010, 0b0000_1111])
        #expect(try bytes(JPEGReader.image(file.span)) == [UInt8](repeating: 138, count: 64))
    }

    @Test func knowsFilesByTheirFirstBytes() throws {
        let png = try PNGWriter(width: 1, height: 1, layout: .gray).file([7])
        #expect(try PixelImage(png.span).samples == .bytes([7]))
        #expect(throws: ImageError.self) { try PixelImage(Array("GIF89a".utf8).span) }
        #expect(error(Array("GIF89a".utf8))?.message == "expected a JPEG file, found something else")
    }

    @Test func refusesOtherProcessesByName() {
        for (start, name) in [
            (0xC3, "lossless"), (0xC5, "differential sequential"), (0xC9, "arithmetic sequential"),
            (0xCA, "arithmetic progressive"), (0xCB, "arithmetic lossless"),
        ] {
            let error = error(block([0x7A, 0x0F], start: UInt8(start)))
            #expect(error?.code == .unsupported)
            #expect(error?.message == "expected a baseline or progressive image, found \(name)")
        }
        #expect(error(block([0x7A, 0x0F], precision: 12))?.message == "expected samples of 8 bits, found 12")
    }

    @Test func refusesTablesWithMoreCodesThanThereCanBe() {
        var file = block([0x7A, 0x0F])
        // Three codes of one bit.
        file[place(0xC4, in: file) + 5] = 3
        file[place(0xC4, in: file) + 8] = 12
        #expect(error(file)?.message == "expected a Huffman table, found more codes than there can be")
    }

    @Test func refusesWhatLacksATable() {
        var file = block([0x7A, 0x0F])
        file[place(0xDA, in: file) + 6] = 0x11
        #expect(error(file)?.message == "expected Huffman tables 1 and 1 before a scan, found none")
        file = block([0x7A, 0x0F])
        file[place(0xC0, in: file) + 12] = 3
        #expect(error(file)?.message == "expected quantization table 3 before a scan, found none")
    }

    @Test func allocatesNothingForAClaim() {
        var file = block([0x7A, 0x0F])
        let frame = place(0xC0, in: file)
        file.replaceSubrange(frame + 5..<frame + 9, with: [0x3F, 0xFF, 0x3F, 0xFF])
        #expect(error(file)?.code == .truncated)
        file.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(error(file)?.code == .limitExceeded)
        var limits = ImageLimits()
        limits.pixelCount = 63
        #expect(error(block([0x7A, 0x0F]), limits: limits)?.code == .limitExceeded)
    }

    @Test func refusesMoreScansThanTheLimit() {
        var limits = ImageLimits()
        limits.scanCount = 3
        #expect(error(JPEGFixture.named("progressive 4:2:0").file, limits: limits)?.code == .limitExceeded)
    }

    @Test(arguments: JPEGFixture.all)
    func givesWhatComesBeforeTheEnd(fixture: JPEGFixture) throws {
        let whole = try bytes(JPEGReader.image(fixture.file.span))
        let scan = place(0xDA, in: fixture.file)
        for count in stride(from: 0, to: fixture.file.count, by: 3) {
            let cut = Array(fixture.file[..<count])
            // After the first scan's header there is an image.
            guard count > scan + 20 else {
                _ = try? JPEGReader.image(cut.span)
                continue
            }
            let image = try JPEGReader.image(cut.span)
            #expect(bytes(image).count == whole.count)
            #expect(image.findings.contains { $0.code == .truncated }, "\(count)")
        }
        let last = try JPEGReader.image(Array(fixture.file.dropLast(2)).span)
        #expect(bytes(last) == whole)
    }

    /// Each interval is one MCU of 16 × 16; the second is removed with the marker after it.
    @Test func goesOnBehindALostRestart() throws {
        let fixture = JPEGFixture.named("4:2:0 with restarts")
        let whole = try bytes(JPEGReader.image(fixture.file.span))
        let (first, second) = (place(0xD0, in: fixture.file), place(0xD1, in: fixture.file))
        let file = Array(fixture.file[..<(first + 2)] + fixture.file[(second + 2)...])
        let image = try JPEGReader.image(file.span)
        #expect(!image.findings.isEmpty)
        let file2 = Array(fixture.file[..<first] + fixture.file[second...])
        let other = try JPEGReader.image(file2.span)
        #expect(other.findings.map(\.message) == ["expected restart 0, found 1"])
        // The upper left is unchanged, and so is the lower left, in the third interval.
        for row in [0, 17, 18] {
            let start = row * fixture.width * 3
            #expect(bytes(other)[start..<start + 18] == whole[start..<start + 18])
        }
    }

    @Test(arguments: JPEGFixture.all)
    func survivesManyChanges(fixture: JPEGFixture) throws {
        var seed: UInt64 = 5
        func random(_ bound: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % bound
        }
        for _ in 0..<400 {
            var wrong = fixture.file
            for _ in 0...random(4) { wrong[random(wrong.count)] = UInt8(random(256)) }
            if random(3) == 0 { wrong.removeSubrange(random(wrong.count)..<wrong.count) }
            guard let image = try? JPEGReader.image(wrong.span) else { continue }
            #expect(bytes(image).count == image.width * image.height * image.layout.rawValue)
        }
    }
}
