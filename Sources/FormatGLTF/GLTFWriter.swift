import MeshBytes
import MeshFormats
import MeshModel

// Bounds: each block is reserved with exactly the bytes that its rows or indices take, in the same units.

/// Writes a planned file.
struct GLTFWriter {
    let layout: GLTFLayout
    let threads: Int
    let output: Output

    func write() throws(WriteError) {
        if layout.isBinary {
            try GLBWriter.write(
                tree: tree(buffer: nil, images: []), binaryByteCount: layout.buffer.byteCount, path: output.name,
                to: try output.main()
            ) { (sink) throws(WriteError) in try writeBuffer(to: sink) }
        } else {
            let images = try layout.images.enumerated().map { (number, file) throws(WriteError) in
                try output.copy(file.image, number: number, fileExtension: file.kind.fileExtension)
            }
            var buffer: String?
            if layout.buffer.byteCount > 0 {
                buffer = "\(output.stem).bin"
                try writeBuffer(to: output.side("\(output.stem).bin"))
            }
            let sink = try output.main()
            try WriteError.of(sink.write(tree(buffer: buffer, images: images)))
        }
    }

    // MARK: The tree

    private func tree(buffer: String?, images: [String]) -> [UInt8] {
        var members = layout.members
        members.add(
            "images",
            layout.images.enumerated().map { index, file in
                let name = images.indices.contains(index) ? images[index] : nil
                return .given([
                    "name": JSONValue(file.name), "bufferView": JSONValue(file.part),
                    "mimeType": file.part.map { _ in .string(file.kind.mediaType) },
                    "uri": name.map { .string(PercentEncoding.encoded($0)) },
                ])
            })
        members.add("bufferViews", layout.buffer.views)
        if !layout.buffer.parts.isEmpty {
            let uri = buffer.map { JSONValue.string(PercentEncoding.encoded($0)) }
            members.append(("buffers", [.given(["uri": uri, "byteLength": .int(layout.buffer.byteCount)])]))
        }
        return JSONValue.object(members).bytes(.exact)
    }

    // MARK: The buffer

    private func writeBuffer(to sink: ByteSink) throws(WriteError) {
        var written = 0
        for part in layout.buffer.parts {
            do throws(SystemError) {
                try sink.write([UInt8](repeating: 0, count: part.byteOffset - written))
                switch part.source {
                case .rows(let rows): try write(rows, to: sink)
                case .indices(let indices): try write(indices, to: sink)
                case .values(let column): try write(column, to: sink)
                case .image: break
                }
            } catch {
                throw WriteError(error)
            }
            // The file may have changed since the plan, which said how many bytes there are.
            if case .image(let image) = part.source { try image.open()?.copy(0..<part.byteCount, to: sink) }
            written = part.byteOffset + part.byteCount
        }
    }

    private func write(_ rows: GLTFPackedRows, to sink: ByteSink) throws(SystemError) {
        let column = rows.attribute.values
        if rows.encoding == .same, rows.picks == nil, column.isPacked, column.byteOrder == .little,
            column.stride == rows.stride, column.components == rows.components
        {
            let range = column.offset..<column.offset + column.count * column.stride
            return try column.storage.write(range, to: sink)
        }
        try ParallelRows.write(
            rowCount: rows.count, rowsPerChunk: 16_384, threads: threads, to: sink, maxBytesPerRow: rows.stride
        ) { range, buffer in
            let count = range.count * rows.stride
            unsafe buffer.reserve(count) { target in
                unsafe rows.write(range, to: UnsafeMutableRawPointer(target))
                return count
            }
        }
    }

    private func write(_ column: Column, to sink: ByteSink) throws(SystemError) {
        let size = column.components * column.type.byteCount
        try column.storage.write(column.offset..<column.offset + column.count * size, to: sink)
    }

    private func write(_ indices: GLTFPackedIndices, to sink: ByteSink) throws(SystemError) {
        let width = max(indices.column.components, 1)
        let size = indices.type.byteCount
        // Four-byte indices are written unchanged.
        let isPlain = size == 4 && (indices.column.type == .int32 || indices.column.type == .uint32)
        try ParallelRows.write(
            rowCount: indices.column.count, rowsPerChunk: 32_768 / width, threads: threads, to: sink,
            maxBytesPerRow: width * size
        ) { range, buffer in
            if isPlain {
                let count = range.count * indices.column.components * size
                return unsafe buffer.reserve(count) { target in
                    unsafe indices.column.copyPacked(range, to: UnsafeMutableRawPointer(target))
                    return count
                }
            }
            var values = ContiguousArray<Int64>()
            indices.column.read(range, into: &values)
            let count = values.count * size
            unsafe buffer.reserve(count) { target in
                let place = UnsafeMutableRawPointer(target)
                for index in values.indices {
                    if size == 2 {
                        unsafe place.storeBytes(
                            of: UInt16(truncatingIfNeeded: values[index]), toByteOffset: index * 2, as: UInt16.self)
                    } else {
                        unsafe place.storeBytes(
                            of: UInt32(truncatingIfNeeded: values[index]), toByteOffset: index * 4, as: UInt32.self)
                    }
                }
                return count
            }
        }
    }
}
