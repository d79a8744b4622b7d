package import MeshBytes

// Bounds: bytes are seen as spans with their own length, for the duration of the call.

/// Writes a zip archive, entry by entry, into a sink: the same bytes for the same entries.
///
/// ```swift
/// var zip = ZipWriter(to: sink, alignment: 64)
/// try zip.add("scene.usdc", bytes)
/// try zip.finish()
/// ```
///
/// - Layout: sizes and checksum in each local header, nothing between entries, no folders, no times (1 January 1980),
///   one directory in the order of the entries. Names are UTF-8, and declared so if not ASCII.
/// - Alignment: with `alignment` above 1 each entry's data starts at a multiple of it, by an extra field with the id
///   0x1986 in the local header, as OpenUSD packs USDZ.
/// - Edge: what doesn't fit 32 bits is an error, thrown before a byte of it is written: the limits are fewer than
///   65,535 entries and less than 4 GiB in all. ``Zip64/whereNeeded`` removes these limits, and doesn't change what
///   fits them. After an error the sink's contents are no valid archive.
package struct ZipWriter: ~Copyable {
    /// The storage of an entry's bytes.
    package enum Storage: Hashable, Sendable {
        /// Unchanged.
        case stored
        /// As a deflate stream of a level from 1, fastest, to 9, smallest. Its bytes depend on zlib's version.
        case deflated(level: Int = 6)

        var method: ZipMethod { self == .stored ? .stored : .deflated }
    }

    /// Whether an archive may have the records that hold more than 32 bits (APPNOTE.TXT 4.3.14, 4.5.3).
    package enum Zip64: Hashable, Sendable {
        /// Never: readers of USDZ don't support them.
        case never
        /// If an offset, a size or the number of entries doesn't fit 32 bits.
        case whereNeeded
    }

    /// The limits of 32 bits; tests use smaller ones, since they have no 4 GiB to spare.
    struct Bounds {
        /// The largest offset or size; one more is zip64's marker.
        var largest = 0xFFFF_FFFE
        var mostEntries = 0xFFFE
    }

    /// The size of the chunks that are checksummed and copied, so that they stay in the cache in between.
    private static let pieceSize = 256 << 10

    private let sink: ByteSink
    private let start: Int
    private let alignment: Int
    private let zip64: Zip64
    private let bounds: Bounds
    private var written: [OpenEntry] = []
    private var names: Set<String> = []
    private var directoryByteCount = 0
    private var open: OpenEntry?
    private var deflater: Deflater?
    private var compressed: [UInt8] = []

    /// Creates an archive without entries, which starts at the sink's next byte.
    ///
    /// - Parameters:
    ///   - sink: the output; nothing else may write to it before ``finish(sorted:)``.
    ///   - alignment: the alignment of data: a power of two up to 32,768; 1 for none.
    ///   - zip64: whether the archive may exceed 32 bits.
    package init(to sink: ByteSink, alignment: Int = 1, zip64: Zip64 = .never) {
        self.init(to: sink, alignment: alignment, zip64: zip64, bounds: Bounds())
    }

    init(to sink: ByteSink, alignment: Int = 1, zip64: Zip64, bounds: Bounds) {
        precondition(
            (1...32_768).contains(alignment) && alignment & (alignment - 1) == 0, "alignments are powers of two")
        self.sink = sink
        self.alignment = alignment
        self.zip64 = zip64
        self.bounds = bounds
        start = sink.byteCount
    }

    /// The number of bytes written.
    package var byteCount: Int { sink.byteCount - start }

    /// Adds an entry of these bytes.
    package mutating func add(_ name: String, _ bytes: [UInt8], _ storage: Storage = .stored) throws(ZipError) {
        try begin(name, storage)
        try write(bytes)
        try end()
    }

    /// Begins an entry, whose bytes follow in chunks.
    ///
    /// - Parameters:
    ///   - name: its path inside the archive, with `/` between its parts. Refused if it is empty or absolute, has `..`,
    ///     an empty part, a backslash or a control character, or if another entry has it.
    ///   - storage: how its bytes are stored.
    ///   - expected: the approximate number of bytes to follow; an entry may use zip64 only if this says so.
    package mutating func begin(
        _ name: String, _ storage: Storage = .stored, expected: Int = 0
    ) throws(ZipError) {
        if let open { throw fault("expected the end of the entry before the next, found none", open.header.name) }
        if let found = ZipName.writingFault(name) {
            throw fault("expected a name inside of the archive, \(found)", name)
        }
        guard !names.contains(name) else { throw fault("two files in the archive have this name", name) }
        guard written.count < bounds.mostEntries || zip64 == .whereNeeded else {
            throw fault("the archive has 65535 files or more", name)
        }
        // Incompressible data grows, by less than a 500th.
        let isLarge = zip64 == .whereNeeded && expected > bounds.largest - bounds.largest / 500
        let header = ZipWriterEntry(
            name, storage.method, offset: byteCount, alignment: alignment, isLarge: isLarge, largest: bounds.largest)
        let directory = directoryByteCount + header.directoryByteCount
        try checkRoom(header.localByteCount + directory, name)
        directoryByteCount = directory
        names.insert(name)
        open = OpenEntry(header: header)
        if case .deflated(let level) = storage {
            do throws(ArchiveError) { deflater = try Deflater(.raw, level: min(max(level, 1), 9)) } catch {
                throw .archive(error)
            }
        }
        try put(header.local)
    }

    /// Begins a stored entry whose bytes the caller writes into the sink itself until ``end()``. Nothing of them is
    /// kept; their checksum is computed on the way.
    ///
    /// - Edge: earlier bytes of the entry may be replaced until then. More than 4 GiB are an error only at the end,
    ///   after they were written.
    package mutating func beginStored(_ name: String) throws(ZipError) -> ByteSink {
        try begin(name)
        let watcher = EntryWatcher()
        do throws(SystemError) { try sink.beginWatching(watcher) } catch { throw .system(error) }
        open?.watcher = watcher
        return sink
    }

    /// Writes the next bytes of the current entry.
    package mutating func write(_ bytes: Span<UInt8>) throws(ZipError) {
        for first in stride(from: 0, to: bytes.count, by: Self.pieceSize) {
            try writePiece(bytes.extracting(first..<min(first + Self.pieceSize, bytes.count)))
        }
    }

    /// Writes the next bytes of the current entry.
    package mutating func write(_ bytes: [UInt8]) throws(ZipError) {
        try unsafe bytes.withUnsafeBufferPointer { (raw) throws(ZipError) in try write(unsafe raw.span) }
    }

    /// Ends the current entry: its local header gets sizes and checksum.
    package mutating func end() throws(ZipError) {
        guard var entry = open else { throw fault("expected an entry that was begun, found none", "") }
        if let watcher = entry.watcher {
            do throws(SystemError) { try sink.endWatching() } catch { throw .system(error) }
            guard watcher.byteCount <= bounds.largest else {
                throw fault("this file in the archive is larger than 4 GiB", entry.header.name)
            }
            try checkRoom(directoryByteCount, entry.header.name)
            entry.byteCount = watcher.byteCount
            entry.storedCount = watcher.byteCount
            entry.checksum = watcher.checksum
        }
        if let deflater = deflater.take() {
            compressed.removeAll(keepingCapacity: true)
            deflater.finish(into: &compressed)
            try put(compressed, of: &entry)
        }
        open = nil
        let header = entry.header
        guard header.isLarge || entry.storedCount <= bounds.largest else {
            throw fault("this file in the archive became larger than 4 GiB", header.name)
        }
        do throws(SystemError) {
            try sink.replace(at: start + header.offset + 14, with: entry.sizes)
            if header.isLarge {
                try sink.replace(at: start + header.offset + header.largeSizesOffset, with: entry.largeSizes)
            }
        } catch {
            throw .system(error)
        }
        written.append(entry)
    }

    /// Writes the directory, which completes the archive.
    ///
    /// - Parameter sorted: whether the directory is sorted by the bytes of the names, not in the order of the data.
    package consuming func finish(sorted: Bool = false) throws(ZipError) {
        if sorted { written.sort { $0.header.name.utf8.lexicographicallyPrecedes($1.header.name.utf8) } }
        if let open { throw fault("expected the end of the entry before the archive's, found none", open.header.name) }
        let offset = byteCount
        var record: [UInt8] = []
        for entry in written {
            record.removeAll(keepingCapacity: true)
            entry.header.appendDirectory(sizes: entry.sizes, largeSizes: entry.largeSizes, to: &record)
            try put(record)
        }
        try put(ending(directory: offset))
    }

    /// The records after a directory that begins at `offset` and ends here (APPNOTE.TXT 4.3.14 to 4.3.16).
    private func ending(directory offset: Int) -> [UInt8] {
        let size = byteCount - offset
        let needsMore =
            written.count > bounds.mostEntries || size > bounds.largest || offset > bounds.largest
        var record: [UInt8] = []
        if needsMore {
            let place = byteCount
            record.append(littleEndian: UInt32(ZipSignature.zip64End.rawValue))
            record.append(littleEndian: UInt64(44))
            // Made on Unix, both by and for version 4.5.
            record.append(littleEndian: UInt16(45 | 3 << 8))
            record.append(littleEndian: UInt16(45))
            record.append(littleEndian: UInt64(0))
            record.append(littleEndian: UInt64(written.count))
            record.append(littleEndian: UInt64(written.count))
            record.append(littleEndian: UInt64(size))
            record.append(littleEndian: UInt64(offset))
            record.append(littleEndian: UInt32(ZipSignature.zip64Locator.rawValue))
            record.append(littleEndian: UInt32(0))
            record.append(littleEndian: UInt64(place))
            record.append(littleEndian: UInt32(1))
        }
        let count = written.count > bounds.mostEntries ? 0xFFFF : UInt16(truncatingIfNeeded: written.count)
        record.append(littleEndian: UInt32(ZipSignature.end.rawValue))
        record.append(littleEndian: UInt32(0))
        record.append(littleEndian: count)
        record.append(littleEndian: count)
        record.append(littleEndian: size > bounds.largest ? .max : UInt32(truncatingIfNeeded: size))
        record.append(littleEndian: offset > bounds.largest ? .max : UInt32(truncatingIfNeeded: offset))
        record.append(littleEndian: UInt16(0))
        return record
    }

    private mutating func writePiece(_ bytes: Span<UInt8>) throws(ZipError) {
        guard var entry = open, entry.watcher == nil else {
            throw fault("expected an entry that was begun for pieces, found none", "")
        }
        open = nil
        guard entry.header.isLarge || bytes.count <= bounds.largest - entry.byteCount else {
            throw fault("this file in the archive is larger than 4 GiB", entry.header.name)
        }
        entry.byteCount += bytes.count
        entry.checksum.update(bytes)
        if deflater != nil {
            compressed.removeAll(keepingCapacity: true)
            deflater?.update(bytes, into: &compressed)
            try put(compressed, of: &entry)
        } else {
            try checkRoom(bytes.count + directoryByteCount, entry.header.name)
            entry.storedCount += bytes.count
            do throws(SystemError) {
                try unsafe bytes.withBytes { (raw) throws(SystemError) in try unsafe sink.write(raw) }
            } catch {
                throw .system(error)
            }
        }
        open = entry
    }

    private func put(_ bytes: [UInt8], of entry: inout OpenEntry) throws(ZipError) {
        try checkRoom(bytes.count + directoryByteCount, entry.header.name)
        entry.storedCount += bytes.count
        try put(bytes)
    }

    private func put(_ bytes: [UInt8]) throws(ZipError) {
        do throws(SystemError) { try sink.write(bytes) } catch { throw .system(error) }
    }

    private func checkRoom(_ more: Int, _ name: String) throws(ZipError) {
        guard zip64 == .whereNeeded || more <= bounds.largest - byteCount - ZipWriterEntry.endByteCount else {
            throw fault("the archive is larger than 4 GiB", name)
        }
    }

    private func fault(_ message: String, _ name: String) -> ZipError {
        .archive(ArchiveError(code: .unrepresentable, byte: byteCount, message: message, entry: name))
    }

    /// An entry, with the values that are unknown when its header is written.
    private struct OpenEntry {
        let header: ZipWriterEntry
        var checksum = CRC32()
        var storedCount = 0
        var byteCount = 0
        /// Computes the checksum of an entry that the caller writes into the sink.
        var watcher: EntryWatcher?

        /// The checksum, stored size and size, as in both headers.
        var sizes: [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(littleEndian: checksum.value)
            bytes.append(littleEndian: header.isLarge ? .max : UInt32(truncatingIfNeeded: storedCount))
            bytes.append(littleEndian: header.isLarge ? .max : UInt32(truncatingIfNeeded: byteCount))
            return bytes
        }

        /// The size and the stored size for zip64, in this order.
        var largeSizes: [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(littleEndian: UInt64(byteCount))
            bytes.append(littleEndian: UInt64(storedCount))
            return bytes
        }
    }
}

/// Computes the checksum of the bytes that the caller writes into an archive's sink, and counts them.
private final class EntryWatcher: ByteWatcher {
    private(set) var checksum = CRC32()
    private(set) var byteCount = 0

    func didWrite(_ bytes: UnsafeRawBufferPointer) {
        checksum.update(unsafe bytes.bindMemory(to: UInt8.self).span)
        byteCount += bytes.count
    }

    func didReplace(_ old: [UInt8], with new: [UInt8], following: Int) {
        checksum.replace(old, with: new, following: following)
    }
}
