package import MeshBytes

extension ZipReader {
    /// The number of compressed bytes read at a time if only the first bytes are wanted.
    private static let smallPiece = 16 << 10

    /// The first bytes of an entry; fewer than `count` only if the entry is shorter. Size and checksum are not checked,
    /// since the rest is not read. Meant for headers and for detecting what an entry is.
    package func beginning(of entry: ZipEntry, count: Int, in input: Input) throws(ZipError) -> [UInt8] {
        let source = ZipBytes.input(input)
        var bytes: [UInt8] = []
        guard count > 0 else { return bytes }
        switch entry.method {
        case .stored:
            let end = entry.data.lowerBound + min(count, entry.data.count)
            try source.with(entry.data.lowerBound..<end) { data in bytes = data.array(0..<data.count) }
        case .deflated:
            var inflater = try inflater(for: entry)
            var start = entry.data.lowerBound
            while start < entry.data.upperBound, bytes.count < count, !inflater.isAtEnd {
                let end = start + min(Self.smallPiece, entry.data.upperBound - start)
                try source.with(start..<end) { (data) throws(ZipError) in
                    do throws(ArchiveError) {
                        var offset = 0
                        // At most 64 KiB more than requested are decompressed.
                        while bytes.count < count, try inflater.next(data, from: &offset, into: &bytes) {}
                    } catch {
                        throw entry.fault(error)
                    }
                }
                start = end
            }
            if bytes.count > count { bytes.removeLast(bytes.count - count) }
        default:
            throw entry.unsupported
        }
        return bytes
    }

    /// Creates a decoder for data that is passed on in chunks: only the ratio is limited.
    func inflater(for entry: ZipEntry) throws(ZipError) -> Inflater {
        do throws(ArchiveError) {
            return try Inflater(
                .raw, limits: InflateLimits(maximumOutput: .max, maximumRatio: limits.entry.maximumRatio))
        } catch {
            throw entry.fault(error)
        }
    }
}
