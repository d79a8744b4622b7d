import MeshArchive
import MeshBytes
import MeshFormats
import MeshModel

// Bounds: ranges of entries are checked by the archive's reader, and others are clamped to the bytes that are there.

/// A usdz package: a zip archive whose first file is its default layer.
struct USDPackage: Sendable {
    /// The archive's directory.
    let reader: ZipReader
    private let storage: ByteStorage

    /// Whether a file that begins with these bytes is a package.
    static func recognizes(_ head: [UInt8]) -> Bool { head.starts(with: [0x50, 0x4B, 0x03, 0x04]) }

    /// Opens a package in memory. Its bytes are shared, not copied.
    init(_ storage: ByteStorage, limits: Limits) throws(ReadError) {
        var zip = ZipLimits()
        zip.entryCount = limits.entryCount ?? 100_000
        if let ratio = limits.compressionRatio { zip.entry.maximumRatio = ratio }
        zip.entry.maximumOutput = limits.sideFileByteCount
        do throws(ArchiveError) {
            reader = try unsafe storage.withBytes { (raw) throws(ArchiveError) in
                try unsafe ZipReader(raw, limits: zip)
            }
        } catch {
            throw ReadError(error)
        }
        self.storage = storage
    }

    /// The bytes of an entry, as a view of the package where the entry is stored uncompressed.
    func contents(of entry: ZipEntry) throws(ReadError) -> (storage: ByteStorage, range: Range<Int>) {
        if entry.method == .stored {
            do throws(ArchiveError) {
                let range = try unsafe storage.withBytes { (raw) throws(ArchiveError) in
                    try unsafe reader.storedRange(of: entry, in: raw)
                }
                return (storage, range)
            } catch {
                throw ReadError(error)
            }
        }
        let bytes = try bytes(of: entry)
        let copy = unsafe ByteStorage(byteCount: bytes.count) { unsafe $0.copyBytes(from: bytes) }
        return (copy, 0..<bytes.count)
    }

    /// Writes the bytes of an entry: from where they lie, where they are stored as they are.
    func write(_ entry: ZipEntry, to sink: ByteSink) throws(WriteError) {
        let contents: (storage: ByteStorage, range: Range<Int>)
        do throws(ReadError) { contents = try self.contents(of: entry) } catch {
            throw WriteError(.input, path: entry.name, error.message)
        }
        try WriteError.of(contents.storage.write(contents.range, to: sink))
    }

    /// A copy of the bytes of an entry.
    func bytes(of entry: ZipEntry) throws(ReadError) -> [UInt8] {
        do throws(ArchiveError) {
            return try unsafe storage.withBytes { (raw) throws(ArchiveError) in
                try unsafe reader.contents(of: entry, in: raw)
            }
        } catch {
            throw ReadError(error)
        }
    }

    /// The files, in the order in which they are stored.
    var files: [ZipEntry] { reader.storageOrder.map { reader.entries[$0] }.filter { !$0.isFolder } }

    /// The default layer: the first file, or else the first file that is a layer.
    var defaultLayer: (entry: ZipEntry, isFirst: Bool)? {
        let files = files
        guard let place = files.firstIndex(where: { Self.isLayer($0.name) }) else { return nil }
        return (files[place], place == 0)
    }

    /// Whether a file name is that of a layer or a package.
    static func isLayer(_ name: String) -> Bool {
        [".usd", ".usda", ".usdc", ".usdz"].contains { name.lowercased().hasSuffix($0) }
    }
}

extension ReadError {
    /// Creates a read error from an archive error.
    init(_ error: ArchiveError) {
        self.init(
            ofArchive: error.code.rawValue, byte: error.byte, entry: error.entry, limit: error.limit?.rawValue,
            error.message)
    }
}

extension ByteStorage {
    /// The first bytes of a range, at most eight.
    func head(of range: Range<Int>) -> [UInt8] {
        copy(of: range.prefix(8).startIndex..<range.prefix(8).endIndex)
    }

    /// A copy of a range of bytes, clamped to those present.
    func copy(of range: Range<Int>) -> [UInt8] {
        let range = range.clamped(to: 0..<byteCount)
        return unsafe withBytes { unsafe [UInt8](UnsafeRawBufferPointer(rebasing: $0[range])) }
    }

    /// A view of a range of bytes, clamped to those present.
    func part(_ range: Range<Int>) -> ByteStorage {
        let range = range.clamped(to: 0..<byteCount)
        return unsafe withBytes { bytes in
            unsafe ByteStorage(viewing: UnsafeRawBufferPointer(rebasing: bytes[range]), keptAliveBy: self)
        }
    }
}
