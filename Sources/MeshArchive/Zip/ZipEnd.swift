/// The position of an archive's directory, from its end records (APPNOTE.TXT 4.3.14 to 4.3.16).
struct ZipEnd {
    var entryCount: Int
    /// The directory's range of bytes.
    var directory: Range<Int>
    /// The value to add to offsets in the directory: the number of bytes before the archive.
    var shift = 0
    var comment: [UInt8] = []
    /// Deviations from a plain archive.
    var findings: [ZipFinding] = []

    private static let byteCount = 22
    private static let locatorByteCount = 20
    private static let zip64ByteCount = 56
    /// The end record with its longest comment, and the locator before it.
    private static let tailByteCount = locatorByteCount + byteCount + 0xFFFF

    /// Finds the end of the archive in `source` and reads it.
    init(_ source: ZipBytes, _ limits: ZipLimits) throws(ZipError) {
        let total = source.byteCount
        let start = max(0, total - Self.tailByteCount)
        let isArchive = try source.with(0..<min(4, total)) { $0.hasSignature(.localHeader, at: 0) }
        let tail = try source.with(start..<total) { (bytes) throws(ZipError) in
            try Tail(bytes, from: start, isArchive: isArchive)
        }
        if tail.trailing > 0 {
            findings.append(
                ZipFinding(
                    kind: .trailingBytes, byte: total - tail.trailing,
                    message: "expected the end of the file, found \(tail.trailing) more bytes"))
        }
        if tail.isAmbiguous {
            findings.append(
                ZipFinding(
                    kind: .ambiguousEnd, byte: tail.place, message: "expected one end of the archive, found more"))
        }
        comment = tail.comment
        var (count, size, offset, place) = (tail.entryCount, tail.size, tail.offset, tail.place)
        if let locator = tail.locator {
            let end = try Self.zip64(source, locator, before: tail.place - Self.locatorByteCount)
            (count, size, offset, place) = (end.count, end.size, end.offset, end.place)
            findings.append(
                ZipFinding(kind: .zip64, byte: place, message: "expected sizes of 32 bits, found records of zip64"))
        }
        entryCount = count
        // The directory should end where the end record starts, unless bytes are between, or before the archive.
        let (last, overflow) = offset.addingReportingOverflow(size)
        guard size <= place, !overflow else {
            throw Self.fault(tail.place, "expected a directory of at most \(place) bytes, found \(size)")
        }
        guard size <= limits.directoryByteCount else {
            throw Self.fault(
                tail.place, "expected a directory of at most \(limits.directoryByteCount) bytes, found \(size)",
                .limitExceeded)
        }
        var isThere = last <= place
        if isThere, size > 0 {
            isThere = try source.with(offset..<min(last, offset + 4)) { $0.hasSignature(.directoryEntry, at: 0) }
        }
        if isThere {
            directory = offset..<last
            if last < place {
                findings.append(
                    ZipFinding(
                        kind: .gap, byte: last,
                        message: "expected the end record behind the directory, found \(place - last) bytes between"))
            }
        } else {
            directory = place - size..<place
            shift = place - last
            guard shift > 0 else {
                throw Self.fault(
                    total,
                    "expected the zip directory at byte \(offset), found the archive's end at \(place): "
                        + "bytes are missing", .truncated)
            }
            findings.append(
                ZipFinding(
                    kind: .leadingBytes, byte: 0, message: "expected the archive's first byte, found \(shift) others"))
        }
    }

    private static func zip64(
        _ source: ZipBytes, _ offset: Int, before limit: Int
    ) throws(ZipError) -> (count: Int, size: Int, offset: Int, place: Int) {
        // Bytes before the archive shift the record too; then it is directly before its locator.
        for place in [offset, limit - zip64ByteCount] where place >= 0 && place <= limit - zip64ByteCount {
            let found = try source.with(place..<place + zip64ByteCount) {
                (bytes) throws(ZipError) -> (count: Int, size: Int, offset: Int, place: Int)? in
                guard bytes.hasSignature(.zip64End, at: 0) else { return nil }
                guard bytes.double(16) == 0, bytes.double(20) == 0 else { throw severalFiles(place) }
                guard let count = bytes.quad(32), let size = bytes.quad(40), let offset = bytes.quad(48) else {
                    throw fault(place, "expected sizes below 2⁶³ in the zip64 end record, found more")
                }
                return (count, size, offset, place)
            }
            if let found { return found }
        }
        throw fault(limit, "expected the zip64 end record at byte \(offset), found something else")
    }

    fileprivate static func fault(
        _ byte: Int, _ message: String, _ code: ArchiveError.Code = .invalidValue
    ) -> ZipError {
        .archive(ArchiveError(code: code, byte: byte, message: message))
    }

    fileprivate static func severalFiles(_ byte: Int) -> ZipError {
        fault(byte, "expected an archive in one file, found a part of several", .unsupported)
    }

    /// The end record among the last bytes of a file.
    private struct Tail {
        /// The offset of the end record, from the start of the source.
        var place = 0
        var entryCount = 0
        var size = 0
        var offset = 0
        var comment: [UInt8] = []
        /// The offset that is given for the zip64 end record.
        var locator: Int?
        var trailing = 0
        var isAmbiguous = false

        init(_ bytes: Span<UInt8>, from start: Int, isArchive: Bool) throws(ZipError) {
            var exact: [Int] = []
            var other: Int?
            var at = bytes.count - ZipEnd.byteCount
            while at >= 0 {
                if bytes[at] == 0x50, bytes.hasSignature(.end, at: at) {
                    let after = bytes.count - at - ZipEnd.byteCount - bytes.word(at + 20)
                    if after == 0 { exact.append(at) } else if after > 0 { other = other ?? at }
                }
                at -= 1
            }
            guard let found = exact.first ?? other else {
                throw Self.nothing(at: start + bytes.count, isArchive: isArchive)
            }
            isAmbiguous = exact.count > 1
            let end = found + ZipEnd.byteCount + bytes.word(found + 20)
            trailing = bytes.count - end
            place = start + found
            comment = bytes.array(found + ZipEnd.byteCount..<end)
            entryCount = bytes.word(found + 10)
            size = bytes.double(found + 12)
            offset = bytes.double(found + 16)
            let (disk, first) = (bytes.word(found + 4), bytes.word(found + 6))
            if bytes.hasSignature(.zip64Locator, at: found - ZipEnd.locatorByteCount) {
                let at = found - ZipEnd.locatorByteCount
                guard let place = bytes.quad(at + 8) else {
                    throw ZipEnd.fault(start + at, "expected the place of the zip64 end record, found more than 2⁶³")
                }
                locator = place
            } else if disk != 0 || first != 0 || bytes.word(found + 8) != entryCount {
                throw ZipEnd.severalFiles(place)
            }
        }

        /// The error if there is no end record.
        private static func nothing(at end: Int, isArchive: Bool) -> ZipError {
            guard isArchive else { return ZipEnd.fault(0, "expected a zip archive, found no record of one") }
            return ZipEnd.fault(
                end, "expected the zip directory at the end of the file, found none: the archive is cut off", .truncated
            )
        }
    }
}
