package import MeshBytes

// Bounds: the caller sees the array of decompressed bytes, for the duration of the call.

extension ZipReader {
    /// Passes the bytes of an entry to `body` in chunks of about a mebibyte, decompressed. Size and checksum are
    /// checked at the end, so the chunks are valid only once this returns.
    ///
    /// - Parameters:
    ///   - entry: one of this archive.
    ///   - input: the archive.
    ///   - body: takes a chunk; returning false stops early, and then nothing is checked.
    package func forEachPiece(
        of entry: ZipEntry, in input: Input, _ body: (Span<UInt8>) -> Bool
    ) throws(ZipError) {
        let pieceSize = 1 << 20
        let source = ZipBytes.input(input)
        var checksum = CRC32()
        var count = 0
        var goesOn = true
        switch entry.method {
        case .stored:
            for start in stride(from: entry.data.lowerBound, to: entry.data.upperBound, by: pieceSize) where goesOn {
                try source.with(start..<min(start + pieceSize, entry.data.upperBound)) { data in
                    checksum.update(data)
                    count += data.count
                    goesOn = body(data)
                }
            }
        case .deflated:
            var inflater = try inflater(for: entry)
            var block: [UInt8] = []
            var start = entry.data.lowerBound
            while goesOn, start < entry.data.upperBound, !inflater.isAtEnd {
                // Compressed chunks are small, since each may become a thousand times larger.
                let end = start + min(pieceSize / 16, entry.data.upperBound - start)
                try source.with(start..<end) { (data) throws(ZipError) in
                    var offset = 0
                    while goesOn {
                        let found: Bool
                        do throws(ArchiveError) { found = try inflater.next(data, from: &offset, into: &block) } catch {
                            throw entry.fault(error)
                        }
                        if !block.isEmpty {
                            checksum.update(block, from: 0)
                            count += block.count
                            guard count <= entry.byteCount else {
                                throw entry.fault("expected \(entry.byteCount) bytes when decompressed, found more")
                            }
                            goesOn = unsafe block.withUnsafeBufferPointer { raw in body(unsafe raw.span) }
                            block.removeAll(keepingCapacity: true)
                        }
                        if !found { break }
                    }
                }
                start = end
            }
            guard goesOn else { return }
            do throws(ArchiveError) { try inflater.finish() } catch { throw entry.fault(error) }
        default:
            throw entry.unsupported
        }
        guard goesOn else { return }
        guard count == entry.byteCount else {
            throw entry.fault("expected \(entry.byteCount) bytes when decompressed, found \(count)")
        }
        try entry.check(checksum)
    }
}
