/// The header before an entry's data (APPNOTE.TXT 4.3.7), compared with its record in the directory.
struct ZipLocalHeader {
    let dataOffset: Int
    /// The differences from the directory: kind and message.
    private(set) var differences: [(kind: ZipFinding.Kind, message: String)] = []

    private static let byteCount = 30
    /// The number of bytes for extra fields in the first read; OpenUSD's padding is shorter.
    private static let usualExtra = 128

    /// Reads the local header of an entry.
    ///
    /// - Parameters:
    ///   - source: the archive.
    ///   - entry: its record in the directory.
    ///   - limit: the offset of the directory; header and data must end before it.
    init(_ source: ZipBytes, _ entry: ZipDirectoryEntry, before limit: Int) throws(ZipError) {
        let start = entry.headerOffset
        let most = Self.byteCount + entry.rawName.count + Self.usualExtra
        let (header, isMore) = try source.with(start..<min(limit, start + most)) {
            (bytes) throws(ZipError) in try Self.read(bytes, entry)
        }
        dataOffset = start + header.byteCount
        guard dataOffset <= limit, entry.storedCount <= limit - dataOffset else {
            let left = max(0, limit - dataOffset)
            throw Self.fault(entry, start, "expected \(entry.storedCount) bytes of data, found \(left)")
        }
        differences = header.differences
        if isMore {
            // Sizes are in an extra field beyond the first read: read again, all of it.
            differences = try source.with(start..<dataOffset) { (bytes) throws(ZipError) in
                try Self.read(bytes, entry).header.differences
            }
        }
    }

    private typealias Header = (byteCount: Int, differences: [(kind: ZipFinding.Kind, message: String)])

    private static func read(
        _ bytes: Span<UInt8>, _ entry: ZipDirectoryEntry
    ) throws(ZipError) -> (header: Header, isMore: Bool) {
        guard bytes.count >= byteCount, bytes.hasSignature(.localHeader, at: 0) else {
            throw fault(entry, entry.headerOffset, "expected a local header, found something else")
        }
        let (nameCount, extraCount) = (bytes.word(26), bytes.word(28))
        let whole = byteCount + nameCount + extraCount
        var differences: [(kind: ZipFinding.Kind, message: String)] = []
        let isSameName =
            nameCount == entry.rawName.count && bytes.count >= byteCount + nameCount
            && entry.rawName.indices.allSatisfy { entry.rawName[$0] == bytes[byteCount + $0] }
        if !isSameName {
            differences.append((.nameMismatch, "expected the directory's name in the local header, found another"))
        }
        func compare(_ what: String, _ found: Int, _ expected: Int) {
            guard found != expected else { return }
            differences.append(
                (.headerMismatch, "expected the directory's \(what), \(expected), in the local header, found \(found)"))
        }
        compare("method", bytes.word(8), entry.method.rawValue)
        compare("flags", bytes.word(6), Int(entry.flags))
        if bytes.count < whole, nameCount + extraCount <= 2 * 0xFFFF, bytes.double(18) == 0xFFFF_FFFF {
            return ((whole, differences), true)
        }
        var (stored, count) = (bytes.double(18), bytes.double(22))
        if bytes.count >= whole, stored == 0xFFFF_FFFF || count == 0xFFFF_FFFF {
            let extra = ZipExtra(bytes, byteCount + nameCount..<whole)
            // Both sizes are present, in this order (APPNOTE.TXT 4.5.3).
            if let field = extra.field(ZipExtra.zip64), field.count >= 16 {
                if count == 0xFFFF_FFFF { count = bytes.quad(field.lowerBound) ?? count }
                if stored == 0xFFFF_FFFF { stored = bytes.quad(field.lowerBound + 8) ?? stored }
            }
        }
        // With a data descriptor the header may have 0 for all three.
        let isLater = entry.flags & 8 != 0
        if !(isLater && bytes.double(14) == 0) { compare("checksum", bytes.double(14), Int(entry.checksum)) }
        if !(isLater && stored == 0) { compare("compressed size", stored, entry.storedCount) }
        if !(isLater && count == 0) { compare("size", count, entry.byteCount) }
        return ((whole, differences), false)
    }

    private static func fault(_ entry: ZipDirectoryEntry, _ byte: Int, _ message: String) -> ZipError {
        .archive(ArchiveError(code: .invalidValue, byte: byte, message: message, entry: entry.name))
    }
}
