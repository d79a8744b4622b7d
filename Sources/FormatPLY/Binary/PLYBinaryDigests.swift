import MeshBytes
import MeshFormats
import MeshModel

/// Digests the rows of a binary body a block at a time, so that memory does not grow with the file.
struct PLYBinaryDigests {
    private let input: Input
    private let header: PLYHeader

    /// The number of bytes of rows in memory at a time, on each thread.
    private static let blockByteCount = 1 << 18

    /// The most slices of an element that threads work on; the digests of each are in memory.
    private static let spanCount = 64

    /// Digests the columns of a body; nil when the rows of an element differ in length or bytes follow the last row.
    static func read(_ input: Input, _ header: PLYHeader, threads: Int) throws(ReadError) -> RowDigests? {
        let body = PLYBinaryDigests(input: input, header: header)
        var digests = RowDigests(header.columnPaths)
        var position = header.byteCount
        var firstPart = 0
        for element in header.elements {
            guard let end = try body.add(element, at: position, firstPart, threads, to: &digests) else { return nil }
            position = end
            firstPart += element.properties.count
        }
        return position == input.byteCount ? digests : nil
    }

    /// Adds the rows of an element and returns the offset after them; nil when they differ in length.
    private func add(
        _ element: PLYElement, at start: Int, _ firstPart: Int, _ threads: Int, to digests: inout RowDigests
    ) throws(ReadError) -> Int? {
        guard element.count > 0 else { return start }
        guard let stride = try table(element, rows: 1, at: start, min(Self.blockByteCount, left(start))).stride,
            stride > 0
        else { return nil }
        let (byteCount, overflow) = element.count.multipliedReportingOverflow(by: stride)
        guard !overflow, byteCount <= left(start) else {
            throw ReadError(
                .truncated, .byte(input.byteCount),
                "expected \(element.count) \(CountedNoun.text(element.count, "rows")) of element '\(element.name)', found bytes for \(left(start) / stride)"
            )
        }
        let size = (element.count - 1) / Self.spanCount + 1
        let parts = try Parallel.map((element.count - 1) / size + 1, threads: threads) {
            (index) throws(ReadError) -> RowDigests? in
            let first = index * size
            return try rows(
                of: element, first..<min(first + size, element.count), from: start, stride: stride, firstPart)
        }
        for part in parts {
            guard let part else { return nil }
            digests.append(part)
        }
        return start + byteCount
    }

    /// The digests of some rows of an element that begins at `start`; nil when a row's length differs from `stride`.
    private func rows(
        of element: PLYElement, _ span: Range<Int>, from start: Int, stride: Int, _ firstPart: Int
    ) throws(ReadError) -> RowDigests? {
        var digests = RowDigests(header.columnPaths)
        let most = max(1, Self.blockByteCount / stride)
        for first in Swift.stride(from: span.lowerBound, to: span.upperBound, by: most) {
            let count = min(most, span.upperBound - first)
            let table = try table(element, rows: count, at: start + first * stride, count * stride)
            guard table.stride == stride else { return nil }
            digests.add(table, fromPart: firstPart)
        }
        return digests
    }

    private func left(_ position: Int) -> Int { max(0, input.byteCount - position) }

    /// Reads some rows into a table, as the reader of whole files does.
    private func table(
        _ element: PLYElement, rows: Int, at position: Int, _ byteCount: Int
    ) throws(ReadError) -> PLYTable {
        var part = element
        part.count = rows
        let block = try ReadError.of(input.block(position..<position + byteCount))
        return try PLYBody.table(part, in: ByteStorage(block), at: 0, byteOrder: header.encoding.byteOrder)
    }
}

extension PLYHeader {
    /// The columns of a file, in the order of its rows: `vertex.x`.
    var columnPaths: [String] {
        elements.flatMap { element in element.properties.map { "\(element.name).\($0.name)" } }
    }
}

extension RowDigests {
    /// Adds the rows of a table whose lists have one length each.
    mutating func add(_ table: PLYTable, fromPart first: Int) {
        for (index, column) in table.columns.enumerated() { add(column.values, toPart: first + index) }
    }
}
