/// A marker of a JPEG file (ITU-T T.81, table B.1): the byte after 0xFF.
struct JPEGMarker: Hashable {
    let code: UInt8

    static let baseline = Self(code: 0xC0)
    static let huffmanTables = Self(code: 0xC4)
    static let start = Self(code: 0xD8)
    static let end = Self(code: 0xD9)
    static let scan = Self(code: 0xDA)
    static let quantization = Self(code: 0xDB)
    static let restartInterval = Self(code: 0xDD)
    static let applicationJFIF = Self(code: 0xE0)
    static let applicationProfile = Self(code: 0xE2)
    static let applicationAdobe = Self(code: 0xEE)

    /// Whether no length follows it: restarts, and the start and end of a file.
    var isAlone: Bool { code == 0x01 || (0xD0...0xD9).contains(code) }

    /// Whether it starts a frame: SOF0 to SOF15 except DHT, JPG and DAC.
    var isFrame: Bool { (0xC0...0xCF).contains(code) && code != 0xC4 && code != 0xC8 && code != 0xCC }

    /// The coding process of the frame that it starts, as text.
    var process: String {
        switch code {
        case 0xC0: "baseline"
        case 0xC1: "extended sequential"
        case 0xC2: "progressive"
        case 0xC3: "lossless"
        case 0xC5: "differential sequential"
        case 0xC6: "differential progressive"
        case 0xC7: "differential lossless"
        case 0xC9: "arithmetic sequential"
        case 0xCA: "arithmetic progressive"
        case 0xCB: "arithmetic lossless"
        case 0xCD: "arithmetic differential sequential"
        case 0xCE: "arithmetic differential progressive"
        default: "arithmetic differential lossless"
        }
    }

    /// `0xFFC4`, as in the standard.
    var name: String { "0xFF" + String(code, radix: 16, uppercase: true) }

    /// The next marker from `offset` on, and its offset; other bytes are skipped.
    static func next(_ bytes: Span<UInt8>, from offset: Int) -> (marker: Self, at: Int)? {
        var at = offset
        while at + 1 < bytes.count {
            if bytes[at] == 0xFF, bytes[at + 1] != 0, bytes[at + 1] != 0xFF {
                return (Self(code: bytes[at + 1]), at)
            }
            at += 1
        }
        return nil
    }
}
