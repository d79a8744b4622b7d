import MeshBytes
import MeshModel

/// Writes a planned file. The bytes don't depend on the number of threads.
struct OFFWriter {
    let layout: OFFLayout
    let threads: Int

    func write(to sink: ByteSink) throws(SystemError) {
        try sink.write(header)
        try ParallelRows.write(
            rowCount: layout.vertexCount, rowsPerChunk: 8192, threads: threads, to: sink,
            maxBytesPerRow: layout.fields.reduce(0) { $0 + $1.values.components * 14 }
        ) { rows, bytes in append(vertices: rows, to: &bytes) }
        for faces in layout.faces {
            try ParallelRows.write(
                rowCount: faces.primitive.elementCount, rowsPerChunk: 8192, threads: threads, to: sink,
                maxBytesPerRow: 48
            ) { rows, bytes in append(faces, rows, to: &bytes) }
        }
    }

    private var isText: Bool { layout.isText }

    private var header: [UInt8] {
        let letters = [(OFFHeader.Field.texCoord, "ST"), (.color, "C"), (.normal, "N")]
        let word = letters.map { field, word in layout.fields.contains { $0.field == field } ? word : "" }.joined()
        let faceCount = layout.faces.reduce(0) { $0 + $1.primitive.elementCount }
        guard isText else {
            var bytes = TextBuffer()
            bytes.append("\(word)OFF BINARY\n")
            for count in [layout.vertexCount, faceCount, 0] { bytes.append(word: UInt32(clamping: count)) }
            return bytes.array
        }
        let comments = layout.comments.map { $0.isEmpty ? "#\n" : "# \($0)\n" }.joined()
        return Array("\(word)OFF\n\(comments)\(layout.vertexCount) \(faceCount) 0\n".utf8)
    }

    private func append(vertices rows: Range<Int>, to bytes: inout TextBuffer) {
        let columns = layout.fields.map(\.values)
        let numbers = columns.map { column in
            var numbers = ContiguousArray<Double>()
            column.read(rows, into: &numbers)
            return numbers
        }
        for row in 0..<rows.count {
            for (field, column) in columns.enumerated() {
                let first = row * column.components
                for index in first..<first + column.components {
                    if isText, index > first || field > 0 { bytes.append(byte: 0x20) }
                    append(numbers[field][index], column.type, to: &bytes)
                }
            }
            if isText { bytes.append(byte: 0x0A) }
        }
    }

    private func append(_ faces: OFFLayout.Faces, _ rows: Range<Int>, to bytes: inout TextBuffer) {
        let starts = starts(of: rows, faces.primitive.arity)
        var vertices = ContiguousArray<Int32>()
        var colors = ContiguousArray<Double>()
        faces.colors?.read(rows, into: &colors)
        let width = faces.colors?.components ?? 0
        if let first = starts.first, let last = starts.last {
            faces.primitive.readVertices(of: Int(first)..<Int(last), into: &vertices)
        }
        // A scene whose lists are shorter than its elements say gives a text that the sink refuses.
        guard starts.count == rows.count + 1, vertices.count == Int(starts[rows.count] - starts[0]),
            colors.count == rows.count * width
        else { return bytes.fail() }
        var corner = 0
        for face in 0..<rows.count {
            let count = Int(starts[face + 1] - starts[face])
            append(index: count, to: &bytes)
            for _ in 0..<count {
                if isText { bytes.append(byte: 0x20) }
                append(index: faces.base + Int(vertices[corner]), to: &bytes)
                corner += 1
            }
            if !isText { append(index: width, to: &bytes) }
            for index in face * width..<(face + 1) * width {
                if isText { bytes.append(byte: 0x20) }
                append(colors[index], .uint8, to: &bytes)
            }
            if isText { bytes.append(byte: 0x0A) }
        }
    }

    /// The first corner of each face, and the one behind the last.
    private func starts(of rows: Range<Int>, _ arity: Primitive.Arity) -> ContiguousArray<Int64> {
        var starts = ContiguousArray<Int64>()
        switch arity {
        case .uniform(let arity): starts += (rows.lowerBound...rows.upperBound).lazy.map { Int64($0 * arity) }
        case .offsets(let offsets): offsets.read(rows.lowerBound..<rows.upperBound + 1, into: &starts)
        }
        return starts
    }

    private func append(index: Int, to bytes: inout TextBuffer) {
        if isText { bytes.append(index) } else { bytes.append(word: UInt32(truncatingIfNeeded: index)) }
    }

    private func append(_ value: Double, _ type: ScalarType, to bytes: inout TextBuffer) {
        guard isText else { return bytes.append(word: Float(value).bitPattern) }
        switch type {
        case .float32: bytes.append(Float(value))
        case .uint8: bytes.append(Int(value))
        default: bytes.append(value)
        }
    }
}

extension TextBuffer {
    /// Appends four bytes, the highest first.
    fileprivate mutating func append(word: UInt32) {
        for shift in [24, 16, 8, 0] as [UInt32] { append(byte: UInt8(truncatingIfNeeded: word >> shift)) }
    }
}
