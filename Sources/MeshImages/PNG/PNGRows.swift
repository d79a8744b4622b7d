import MeshArchive

/// Filters the rows of an image, and undoes the filters; no other code accesses rows by pointers.
///
/// - Bounds: that all rows lie inside is a precondition of both directions.
enum PNGRows {
    /// Returns rows of an image, each preceded by its filter's number, ready to be compressed.
    ///
    /// - Parameters:
    ///   - pixels: the whole image, `rowCount` bytes per row.
    ///   - rows: the rows to filter; they must lie in the image.
    ///   - rowCount: the number of bytes per row.
    ///   - distance: the number of bytes per pixel.
    ///   - filter: the filter; nil: for each row the one with the smallest sum of magnitudes, the first of equals.
    static func filtered(
        _ pixels: [UInt8], _ rows: Range<Int>, rowCount: Int, distance: Int, filter: PNGFilter? = nil
    ) -> [UInt8] {
        precondition(rows.lowerBound >= 0 && rows.upperBound * rowCount <= pixels.count, "rows lie in the image")
        let zeros = [UInt8](repeating: 0, count: rowCount)
        var scratch = [UInt8](repeating: 0, count: rowCount)
        return unsafe [UInt8](unsafeUninitializedCapacity: rows.count * (rowCount + 1)) { target, count in
            count = rows.count * (rowCount + 1)
            unsafe pixels.withUnsafeBufferPointer { pixels in
                unsafe zeros.withUnsafeBufferPointer { zeros in
                    unsafe scratch.withUnsafeMutableBufferPointer { scratch in
                        guard var out = target.baseAddress, let image = pixels.baseAddress,
                            let nothing = zeros.baseAddress, let other = scratch.baseAddress
                        else { return }
                        for row in rows {
                            let line = unsafe image + row * rowCount
                            let above = unsafe row == 0 ? nothing : line - rowCount
                            if let filter {
                                unsafe out[0] = filter.rawValue
                                unsafe filter.apply(
                                    line, above: above, count: rowCount, distance: distance, to: out + 1)
                            } else {
                                unsafe Self.filter(line, above, rowCount, distance, out, other)
                            }
                            unsafe out += rowCount + 1
                        }
                    }
                }
            }
        }
    }

    /// Writes the best filter's number and result to `out`; `other` has room for a row.
    private static func filter(
        _ line: UnsafePointer<UInt8>, _ above: UnsafePointer<UInt8>, _ count: Int, _ distance: Int,
        _ out: UnsafeMutablePointer<UInt8>, _ other: UnsafeMutablePointer<UInt8>
    ) {
        var best = (filter: PNGFilter.none, cost: Int.max)
        for filter in PNGFilter.allCases {
            unsafe filter.apply(line, above: above, count: count, distance: distance, to: other)
            let cost = unsafe PNGFilter.cost(other, count: count)
            guard cost < best.cost else { continue }
            best = (filter, cost)
            unsafe (out + 1).update(from: other, count: count)
        }
        unsafe out[0] = best.filter.rawValue
    }

    /// Undoes the filters of consecutive rows, each preceded by its filter's number.
    ///
    /// - Parameters:
    ///   - bytes: the decompressed rows.
    ///   - start: the offset of the first row.
    ///   - rows: the number of rows; they must lie inside `bytes`.
    ///   - rowCount: the number of bytes per row without its filter.
    ///   - distance: the number of bytes per pixel, at least 1.
    /// - Returns: the first row with an unknown filter; nil if there is none.
    static func undo(_ bytes: inout [UInt8], from start: Int, rows: Int, rowCount: Int, distance: Int) -> Int? {
        precondition(start >= 0 && start + rows * (rowCount + 1) <= bytes.count, "rows lie in the bytes")
        let zeros = [UInt8](repeating: 0, count: rowCount)
        return unsafe bytes.withUnsafeMutableBufferPointer { bytes in
            unsafe zeros.withUnsafeBufferPointer { zeros -> Int? in
                guard let first = bytes.baseAddress, var above = zeros.baseAddress else { return nil }
                var line = unsafe first + start
                for row in 0..<rows {
                    guard let filter = unsafe PNGFilter(rawValue: line[0]) else { return row }
                    unsafe filter.undo(line + 1, above: above, count: rowCount, distance: distance)
                    unsafe above = UnsafePointer(line + 1)
                    unsafe line += rowCount + 1
                }
                return nil
            }
        }
    }
}

extension Deflater {
    /// Compresses all bytes, and returns their checksum.
    mutating func updateCounting(_ bytes: [UInt8], into output: inout [UInt8]) -> Adler32 {
        unsafe bytes.withUnsafeBufferPointer { raw in
            let span = unsafe raw.span
            update(span, into: &output)
            return Adler32(span)
        }
    }
}
