import MeshBytes
import MeshFormats
import MeshModel

// Bounds: rows are put together in exactly the bytes that the assembler says they take.

/// Writes a planned file.
struct PLYWriter {
    let layout: PLYLayout
    let threads: Int
    let output: Output

    /// Writes the side files and the main file.
    func write() throws(WriteError) {
        let names = try output.copy(layout.images)
        let sink = try output.main()
        do throws(SystemError) {
            try sink.write(header(names))
            for element in layout.elements { try write(element, to: sink) }
        } catch {
            throw WriteError(error)
        }
    }

    // MARK: Header

    private func header(_ names: [String]) -> String {
        var lines = ["ply", "format \(layout.encoding.rawValue) 1.0"]
        for remark in layout.remarks {
            switch remark {
            case .comment(let text): lines.append(text.isEmpty ? "comment" : "comment \(text)")
            case .objInfo(let text): lines.append(text.isEmpty ? "obj_info" : "obj_info \(text)")
            }
        }
        for image in layout.textureComments { lines.append("comment TextureFile \(names[image])") }
        for element in layout.elements {
            lines.append("element \(element.name) \(element.rowCount)")
            for property in element.properties { lines.append(property.line) }
        }
        lines.append("end_header")
        return lines.joined(separator: "\n") + "\n"
    }

    // MARK: Rows

    private func write(_ element: PLYElementLayout, to sink: ByteSink) throws(SystemError) {
        let assembler = PLYAssembler(element)
        if layout.encoding == .binaryLittleEndian, let view = assembler.wholeView() {
            return try view.storage.write(view.range, to: sink)
        }
        let encoding = layout.encoding
        try ParallelRows.write(
            rowCount: element.rowCount, rowsPerChunk: 8192, threads: threads, to: sink,
            maxBytesPerRow: assembler.byteCount(of: 0..<min(1, element.rowCount)) * (encoding == .ascii ? 3 : 1)
        ) { rows, text in
            let count = assembler.byteCount(of: rows)
            if encoding == .ascii {
                var rowBytes = TextBuffer(capacity: count)
                unsafe rowBytes.reserve(count) { target in
                    unsafe assembler.assemble(rows, to: UnsafeMutableRawPointer(target))
                    return count
                }
                // Memory ran out for the rows, so the text has to fail too.
                if rowBytes.hasFailed { text.fail() }
                unsafe assembler.format.print(rowBytes.bytes, rows: rows.count, lineEnd: .lineFeed, to: &text)
            } else {
                unsafe text.reserve(count) { target in
                    unsafe assembler.assemble(rows, to: UnsafeMutableRawPointer(target))
                    if encoding == .binaryBigEndian {
                        let bytes = unsafe UnsafeMutableRawBufferPointer(start: target, count: count)
                        unsafe assembler.format.swap(bytes, rows: rows.count, isFrom: .little)
                    }
                    return count
                }
            }
        }
    }
}
