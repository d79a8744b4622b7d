/// The compression method of an entry (APPNOTE.TXT 4.4.5).
package struct ZipMethod: Hashable, Sendable {
    /// The number in the archive.
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The bytes are stored unchanged.
    package static let stored = Self(rawValue: 0)
    /// A deflate stream (RFC 1951).
    package static let deflated = Self(rawValue: 8)
}

extension ZipMethod: CustomStringConvertible {
    /// `stored`, `deflated`, or the number.
    package var description: String {
        switch self {
        case .stored: "stored"
        case .deflated: "deflated"
        default: "method \(rawValue)"
        }
    }
}

/// One file in an archive, as the directory describes it, and the range of its bytes.
///
/// Offsets count from the first byte of the source of the archive.
package struct ZipEntry: Hashable, Sendable {
    /// The path inside the archive, with `/` between its parts. It never leaves the archive.
    package let name: String
    /// The compression method.
    package let method: ZipMethod
    /// The general purpose bits (APPNOTE.TXT 4.4.4).
    package let flags: UInt16
    /// The checksum of the decompressed bytes: a claim, checked when they are read.
    package let checksum: UInt32
    /// The number of decompressed bytes: a claim, checked when they are read.
    package let byteCount: Int
    /// The offset of the local header.
    package let headerOffset: Int
    /// The range of the stored bytes; it is inside the archive and in no other entry.
    package let data: Range<Int>
    /// The version of the specification that is needed to extract it: 10, 20, 45 …
    package let versionNeeded: Int

    /// Whether it is a folder: its name ends with `/`.
    package var isFolder: Bool { name.hasSuffix("/") }
    /// Whether its sizes follow its data (general purpose bit 3).
    package var hasDataDescriptor: Bool { flags & 8 != 0 }
    /// Whether its data starts at a multiple of `alignment` bytes; USDZ requires 64.
    package func isAligned(to alignment: Int = 64) -> Bool { alignment > 0 && data.lowerBound % alignment == 0 }
}

extension ZipEntry {
    /// The error of an entry whose method is not known: nobody writes one into packages, so the file is broken.
    var unsupported: ZipError { fault("expected a stored or deflated entry, found \(method)") }

    func fault(
        _ message: String, _ code: ArchiveError.Code = .invalidValue, limit: ArchiveError.Limit? = nil
    ) -> ZipError {
        .archive(ArchiveError(code: code, byte: data.lowerBound, message: message, entry: name, limit: limit))
    }

    /// Converts a decoder's error, which counts bytes from the start of the entry.
    func fault(_ error: ArchiveError) -> ZipError {
        .archive(
            ArchiveError(
                code: error.code, byte: data.lowerBound + error.byte, message: error.message, entry: name,
                limit: error.limit))
    }

    func check(_ found: CRC32) throws(ZipError) {
        guard found.value == checksum else {
            throw fault(
                "expected bytes with the checksum \(String(checksum, radix: 16)), "
                    + "found \(String(found.value, radix: 16))")
        }
    }
}
