import MeshBytes

/// A file embedded in the text as a `data:` URI (RFC 2397).
struct DataURI {
    /// The media type, as written; empty when none is given.
    var mediaType: String
    /// Whether the bytes are base64.
    var isBase64: Bool
    /// The decoded bytes; nil: they don't have the encoding that the URI declares.
    var bytes: [UInt8]?

    /// Returns nil if the text is not a data URI.
    init?(_ uri: String) {
        let text = Array(uri.utf8)
        guard text.starts(with: Array("data:".utf8)), let comma = text.firstIndex(of: 0x2C) else { return nil }
        let head = String(decoding: text[5..<comma], as: UTF8.self).split(
            separator: ";", omittingEmptySubsequences: false)
        mediaType = head.first.map(String.init) ?? ""
        let body = text[(comma + 1)...]
        isBase64 = head.dropFirst().contains("base64")
        bytes = isBase64 ? Self.base64(body) : PercentEncoding.decoded(body)
    }

    /// Decodes base64, with or without padding; nil: there are other characters.
    private static func base64(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var bits: UInt32 = 0
        var count = 0
        var rest = text
        while rest.last == 0x3D { rest.removeLast() }
        guard text.count - rest.count <= 2 else { return nil }
        for byte in rest {
            guard let value = value(byte) else { return nil }
            bits = bits << 6 | value
            count += 1
            guard count == 4 else { continue }
            bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
            bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
            bytes.append(UInt8(truncatingIfNeeded: bits))
            (bits, count) = (0, 0)
        }
        switch count {
        case 0: break
        case 2: bytes.append(UInt8(truncatingIfNeeded: bits >> 4))
        case 3:
            bytes.append(UInt8(truncatingIfNeeded: bits >> 10))
            bytes.append(UInt8(truncatingIfNeeded: bits >> 2))
        default: return nil
        }
        return bytes
    }

    @inline(__always)
    private static func value(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x41...0x5A: UInt32(byte) - 0x41
        case 0x61...0x7A: UInt32(byte) - 0x61 + 26
        case 0x30...0x39: UInt32(byte) - 0x30 + 52
        case 0x2B, 0x2D: 62
        case 0x2F, 0x5F: 63
        default: nil
        }
    }
}
