/// Reads the records of an archive (APPNOTE.TXT 4.3): integers, least significant byte first.
///
/// Bounds: callers check `count` first; an offset outside traps, as any index does.
extension Span<UInt8> {
    func word(_ offset: Int) -> Int { Int(self[offset]) | Int(self[offset + 1]) << 8 }

    func double(_ offset: Int) -> Int { word(offset) | word(offset + 2) << 16 }

    /// Eight bytes as an integer; nil beyond 2⁶³ − 1, which no offset or size can be.
    func quad(_ offset: Int) -> Int? {
        let high = double(offset + 4)
        return high < 1 << 31 ? double(offset) | high << 32 : nil
    }

    /// Whether a record with this signature, two bytes after `PK`, starts at `offset`.
    func hasSignature(_ signature: ZipSignature, at offset: Int) -> Bool {
        offset >= 0 && count - offset >= 4 && double(offset) == signature.rawValue
    }

    /// Copies some bytes; `range` must lie inside.
    func array(_ range: Range<Int>) -> [UInt8] {
        range.map { self[$0] }
    }
}

/// The four bytes at the start of an archive's records.
enum ZipSignature: Int {
    case localHeader = 0x0403_4B50
    case directoryEntry = 0x0201_4B50
    case end = 0x0605_4B50
    case zip64End = 0x0606_4B50
    case zip64Locator = 0x0706_4B50
}

/// The extra fields of a header (APPNOTE.TXT 4.5): each an id, a length and contents.
struct ZipExtra {
    /// The sizes and the offset that don't fit 32 bits.
    static let zip64 = 0x0001
    /// A name in UTF-8, in addition to one in another encoding (Info-ZIP).
    static let unicodePath = 0x7075

    /// Whether the fields fill their range exactly.
    private(set) var isWellFormed = true
    private var fields: [(id: Int, range: Range<Int>)] = []

    /// Reads the fields in a range of `bytes`, which must lie inside.
    init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        var offset = range.lowerBound
        while offset < range.upperBound {
            guard range.upperBound - offset >= 4 else { break }
            let length = bytes.word(offset + 2)
            guard length <= range.upperBound - offset - 4 else { break }
            fields.append((bytes.word(offset), offset + 4..<offset + 4 + length))
            offset += 4 + length
        }
        isWellFormed = offset == range.upperBound
    }

    func field(_ id: Int) -> Range<Int>? { fields.first { $0.id == id }?.range }
}
