package import MeshBytes

// Bounds: each range of an entry is compared with the archive's bytes before it is read.

extension ZipReader {
    /// The number of bytes of an input that are decompressed at a time.
    private static let pieceSize = 1 << 20

    /// Returns the bytes of an entry, decompressed, with size and checksum checked.
    ///
    /// - Parameters:
    ///   - entry: one of this archive.
    ///   - bytes: the archive, as it was passed to the reader.
    package func contents(of entry: ZipEntry, in bytes: UnsafeRawBufferPointer) throws(ArchiveError) -> [UInt8] {
        try ArchiveError.only { () throws(ZipError) in try contents(of: entry, in: unsafe .memory(bytes)) }
    }

    /// Returns the bytes of an entry, decompressed, with size and checksum checked; nothing else of the input is read.
    package func contents(of entry: ZipEntry, in input: Input) throws(ZipError) -> [UInt8] {
        try contents(of: entry, in: .input(input))
    }

    /// The range of a stored entry's bytes, with the checksum checked: for reading them without a copy.
    ///
    /// - Throws: an error for an entry that is not stored.
    package func storedRange(of entry: ZipEntry, in bytes: UnsafeRawBufferPointer) throws(ArchiveError) -> Range<Int> {
        try ArchiveError.only { () throws(ZipError) in
            guard entry.method == .stored else {
                throw entry.fault("expected a stored entry, found \(entry.method)", .unsupported)
            }
            let source = unsafe ZipBytes.memory(bytes)
            try source.with(entry.data) { (data) throws(ZipError) in try entry.check(CRC32(data)) }
            return entry.data
        }
    }

    private func contents(of entry: ZipEntry, in source: ZipBytes) throws(ZipError) -> [UInt8] {
        guard entry.byteCount <= limits.entry.maximumOutput else {
            throw entry.fault(
                "expected at most \(limits.entry.maximumOutput) bytes, found \(entry.byteCount) announced",
                .limitExceeded, limit: .entrySize)
        }
        var bytes: [UInt8] = []
        var checksum = CRC32()
        switch entry.method {
        case .stored:
            bytes.reserveCapacity(entry.data.count)
            for start in stride(from: entry.data.lowerBound, to: entry.data.upperBound, by: Self.pieceSize) {
                let end = min(start + Self.pieceSize, entry.data.upperBound)
                try source.with(start..<end) { data in
                    checksum.update(data)
                    unsafe data.withBytes { unsafe bytes.append(contentsOf: $0) }
                }
            }
        case .deflated:
            try inflate(entry, in: source, into: &bytes, &checksum)
        default: throw entry.unsupported
        }
        try entry.check(checksum)
        return bytes
    }

    private func inflate(
        _ entry: ZipEntry, in source: ZipBytes, into bytes: inout [UInt8], _ checksum: inout CRC32
    ) throws(ZipError) {
        // A byte of deflate yields at most 1,032: a claim can't reserve more than the input could fill.
        let (possible, overflow) = entry.data.count.multipliedReportingOverflow(by: 1_032)
        bytes.reserveCapacity(overflow ? entry.byteCount : min(entry.byteCount, possible))
        var inflater: Inflater
        do throws(ArchiveError) { inflater = try Inflater(.raw, limits: limits.entry) } catch {
            throw entry.fault(error)
        }
        for start in stride(from: entry.data.lowerBound, to: entry.data.upperBound, by: Self.pieceSize) {
            let end = min(start + Self.pieceSize, entry.data.upperBound)
            try source.with(start..<end) { (data) throws(ZipError) in
                do throws(ArchiveError) {
                    var offset = 0
                    var before = bytes.count
                    while try inflater.next(data, from: &offset, into: &bytes), bytes.count <= entry.byteCount {
                        checksum.update(bytes, from: before)
                        before = bytes.count
                    }
                } catch {
                    throw entry.fault(error)
                }
            }
            if inflater.isAtEnd || bytes.count > entry.byteCount { break }
        }
        guard bytes.count <= entry.byteCount else {
            throw entry.fault("expected \(entry.byteCount) bytes when decompressed, found more")
        }
        do throws(ArchiveError) { try inflater.finish() } catch { throw entry.fault(error) }
        guard inflater.inputCount == entry.data.count else {
            throw entry.fault(
                "expected the end of the data, found \(entry.data.count - inflater.inputCount) more bytes")
        }
        guard bytes.count == entry.byteCount else {
            throw entry.fault("expected \(entry.byteCount) bytes when decompressed, found \(bytes.count)")
        }
    }
}
