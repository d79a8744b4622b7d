/// One record of an archive's directory, before its local header was checked (APPNOTE.TXT 4.3.12).
struct ZipDirectoryEntry {
    var name: String
    /// The name's bytes, which its local header must have too.
    var rawName: [UInt8]
    var method: ZipMethod
    var flags: UInt16
    var checksum: UInt32
    var storedCount: Int
    var byteCount: Int
    /// The offset of the local header, counting bytes before the archive.
    var headerOffset: Int
    var versionNeeded: Int
    /// The offset of its record in the directory.
    var place: Int

    /// The minimum size of a record in bytes.
    static let byteCount = 46
}

struct ZipDirectory {
    private(set) var entries: [ZipDirectoryEntry] = []
    private(set) var findings: [ZipFinding] = []
    private var end: ZipEnd

    /// Reads the directory that the end records point to.
    init(_ source: ZipBytes, _ end: ZipEnd, _ limits: ZipLimits) throws(ZipError) {
        self.end = end
        guard end.entryCount <= limits.entryCount else {
            throw .archive(
                ArchiveError(
                    code: .limitExceeded, byte: end.directory.upperBound,
                    message: "expected at most \(limits.entryCount) entries, found \(end.entryCount)",
                    limit: .entryCount))
        }
        var read = self
        try source.with(end.directory) { (bytes) throws(ZipError) in try read.readAll(bytes) }
        self = read
    }

    private mutating func readAll(_ bytes: Span<UInt8>) throws(ZipError) {
        entries.reserveCapacity(min(end.entryCount, bytes.count / ZipDirectoryEntry.byteCount))
        var offset = 0
        while offset < bytes.count, entries.count < end.entryCount {
            try readEntry(bytes, &offset)
        }
        guard entries.count == end.entryCount else {
            throw fault(offset, "expected \(end.entryCount) entries in the directory, found \(entries.count)")
        }
        // A digital signature of the directory may follow, but not entries that the end record doesn't count.
        guard !bytes.hasSignature(.directoryEntry, at: offset) else {
            throw fault(offset, "expected \(end.entryCount) entries in the directory, found more")
        }
    }

    private mutating func readEntry(_ bytes: Span<UInt8>, _ offset: inout Int) throws(ZipError) {
        let at = offset
        guard bytes.count - at >= ZipDirectoryEntry.byteCount, bytes.hasSignature(.directoryEntry, at: at) else {
            throw fault(
                at, "expected entry \(entries.count) of \(end.entryCount) of the directory, found something else")
        }
        let (nameCount, extraCount, commentCount) = (bytes.word(at + 28), bytes.word(at + 30), bytes.word(at + 32))
        let nameStart = at + ZipDirectoryEntry.byteCount
        guard nameCount + extraCount + commentCount <= bytes.count - nameStart else {
            throw fault(
                at, "expected \(nameCount + extraCount + commentCount) bytes of names, found the directory's end")
        }
        let rawName = bytes.array(nameStart..<nameStart + nameCount)
        let extra = ZipExtra(bytes, nameStart + nameCount..<nameStart + nameCount + extraCount)
        let flags = UInt16(truncatingIfNeeded: bytes.word(at + 8))
        let name = try readName(bytes, rawName, flags, extra, at)
        let sizes = try readSizes(bytes, extra, at, name)
        if !extra.isWellFormed { find(.malformedExtra, at, "expected whole extra fields, found a part of one") }
        guard flags & 0x2041 == 0 else {
            throw fault(at, "expected an entry without encryption, found an encrypted one", .unsupported, name: name)
        }
        // Made on Unix: the upper half of the attributes is the file's mode.
        if bytes.word(at + 4) >> 8 == 3, bytes.word(at + 40) & 0xF000 == 0xA000 {
            throw fault(at, "expected a file, found a symbolic link", .unsupported, name: name)
        }
        let (start, overflow) = sizes.offset.addingReportingOverflow(end.shift)
        guard !overflow, start < end.directory.lowerBound else {
            throw fault(
                at, "expected a local header before the directory, found one at byte \(sizes.offset)", name: name)
        }
        entries.append(
            ZipDirectoryEntry(
                name: name, rawName: rawName, method: ZipMethod(rawValue: bytes.word(at + 10)), flags: flags,
                checksum: UInt32(truncatingIfNeeded: bytes.double(at + 16)), storedCount: sizes.stored,
                byteCount: sizes.count, headerOffset: start, versionNeeded: bytes.word(at + 6) & 0xFF,
                place: end.directory.lowerBound + at))
        offset = nameStart + nameCount + extraCount + commentCount
    }

    /// Reads the name, which may not leave the archive.
    private mutating func readName(
        _ bytes: Span<UInt8>, _ raw: [UInt8], _ flags: UInt16, _ extra: ZipExtra, _ at: Int
    ) throws(ZipError) -> String {
        var name = ZipName.decode(raw, isUTF8: flags & 0x800 != 0)
        // Info-ZIP's second name is valid only for the first name that it was made for.
        if let field = extra.field(ZipExtra.unicodePath), field.count > 5, bytes[field.lowerBound] == 1 {
            var checksum = CRC32()
            checksum.update(raw, from: 0)
            if bytes.double(field.lowerBound + 1) == Int(checksum.value),
                let text = ZipName.text(bytes.array(field.lowerBound + 5..<field.upperBound))
            {
                name = (text, false)
            }
        }
        if let found = ZipName.fault(name.text) {
            throw fault(at, "expected a name inside of the archive, \(found)", name: name.text)
        }
        if name.isGuess { find(.undeclaredEncoding, at, "expected a name that is declared to be UTF-8, found none") }
        if name.text.utf8.contains(UInt8(ascii: "\\")) {
            find(.backslash, at, "expected / between the parts of a name, found a backslash")
        }
        return name.text
    }

    /// Reads the sizes and the offset, from the record or its zip64 field, which holds those that are −1 in the record.
    private func readSizes(
        _ bytes: Span<UInt8>, _ extra: ZipExtra, _ at: Int, _ name: String
    ) throws(ZipError) -> (count: Int, stored: Int, offset: Int) {
        var values = [bytes.double(at + 24), bytes.double(at + 20), bytes.double(at + 42)]
        var field = extra.field(ZipExtra.zip64) ?? at..<at
        for index in values.indices where values[index] == 0xFFFF_FFFF && extra.field(ZipExtra.zip64) != nil {
            guard field.count >= 8, let value = bytes.quad(field.lowerBound) else {
                throw fault(at, "expected a zip64 field with 8 bytes for each size, found \(field.count)", name: name)
            }
            values[index] = value
            field = field.lowerBound + 8..<field.upperBound
        }
        return (values[0], values[1], values[2])
    }

    private mutating func find(_ kind: ZipFinding.Kind, _ at: Int, _ message: String) {
        findings.append(
            ZipFinding(kind: kind, entry: entries.count, byte: end.directory.lowerBound + at, message: message))
    }

    private func fault(
        _ at: Int, _ message: String, _ code: ArchiveError.Code = .invalidValue, name: String? = nil
    ) -> ZipError {
        .archive(ArchiveError(code: code, byte: end.directory.lowerBound + at, message: message, entry: name))
    }
}
