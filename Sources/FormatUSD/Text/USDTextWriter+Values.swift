import MeshBytes
import MeshFormats
import MeshModel

extension USDTextWriter {
    /// The number of array rows that a thread formats at a time.
    private static let rowsPerChunk = 8192

    /// Writes a value, as it follows `=`.
    func writeValue(_ value: USDValue, of what: String) throws(WriteError) {
        switch value {
        case .block: try put("None")
        case .animationBlock: try put("AnimationBlock")
        case .integer(.bool, let value): try put(value == 0 ? "false" : "true")
        case .integer(.uint64, let value): try put("\(UInt64(bitPattern: value))")
        case .integer(_, let value): try put("\(value)")
        case .real(let type, let value): try put(number(value, type))
        case .tuple(let type, let values): try put(tuple(values, type))
        case .text(let type, let text): try put(word(text, type))
        case .texts(let type, let texts):
            try put("[" + texts.map { word($0, type) }.joined(separator: ", ") + "]")
        case .array(let array): try writeArray(array)
        case .arrayEdit(let edit): try writeArrayEdit(edit, of: what)
        case .opaque(let opaque):
            switch opaque.kind {
            case "unregistered", "path", "duration": try put(text(opaque))
            // Texts that are not UTF-8.
            case "string", "token", "pathExpression": try put(USDSpelling.quoted(bytes: opaque.bytes))
            default: throw unrepresentable("\(what) (\(opaque.kind))")
            }
        default: throw unrepresentable(what)
        }
    }

    private func word(_ text: String, _ type: USDType) -> String {
        type == .asset ? USDSpelling.asset(text) : USDSpelling.quoted(text)
    }

    private func number(_ value: Double, _ type: USDType) -> String {
        switch type.layout?.scalar {
        case .float16, .float32: NumberPrinter.text(Float(value))
        default: NumberPrinter.text(value)
        }
    }

    private func tuple(_ values: [Double], _ type: USDType) -> String {
        var values = values
        if type.isQuaternion, values.count == 4 { values.insert(values.removeLast(), at: 0) }
        let numbers = values.map { number($0, type) }
        guard type.nesting.count == 2, let columns = type.nesting.last else {
            return "(" + numbers.joined(separator: ", ") + ")"
        }
        let rows = stride(from: 0, to: numbers.count, by: columns).map { first in
            "(" + numbers[first..<min(first + columns, numbers.count)].joined(separator: ", ") + ")"
        }
        return "( " + rows.joined(separator: ", ") + " )"
    }

    // MARK: Arrays

    private func writeArray(_ array: USDArray) throws(WriteError) {
        try put("[")
        let column = array.values
        let format = RowFormat(array.type)
        do throws(SystemError) {
            try ParallelRows.write(
                rowCount: column.count, rowsPerChunk: Self.rowsPerChunk, threads: threads, to: sink,
                maxBytesPerRow: 16 * max(1, column.components)
            ) { rows, text in format.append(rows, of: column, to: &text) }
        } catch { throw WriteError(error) }
        try put("]")
    }

    /// The format of an array's rows.
    private struct RowFormat {
        let type: USDType
        let rowLength: Int
        /// The length of a matrix row, or 0 for other types.
        let inner: Int

        init(_ type: USDType) {
            self.type = type
            rowLength = type.layout?.components ?? 1
            inner = type.nesting.count == 2 ? type.nesting[1] : 0
        }

        func append(_ rows: Range<Int>, of column: Column, to text: inout TextBuffer) {
            // Matrices have rows of their own, and quaternions w before x, y and z.
            let isPlain =
                inner == 0 && !type.isQuaternion && column.components == rowLength && rows.upperBound <= column.count
            let isFirst = rows.lowerBound == 0
            switch type.layout?.scalar {
            case .float16, .float32:
                var values = ContiguousArray<Float>()
                column.read(rows, into: &values)
                if isPlain {
                    return text.append(rows: values, of: rowLength, isFirst: isFirst)
                }
                append(rows, values.count, &text) { text, index in text.append(values[index]) }
            case .float64:
                var values = ContiguousArray<Double>()
                column.read(rows, into: &values)
                if isPlain {
                    return text.append(rows: values, of: rowLength, isFirst: isFirst)
                }
                append(rows, values.count, &text) { text, index in text.append(values[index]) }
            case .uint64:
                var values = ContiguousArray<Int64>()
                column.signed.read(rows, into: &values)
                append(rows, values.count, &text) { text, index in text.append(UInt64(bitPattern: values[index])) }
            default:
                var values = ContiguousArray<Int64>()
                column.read(rows, into: &values)
                if isPlain {
                    return text.append(rows: values, of: rowLength, isFirst: isFirst)
                }
                append(rows, values.count, &text) { text, index in text.append(values[index]) }
            }
        }

        @inline(__always) private func append(
            _ rows: Range<Int>, _ count: Int, _ text: inout TextBuffer, _ number: (inout TextBuffer, Int) -> Void
        ) {
            guard count == rows.count * rowLength else { return text.fail() }
            // Text has w before x, y and z.
            let shift = type.isQuaternion ? rowLength - 1 : 0
            var first = 0
            for row in rows {
                if row > 0 { text.append(", ") }
                if rowLength > 1 { text.append(byte: 0x28) }
                for place in 0..<rowLength {
                    if place > 0 {
                        text.append(", ")
                    }
                    if inner > 0, place % inner == 0 { text.append(byte: 0x28) }
                    var from = place + shift
                    if from >= rowLength { from -= rowLength }
                    number(&text, first + from)
                    if inner > 0, place % inner == inner - 1 { text.append(byte: 0x29) }
                }
                if rowLength > 1 { text.append(byte: 0x29) }
                first += rowLength
            }
        }
    }
}
