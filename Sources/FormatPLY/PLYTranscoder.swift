import MeshBytes
import MeshFormats
import MeshModel

// Bounds: a table's row starts were checked when it was read; swapped bytes get as much room as they take.

/// Writes a document in another encoding: only the format line of the header changes, and rows keep their values.
///
/// Images that were found are copied beside the output, and the comments name the copies.
struct PLYTranscoder {
    let native: PLYDocument
    let images: [SceneImage]
    let encoding: PLYEncoding
    let threads: Int
    let output: Output

    func run() throws(WriteError) {
        let names = zip(native.header.textureNames, try output.copy(images))
        let header = native.header.bytes(
            for: encoding, images: Dictionary(names, uniquingKeysWith: { first, _ in first }))
        let sink = try output.main()
        do throws(SystemError) {
            try sink.write(header)
            for table in native.tables { try write(table, to: sink) }
        } catch {
            throw WriteError(error)
        }
    }

    private func write(_ table: PLYTable, to sink: ByteSink) throws(SystemError) {
        let range = table.offset..<table.offset + table.byteCount
        if encoding != .ascii, encoding.byteOrder == table.byteOrder {
            return try table.storage.write(range, to: sink)
        }
        let format = PLYRowFormat(table.element.properties)
        let lineEnd = native.header.lineEnd
        let encoding = encoding
        let rowByteCount = table.element.count > 0 ? table.byteCount / table.element.count + 1 : 1
        try ParallelRows.write(
            rowCount: table.element.count, rowsPerChunk: 8192, threads: threads, to: sink,
            maxBytesPerRow: rowByteCount * (encoding == .ascii ? 3 : 1)
        ) { rows, text in
            let start = table.rowStart(rows.lowerBound)
            let count = table.rowStart(rows.upperBound) - start
            unsafe table.storage.withBytes(in: start..<start + count) { source in
                if encoding != .ascii {
                    unsafe Self.appendSwapped(source, rows.count, format, from: table.byteOrder, to: &text)
                } else if table.byteOrder == .native {
                    unsafe format.print(source, rows: rows.count, lineEnd: lineEnd, to: &text)
                } else {
                    var swapped = TextBuffer(capacity: count)
                    unsafe Self.appendSwapped(source, rows.count, format, from: table.byteOrder, to: &swapped)
                    // Memory ran out for the rows, so the text has to fail too.
                    if swapped.hasFailed { text.fail() }
                    unsafe format.print(swapped.bytes, rows: rows.count, lineEnd: lineEnd, to: &text)
                }
            }
        }
    }

    private static func appendSwapped(
        _ source: UnsafeRawBufferPointer, _ rows: Int, _ format: PLYRowFormat, from order: ByteOrder,
        to text: inout TextBuffer
    ) {
        unsafe text.reserve(source.count) { target in
            let bytes = unsafe UnsafeMutableRawBufferPointer(start: target, count: source.count)
            unsafe bytes.copyMemory(from: source)
            unsafe format.swap(bytes, rows: rows, isFrom: order)
            return source.count
        }
    }
}
