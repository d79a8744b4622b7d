import MeshBytes
import MeshModel

/// The type that a reader gives to numbers that were written as text: text has none of its own.
///
/// A list is float32 when the digits of each value are the shortest ones of a float32, trailing zeros aside; else float64.
enum OBJTextType {
    /// The type of a column whose values are printed with the shortest digits of their own type.
    static func textType(of column: Column) -> ScalarType {
        switch column.type {
        case .float32, .float16, .int8, .uint8, .int16, .uint16: .float32
        case .int32, .uint32, .int64: isShort(column, as: Int64.self) ? .float32 : .float64
        case .uint64, .float64: isShort(column, as: Double.self) ? .float32 : .float64
        }
    }

    private static func isShort(_ column: Column, as type: Int64.Type) -> Bool {
        var buffer = ContiguousArray<Int64>()
        return every(column) { rows in
            column.read(rows, into: &buffer)
            // Below 2²⁴ each whole number is a float32, and its digits are the shortest that say so.
            return buffer.allSatisfy { value in value.magnitude < 1 << 24 || isShort { $0.append(value) } }
        }
    }

    private static func isShort(_ column: Column, as type: Double.Type) -> Bool {
        var buffer = ContiguousArray<Double>()
        return every(column) { rows in
            column.read(rows, into: &buffer)
            return buffer.allSatisfy(isShort)
        }
    }

    /// Whether the shortest digits of a float64 are also those of a float32.
    static func isShort(_ value: Double) -> Bool {
        if !value.isFinite || (value.magnitude < 0x1p24 && value.rounded(.towardZero) == value) { return true }
        return isShort { text in text.append(value) }
    }

    private static func isShort(_ print: (inout TextBuffer) -> Void) -> Bool {
        var text = TextBuffer(capacity: 64)
        print(&text)
        var cursor = unsafe TextCursor(unsafe: text.bytes)
        let result = cursor.readDecimal()?.isShortestFloat32 ?? false
        return result
    }

    private static func every(_ column: Column, _ body: (Range<Int>) -> Bool) -> Bool {
        let step = max(1, 16_384 / max(column.components, 1))
        var row = 0
        while row < column.count {
            let end = min(row + step, column.count)
            if !body(row..<end) { return false }
            row = end
        }
        return true
    }
}
