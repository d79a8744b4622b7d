import MeshArchive

/// A chunk of a PNG file: length, type, contents, checksum.
struct PNGChunk {
    /// The type of a chunk: four letters.
    struct Kind: Hashable {
        let rawValue: UInt32

        init(rawValue: UInt32) { self.rawValue = rawValue }

        private init(_ name: StaticString) {
            rawValue = name.description.utf8.reduce(0) { $0 << 8 | UInt32($1) }
        }

        static let header = Kind("IHDR")
        static let palette = Kind("PLTE")
        static let data = Kind("IDAT")
        static let end = Kind("IEND")
        static let transparency = Kind("tRNS")
        static let gamma = Kind("gAMA")
        static let sRGB = Kind("sRGB")
        static let profile = Kind("iCCP")
        static let animation = Kind("acTL")
        static let frameControl = Kind("fcTL")
        static let frameData = Kind("fdAT")

        /// Whether a reader that doesn't know it may ignore it: the first letter is lower case.
        var isAncillary: Bool { rawValue & 0x2000_0000 != 0 }

        /// The four letters; `?` for other bytes.
        var name: String {
            String(
                decoding: (0..<4).map { index -> UInt8 in
                    let byte = UInt8(truncatingIfNeeded: rawValue >> (24 - 8 * UInt32(index)))
                    return byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A ? byte : UInt8(ascii: "?")
                }, as: UTF8.self)
        }
    }

    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    let kind: Kind
    /// The range of its contents in the file.
    let range: Range<Int>

    /// Whether its checksum is right.
    let isSound: Bool

    /// Reads the chunk at `offset`; a wrong checksum only clears ``isSound``.
    init(_ bytes: Span<UInt8>, at offset: Int) throws(ImageError) {
        guard bytes.count - offset >= 12 else {
            throw ImageError(
                code: .truncated, byte: bytes.count, message: "expected a chunk, found the end of the file")
        }
        let length = Int(bytes.bigEndian(offset))
        kind = Kind(rawValue: bytes.bigEndian(offset + 4))
        guard length <= bytes.count - offset - 12 else {
            throw ImageError(
                code: .truncated, byte: offset,
                message: "expected \(length) bytes of \(kind.name), found \(bytes.count - offset - 12)")
        }
        range = offset + 8..<offset + 8 + length
        let checksum = CRC32(bytes.extracting(offset + 4..<offset + 8 + length)).value
        isSound = checksum == bytes.bigEndian(offset + 8 + length)
    }

    var wrongChecksum: ImageError {
        ImageError(
            code: .invalidValue, byte: range.lowerBound - 8,
            message: "expected \(kind.name) with its checksum, found another")
    }

    static func append(_ kind: Kind, _ contents: [UInt8], to output: inout [UInt8]) {
        output.append(bigEndian: UInt32(truncatingIfNeeded: contents.count))
        let start = output.count
        output.append(bigEndian: kind.rawValue)
        output += contents
        var checksum = CRC32()
        checksum.update(output, from: start)
        output.append(bigEndian: checksum.value)
    }
}

extension [UInt8] {
    /// Appends an integer, most significant byte first.
    mutating func append(bigEndian value: UInt32) {
        for shift: UInt32 in [24, 16, 8, 0] { append(UInt8(truncatingIfNeeded: value >> shift)) }
    }
}

extension Span<UInt8> {
    /// Four bytes, most significant first; an offset outside traps, as any index does.
    func bigEndian(_ offset: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 << 8 | UInt32(self[offset + $1]) }
    }
}
