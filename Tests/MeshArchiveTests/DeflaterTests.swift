import MeshArchive
import Testing

@Suite struct DeflaterTests {
    /// Some 300 kB that compress a little: digits of a fixed sequence.
    private static let digits: [UInt8] = {
        var seed: UInt32 = 42
        return (0..<300_000).map { _ in
            seed = seed &* 1_664_525 &+ 1_013_904_223
            return UInt8(48 + (seed >> 24) % 10)
        }
    }()

    @Test(arguments: DeflateWrapping.allCases, [0, 1, 6, 9])
    func comesBackTheSame(wrapping: DeflateWrapping, level: Int) throws {
        let stream = try Deflater.deflate(Self.digits.span, wrapping, level: level)
        #expect(try Inflater.inflate(stream.span, wrapping) == Self.digits)
        if level > 0 { #expect(stream.count < Self.digits.count / 2) }
    }

    @Test(arguments: DeflateWrapping.allCases)
    func makesAStreamOfNothing(wrapping: DeflateWrapping) throws {
        let stream = try Deflater.deflate([UInt8]().span, wrapping)
        #expect(try Inflater.inflate(stream.span, wrapping) == [])
    }

    @Test func isTheSameInPieces() throws {
        var deflater = try Deflater(.zlib)
        var stream: [UInt8] = []
        for start in stride(from: 0, to: Self.digits.count, by: 70_001) {
            deflater.update(
                Array(Self.digits[start..<min(start + 70_001, Self.digits.count)]).span, into: &stream)
        }
        deflater.finish(into: &stream)
        #expect(try stream == Deflater.deflate(Self.digits.span, .zlib))
    }

    @Test func appendsBehindWhatIsThere() throws {
        var output: [UInt8] = [1, 2, 3]
        var deflater = try Deflater(.raw)
        deflater.update(Self.digits.span, into: &output)
        deflater.finish(into: &output)
        #expect(output.prefix(3) == [1, 2, 3])
        #expect(try Inflater.inflate(Array(output.dropFirst(3)).span, .raw) == Self.digits)
    }

    /// RFC 1950: the header is a multiple of 31, the checksum Adler-32, most significant byte first.
    @Test func wrapsAsTheStandardSays() throws {
        let stream = try Deflater.deflate(Array("Wikipedia".utf8).span, .zlib)
        #expect(stream[0] == 0x78)
        #expect((Int(stream[0]) * 256 + Int(stream[1])) % 31 == 0)
        #expect(stream.suffix(4) == [0x11, 0xE6, 0x03, 0x98])
    }
}
