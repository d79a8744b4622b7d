/// The kind and size of an image, read from its first bytes. Nothing is decoded.
package struct ImageHeader: Hashable, Sendable {
    /// The supported kinds.
    package enum Kind: String, Hashable, Sendable {
        /// PNG.
        case png
        /// JPEG.
        case jpeg
    }

    /// Its kind.
    package var kind: Kind
    /// The width in pixels.
    package var width: Int
    /// The height in pixels.
    package var height: Int
    /// The bits per sample.
    package var bitDepth: Int
    /// The samples per pixel.
    package var channels: Int
    /// The components of the decoded image: palettes become colours, a transparent colour alpha, CMYK RGB.
    package private(set) var decodedChannels: Int

    /// Reads the header from the first bytes of a file; nil if they are of another kind, or too few.
    package init?(_ bytes: [UInt8]) {
        if let png = Self.png(bytes) ?? Self.jpeg(bytes) { self = png } else { return nil }
    }

    private init(kind: Kind, width: Int, height: Int, bitDepth: Int, channels: Int) {
        self.kind = kind
        self.width = width
        self.height = height
        self.bitDepth = bitDepth
        self.channels = channels
        decodedChannels = kind == .jpeg && channels == 4 ? 3 : channels
    }

    /// Signature, then the chunk IHDR (ISO/IEC 15948, 11.2.2).
    private static func png(_ bytes: [UInt8]) -> Self? {
        let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        guard bytes.count >= 26, bytes.starts(with: start), bytes[12..<16].elementsEqual("IHDR".utf8) else {
            return nil
        }
        func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
        let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][Int(bytes[25])]
        guard let channels, (1...0x7FFF_FFFF).contains(number(16)), (1...0x7FFF_FFFF).contains(number(20)) else {
            return nil
        }
        var header = Self(
            kind: .png, width: number(16), height: number(20), bitDepth: Int(bytes[24]), channels: channels)
        if bytes[25] == 3 { header.decodedChannels = 3 }
        if hasTransparency(bytes) { header.decodedChannels += 1 }
        return header
    }

    /// Whether a chunk `tRNS` comes before the pixels (11.3.1.1).
    private static func hasTransparency(_ bytes: [UInt8]) -> Bool {
        var at = 8
        while at + 8 <= bytes.count {
            let name = bytes[at + 4..<at + 8]
            if name.elementsEqual("tRNS".utf8) { return true }
            if name.elementsEqual("IDAT".utf8) { return false }
            at += 12 + bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        return false
    }

    /// Segments up to the frame header SOFn (ITU-T T.81, B.2.2).
    private static func jpeg(_ bytes: [UInt8]) -> Self? {
        guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
        var at = 2
        while at + 4 <= bytes.count, bytes[at] == 0xFF {
            let marker = JPEGMarker(code: bytes[at + 1])
            // Fill bytes, and markers without contents.
            if marker.code == 0xFF {
                at += 1
                continue
            }
            if marker.isAlone, marker != .start, marker != .end {
                at += 2
                continue
            }
            let length = Int(bytes[at + 2]) << 8 | Int(bytes[at + 3])
            if marker.isFrame {
                guard length >= 8, at + 10 <= bytes.count else { return nil }
                let height = Int(bytes[at + 5]) << 8 | Int(bytes[at + 6])
                let width = Int(bytes[at + 7]) << 8 | Int(bytes[at + 8])
                guard width > 0, height > 0 else { return nil }
                return Self(
                    kind: .jpeg, width: width, height: height, bitDepth: Int(bytes[at + 4]),
                    channels: Int(bytes[at + 9]))
            }
            // The scan begins, or the image ends, without a frame header.
            if marker == .scan || marker == .end || length < 2 { return nil }
            at += 2 + length
        }
        return nil
    }
}
