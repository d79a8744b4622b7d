import MeshBytes
import MeshFormats
import MeshModel

/// Writes what a layout says.
struct PLYWriter {
    let layout: PLYLayout
    let threads: Int
    let output: Output

    /// Writes the side files and the main file.
    func write(_ planned: [Loss]) throws(WriteError) -> WriteResult {
        var losses = planned
        let names = try writeImages(&losses)
        let sink = try output.main()
        do throws(SystemError) {
            try sink.write(header(names))
            for element in layout.elements { try write(element, to: sink) }
        } catch {
            throw WriteError(error)
        }
        return WriteResult(correspondence: layout.correspondence, losses: losses)
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

    // MARK: Images

    /// Copies the images that were found and returns the name of each in the file.
    private func writeImages(_ losses: inout [Loss]) throws(WriteError) -> [String] {
        var names: [String] = []
        for (number, file) in layout.images.enumerated() {
            guard file.image.path != nil || file.image.bytes != nil else {
                names.append(file.image.uri)
                continue
            }
            let name = "\(output.stem)_texture\(number)\(file.image.fileExtension)"
            if name == file.image.uri, file.image.name == nil {
                // The planner does not know the output's name: an image that has its name already is not renamed.
                losses.removeAll { $0.code == .nameChanged && $0.subject == ScenePath.image(file.index) }
            }
            try copy(file.image, to: try output.side(name))
            names.append(name)
        }
        return names
    }

    private func copy(_ image: Image, to sink: ByteSink) throws(WriteError) {
        if let bytes = image.bytes {
            do throws(SystemError) { try sink.write(bytes) } catch { throw WriteError(error) }
            return
        }
        guard let path = image.path else { return }
        let bytes: [UInt8]
        do throws(SystemError) {
            let input = try Input.file(path)
            bytes = try input.read(0..<input.byteCount)
        } catch {
            throw WriteError(.input, path: path, error.message)
        }
        do throws(SystemError) { try sink.write(bytes) } catch { throw WriteError(error) }
    }

    // MARK: Rows

    private func write(_ element: PLYElementLayout, to sink: ByteSink) throws(SystemError) {
        let assembler = PLYAssembler(element)
        if layout.encoding == .binaryLittleEndian, let view = assembler.wholeView() {
            try PLYRows.writeRaw(view.storage, view.range, to: sink)
            return
        }
        let encoding = layout.encoding
        try ParallelText.write(
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
                // Memory ran out for the rows: the same must be said of the text.
                if rowBytes.hasFailed { unsafe text.reserve(.max) { _ in 0 } }
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

/// Rows that are in memory as the file has them.
enum PLYRows {
    /// Writes a range of bytes.
    static func writeRaw(_ storage: ByteStorage, _ range: Range<Int>, to sink: ByteSink) throws(SystemError) {
        let result = unsafe storage.withBytes { raw -> Result<Void, SystemError> in
            let own = range.clamped(to: 0..<raw.count)
            do throws(SystemError) {
                try unsafe sink.write(UnsafeRawBufferPointer(rebasing: raw[own]))
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }
}
