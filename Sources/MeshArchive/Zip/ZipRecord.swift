/// Reading the records of an archive (APPNOTE.TXT 4.3): whole numbers, least significant byte first.
///
/// Bounds: callers look at `count` first; an offset outside traps, as any index does.
extension Span<UInt8> {
    func word(_ offset: Int) -> Int { Int(self[offset]) | Int(self[offset + 1]) << 8 }

    func double(_ offset: Int) -> Int { word(offset) | word(offset + 2) << 16 }

    /// Eight bytes; nil beyond 2⁶³ − 1, which no offset or size can be.
    func quad(_ offset: Int) -> Int? {
        let high = double(offset + 4)
        return high < 1 << 31 ? double(offset) | high << 32 : nil
    }

    /// Whether a record with this signature starts at `offset`: two bytes behind `PK`.
    func hasSignature(_ signature: ZipSignature, at offset: Int) -> Bool {
        offset >= 0 && count - offset >= 4 && double(offset) == signature.rawValue
    }

    /// Copies of some bytes; `range` must lie inside.
    func array(_ range: Range<Int>) -> [UInt8] {
        range.map { self[$0] }
    }
}

/// The four bytes that the records of an archive start with.
enum ZipSignature: Int {
    case localHeader = 0x0403_4B50
    case directoryEntry = 0x0201_4B50
    case end = 0x0605_4B50
    case zip64End = 0x0606_4B50
    case zip64Locator = 0x0706_4B50
}

/// The extra fields of a header (APPNOTE.TXT 4.5): id, length, contents, one after the other.
struct ZipExtra {
    /// The sizes and the offset that 32 bits do not hold.
    static let zip64 = 0x0001
    /// A name in UTF-8 beside one in some other encoding (Info-ZIP).
    static let unicodePath = 0x7075

    /// Whether the fields fill their room exactly.
    private(set) var isWellFormed = true
    private var fields: [(id: Int, range: Range<Int>)] = []

    /// The fields in a range of `bytes`, which must lie inside.
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

    /// The contents of the first field with this id.
    func field(_ id: Int) -> Range<Int>? { fields.first { $0.id == id }?.range }
}
