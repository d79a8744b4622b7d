public import MeshBytes

/// The directory of a zip archive, checked: which entries there are and where their bytes lie.
///
/// ```swift
/// let archive = try ZipReader(bytes)
/// if let entry = archive["textures/wood.jpg"] { image = try archive.contents(of: entry, in: bytes) }
/// ```
///
/// A value that holds no bytes of entries: those are taken one by one, from the same source. Reading costs a look at the
/// directory and at each local header, whatever the size of the data.
///
/// - Entries: of one file, zip and zip64, stored or deflated when they are taken. An archive is refused in which a name
///   leaves it (`..`, absolute, a drive), an entry is encrypted or a symbolic link, bytes belong to two entries, or an
///   entry lies outside. What other readers may object to is in ``findings``.
public struct ZipReader: Sendable {
    /// The entries in the directory's order.
    public let entries: [ZipEntry]
    /// What differs from a plain archive; those of the archive first, then by kind of check, in the directory's order.
    public let findings: [ZipFinding]
    /// The archive's comment, as it is.
    public let comment: [UInt8]
    /// The places in ``entries`` in the order in which the entries are stored.
    public let storageOrder: [Int]

    let limits: ZipLimits
    private let places: [String: Int]

    /// Reads the directory of an archive in memory.
    public init(_ bytes: Span<UInt8>, limits: ZipLimits = ZipLimits()) throws(ArchiveError) {
        self = try unsafe bytes.withBytes { (raw) throws(ArchiveError) in try unsafe ZipReader(raw, limits: limits) }
    }

    /// Reads the directory of an archive in memory.
    public init(_ bytes: UnsafeRawBufferPointer, limits: ZipLimits = ZipLimits()) throws(ArchiveError) {
        self = try ArchiveError.only { () throws(ZipError) in
            try unsafe ZipReader(source: .memory(bytes), limits: limits)
        }
    }

    /// Reads the directory of an archive that is a file, or anything that bytes come from: nothing else is read.
    public init(_ input: Input, limits: ZipLimits = ZipLimits()) throws(ZipError) {
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

    /// The entry with this name, without looking through the others; the first of those that share it.
    public subscript(name: String) -> ZipEntry? { index(of: name).map { entries[$0] } }

    /// The place in ``entries`` of the entry with this name; the first of those that share it.
    public func index(of name: String) -> Int? { places[name] }
}

extension ArchiveError {
    /// The result of work on bytes in memory, where the system has nothing to refuse.
    static func only<R>(_ body: () throws(ZipError) -> R) throws(ArchiveError) -> R {
        do throws(ZipError) { return try body() } catch {
            switch error {
            case .archive(let error): throw error
            case .system(let error): throw ArchiveError(code: .limitExceeded, byte: 0, message: error.message)
            }
        }
    }
}
