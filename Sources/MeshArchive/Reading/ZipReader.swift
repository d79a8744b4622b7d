package import MeshBytes

// Bounds: the archive's memory is looked at only during the call.

/// The checked directory of a zip archive: its entries and the ranges of their bytes.
///
/// ```swift
/// let archive = try ZipReader(bytes)
/// if let entry = archive["textures/wood.jpg"] { image = try archive.contents(of: entry, in: bytes) }
/// ```
///
/// The reader holds no bytes of entries; they are read one by one from the same source. Reading costs the directory and
/// each local header, regardless of the size of the data.
///
/// - Entries: of one file, zip and zip64; they can be read if stored or deflated. An archive is refused if a name
///   leaves it (`..`, absolute, a drive), if an entry is encrypted, a symbolic link or outside the archive, or if bytes
///   belong to two entries. What other readers may reject is in ``findings``.
package struct ZipReader: Sendable {
    /// The entries in the directory's order.
    package let entries: [ZipEntry]
    /// Deviations from a plain archive: those of the archive first, then by kind of check, in the directory's order.
    package let findings: [ZipFinding]
    /// The archive's comment as raw bytes.
    package let comment: [UInt8]
    /// The indices in ``entries`` in the order in which the entries are stored.
    package let storageOrder: [Int]

    let limits: ZipLimits
    private let places: [String: Int]

    /// Reads the directory of an archive in memory.
    package init(_ bytes: UnsafeRawBufferPointer, limits: ZipLimits = ZipLimits()) throws(ArchiveError) {
        self = try ArchiveError.only { () throws(ZipError) in
            try unsafe ZipReader(source: .memory(bytes), limits: limits)
        }
    }

    /// Reads the directory of an archive that is a file or another input; nothing else is read.
    package init(_ input: Input, limits: ZipLimits = ZipLimits()) throws(ZipError) {
        try self.init(source: .input(input), limits: limits)
    }

    private init(source: ZipBytes, limits: ZipLimits) throws(ZipError) {
        let end = try ZipEnd(source, limits)
        let directory = try ZipDirectory(source, end, limits)
        var layout = ZipLayout(directory.entries)
        try layout.readHeaders(source, before: end.directory.lowerBound)
        try layout.checkOrder(before: end.directory.lowerBound)
        self.limits = limits
        comment = end.comment
        entries = layout.entries
        storageOrder = layout.order
        places = layout.places
        findings = end.findings + directory.findings + layout.findings
    }

    /// The entry with this name, looked up in constant time; the first of those that share it.
    package subscript(name: String) -> ZipEntry? { index(of: name).map { entries[$0] } }

    /// The index in ``entries`` of the entry with this name; the first of those that share it.
    package func index(of name: String) -> Int? { places[name] }
}

extension ArchiveError {
    /// Returns the result of work on bytes in memory, where no system errors are expected.
    static func only<R>(_ body: () throws(ZipError) -> R) throws(ArchiveError) -> R {
        do throws(ZipError) { return try body() } catch {
            switch error {
            case .archive(let error): throw error
            case .system(let error): throw ArchiveError(code: .limitExceeded, byte: 0, message: error.message)
            }
        }
    }
}
