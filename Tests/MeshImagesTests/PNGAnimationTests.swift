import MeshArchive
import MeshImages
import Testing

@Suite struct PNGAnimationTests {
    private struct Chunk {
        var kind: String
        var data: [UInt8]
    }

    private func chunks(_ file: [UInt8]) -> [Chunk] {
        var chunks: [Chunk] = []
        var place = 8
        while place + 12 <= file.count {
            let length = number(file, place)
            chunks.append(
                Chunk(
                    kind: String(decoding: file[place + 4..<place + 8], as: UTF8.self),
                    data: Array(file[place + 8..<place + 8 + length])))
            #expect(
                number(file, place + 8 + length) == Int(CRC32(Array(file[place + 4..<place + 8 + length]).span).value))
            place += 12 + length
        }
        #expect(place == file.count)
        return chunks
    }

    private func number(_ bytes: [UInt8], _ place: Int) -> Int {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    /// The pictures as a viewer shows them: each rectangle replaces a part of the one before.
    private func shown(_ file: [UInt8], _ width: Int, _ height: Int) throws -> [[UInt8]] {
        var canvas = [UInt8](repeating: 0, count: width * height * 3)
        var pictures: [[UInt8]] = []
        var frame: (width: Int, height: Int, left: Int, top: Int) = (0, 0, 0, 0)
        var data: [UInt8] = []
        var expected = 0
        func finish() throws {
            guard frame.width > 0 else { return }
            let header = PNGMaker.big(frame.width) + PNGMaker.big(frame.height) + [8, 2, 0, 0, 0]
            let image = try PNGReader.image(
                [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + PNGMaker.chunk("IHDR", header)
                    + PNGMaker.chunk("IDAT", data) + PNGMaker.chunk("IEND", []))
            guard case .bytes(let pixels) = image.samples else { return }
            for row in 0..<frame.height {
                let start = ((frame.top + row) * width + frame.left) * 3
                canvas.replaceSubrange(
                    start..<start + frame.width * 3,
                    with: pixels[row * frame.width * 3..<(row + 1) * frame.width * 3])
            }
            pictures.append(canvas)
            data = []
        }
        for chunk in chunks(file) {
            switch chunk.kind {
            case "fcTL":
                try finish()
                #expect(number(chunk.data, 0) == expected)
                expected += 1
                frame = (number(chunk.data, 4), number(chunk.data, 8), number(chunk.data, 12), number(chunk.data, 16))
                #expect(Array(chunk.data[20..<26]) == [0, 50, 3, 0xE8, 0, 0])
            case "IDAT": data += chunk.data
            case "fdAT":
                #expect(number(chunk.data, 0) == expected)
                expected += 1
                data += chunk.data.dropFirst(4)
            case "IEND": try finish()
            default: break
            }
        }
        return pictures
    }

    @Test func picturesComeBackFromTheirDifferences() throws {
        let (width, height) = (31, 17)
        var pictures: [[UInt8]] = [[UInt8](repeating: 40, count: width * height * 3)]
        for (place, value) in [(0, 1), (width * height * 3 - 1, 2), (500, 3), (500, 3), (501, 9)] {
            var next = pictures[pictures.count - 1]
            next[place] = UInt8(value)
            pictures.append(next)
        }
        pictures.append((0..<width * height * 3).map { UInt8(truncatingIfNeeded: $0 * 7) })
        var animation = PNGAnimation(width: width, height: height)
        for picture in pictures { try animation.append(picture, milliseconds: 50) }
        let file = try animation.file()
        #expect(try shown(file, width, height) == pictures)
        let kinds = chunks(file).map(\.kind)
        #expect(kinds.prefix(4) == ["IHDR", "sRGB", "acTL", "fcTL"] && kinds.last == "IEND")
        #expect(number(chunks(file)[2].data, 0) == pictures.count)
    }

    @Test func aPictureOfSeveralBandsIsWhole() throws {
        let (width, height) = (700, 600)
        let first = (0..<width * height * 3).map { UInt8(truncatingIfNeeded: $0 / 5) }
        let second = first.map { 255 - $0 }
        var animation = PNGAnimation(width: width, height: height)
        try animation.append(first, milliseconds: 50, threads: 2)
        try animation.append(second, milliseconds: 50, threads: 2)
        #expect(try shown(animation.file(), width, height) == [first, second])
    }

    @Test func viewersWithoutAnimationsShowTheFirstPicture() throws {
        var animation = PNGAnimation(width: 2, height: 1)
        try animation.append([1, 2, 3, 4, 5, 6], milliseconds: 50)
        try animation.append([9, 9, 9, 9, 9, 9], milliseconds: 50)
        #expect(try PNGReader.image(animation.file()).samples == .bytes([1, 2, 3, 4, 5, 6]))
    }

    @Test func withoutPixelsThereIsAnError() throws {
        #expect(throws: ImageError.self) { try PNGAnimation(width: 2, height: 1).file() }
        var animation = PNGAnimation(width: 2, height: 1)
        #expect(throws: ImageError.self) { try animation.append([1, 2, 3], milliseconds: 50) }
    }
}
