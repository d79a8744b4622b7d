import MeshBytes
import MeshModel

/// Writes a planned file. The bytes don't depend on the number of threads.
struct OFFWriter {
    let layout: OFFLayout
    let threads: Int

    private var isText: Bool { layout.variant == .text }

    func write(to sink: ByteSink) throws(SystemError) {
        try sink.write(header)
        try ParallelRows.write(
            rowCount: layout.vertexCount, rowsPerChunk: 8192, threads: threads, to: sink,
            maxBytesPerRow: layout.fields.reduce(0) { $0 + $1.width * 14 }
        ) { rows, bytes in append(vertices: rows, to: &bytes) }
        for faces in layout.faces {
            try ParallelRows.write(
                rowCount: faces.primitive.elementCount, rowsPerChunk: 8192, threads: threads, to: sink,
                maxBytesPerRow: 48
            ) { rows, bytes in OFFFaceWriter(faces, isText: isText).append(rows, to: &bytes) }
        }
    }

    private var header: [UInt8] {
        let word = OFFHeaderWord.text(
            hasTexCoords: layout.has(.texCoord), hasColors: layout.has(.color), hasNormals: layout.has(.normal))
        let faceCount = layout.faces.reduce(0) { $0 + $1.primitive.elementCount }
        guard isText else {
            let counts = [layout.vertexCount, faceCount, 0].flatMap { count in
                (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) }
            }
            return Array("\(word) BINARY\n".utf8) + counts
        }
        let remarks = layout.remarks.map { $0.isEmpty ? "#\n" : "# \($0)\n" }.joined()
        return Array("\(word)\n\(remarks)\(layout.vertexCount) \(faceCount) 0\n".utf8)
    }

    private func append(vertices rows: Range<Int>, to bytes: inout TextBuffer) {
        var scratch = ContiguousArray<Double>()
        let columns = layout.fields.map { field in
            var numbers = ContiguousArray<Double>()
            field.read(rows, into: &numbers, &scratch)
            return numbers
        }
        for row in 0..<rows.count {
            for (field, numbers) in zip(layout.fields, columns) {
                for index in row * field.width..<(row + 1) * field.width {
                    if isText {
                        if index > 0 || field.field != .position { bytes.append(byte: 0x20) }
                        bytes.append(numbers[index], as: field.type)
                    } else {
                        bytes.append(bigEndian: Float(numbers[index]).bitPattern)
                    }
                }
            }
            if isText { bytes.append(byte: 0x0A) }
        }
    }
}

/// Writes faces of a primitive.
struct OFFFaceWriter {
    private let faces: OFFFaceLayout
    private let isText: Bool

    init(_ faces: OFFFaceLayout, isText: Bool) {
        self.faces = faces
        self.isText = isText
    }

    func append(_ rows: Range<Int>, to bytes: inout TextBuffer) {
        let starts = starts(rows)
        guard starts.count == rows.count + 1 else { return bytes.fail() }
        var vertices = ContiguousArray<Int32>()
        faces.primitive.readVertices(of: Int(starts[0])..<Int(starts[rows.count]), into: &vertices)
        var colors = ContiguousArray<Double>()
        faces.colors?.read(rows, into: &colors)
        let width = faces.colors?.components ?? 0
        // A scene whose lists are shorter than its elements say gives a text that the sink refuses.
        guard vertices.count == Int(starts[rows.count] - starts[0]), colors.count == rows.count * width else {
            return bytes.fail()
        }
        var corner = 0
        for face in 0..<rows.count {
            let count = Int(starts[face + 1] - starts[face])
            append(number: count, isFirst: true, to: &bytes)
            for _ in 0..<count {
                append(number: faces.base + Int(vertices[corner]), isFirst: false, to: &bytes)
                corner += 1
            }
            if !isText { bytes.append(bigEndian: UInt32(width)) }
            for index in face * width..<(face + 1) * width {
                if isText {
                    bytes.append(byte: 0x20)
                    bytes.append(colors[index], as: .uint8)
                } else {
                    bytes.append(bigEndian: Float(colors[index]).bitPattern)
                }
            }
            if isText { bytes.append(byte: 0x0A) }
        }
    }

    /// The first corner of each face, and the one behind the last.
    private func starts(_ rows: Range<Int>) -> ContiguousArray<Int64> {
        switch faces.primitive.arity {
        case .uniform(let arity): return ContiguousArray((rows.lowerBound...rows.upperBound).map { Int64($0 * arity) })
        case .offsets(let offsets):
            var starts = ContiguousArray<Int64>()
            offsets.read(rows.lowerBound..<rows.upperBound + 1, into: &starts)
            return starts
        }
    }

    @inline(__always) private func append(number: Int, isFirst: Bool, to bytes: inout TextBuffer) {
        guard isText else { return bytes.append(bigEndian: UInt32(truncatingIfNeeded: number)) }
        if !isFirst { bytes.append(byte: 0x20) }
        bytes.append(number)
    }
}

extension TextBuffer {
    /// Appends a number as text.
    @inline(__always) fileprivate mutating func append(_ value: Double, as type: ScalarType) {
        switch type {
        case .float32: append(Float(value))
        case .uint8: append(Int(value))
        default: append(value)
        }
    }

    /// Appends four bytes, the highest first.
    @inline(__always) fileprivate mutating func append(bigEndian word: UInt32) {
        unsafe reserve(4) { target in
            for index in 0..<4 { unsafe target[index] = UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32(index))) }
            return 4
        }
    }
}
