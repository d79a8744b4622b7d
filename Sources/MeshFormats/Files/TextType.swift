import MeshBytes
public import MeshModel

// Bounds: the cursor sees the bytes of the text buffer, which doesn't change meanwhile.

/// Chooses the type of numbers that are read from text, which has no types.
///
/// A list is float32 if each value has the shortest digits of a float32, ignoring trailing zeros; else float64.
public struct TextType: ~Copyable {
    /// A buffer for the digits of one number, reused for each.
    private var digits = TextBuffer(capacity: 64)

    /// Creates a type check for single numbers.
    public init() {}

    /// The type of a column whose values are printed with the shortest digits of their own type.
    ///
    /// - Parameters:
    ///   - column: the values.
    ///   - width: the components of each row that are printed; nil: all.
    public static func textType(of column: Column, width: Int? = nil) -> ScalarType {
        var type = TextType()
        if let width, width < column.components {
            let parts = (0..<width).compactMap { column.component($0) }
            return parts.allSatisfy { textType(of: $0) == .float32 } ? .float32 : .float64
        }
        switch column.type {
        case .float32, .float16, .int8, .uint8, .int16, .uint16: return .float32
        case .int32, .uint32, .int64: return type.areShortIntegers(column) ? .float32 : .float64
        case .uint64, .float64: return type.areShort(column) { $0 } ? .float32 : .float64
        }
    }

    /// Whether each value in the first `width` components has the digits of a float32 once `change` was applied to it.
    public static func areShort(_ column: Column, width: Int, after change: (Double) -> Double) -> Bool {
        var type = TextType()
        guard width < column.components else { return type.areShort(column, after: change) }
        for index in 0..<width {
            guard let part = column.component(index), type.areShort(part, after: change) else { return false }
        }
        return true
    }

    private mutating func areShort(_ column: Column, after change: (Double) -> Double) -> Bool {
        let column = column.lookedUp?.results ?? column
        for (_, buffer) in column.blocks(of: Double.self) {
            for value in buffer where !isShort(change(value)) { return false }
        }
        return true
    }

    private mutating func areShortIntegers(_ column: Column) -> Bool {
        for (_, buffer) in column.blocks(of: Int64.self) {
            for value in buffer where !isShort(value) { return false }
        }
        return true
    }

    /// Whether the shortest digits of a float64 are also those of a float32.
    public mutating func isShort(_ value: Double) -> Bool {
        if !value.isFinite || (value.magnitude < 0x1p24 && value.rounded(.towardZero) == value) { return true }
        let single = Float(value)
        guard single.isFinite else { return false }
        digits.removeAll()
        digits.append(single)
        var cursor = unsafe TextCursor(unsafe: digits.bytes)
        return cursor.readFloat64() == value
    }

    /// Whether an integer, printed with all its digits, has the shortest digits of a float32.
    private mutating func isShort(_ value: Int64) -> Bool {
        // Every integer below 2²⁴ is a float32, and its digits are the shortest.
        if value.magnitude < 1 << 24 { return true }
        digits.removeAll()
        digits.append(value)
        var cursor = unsafe TextCursor(unsafe: digits.bytes)
        return cursor.readDecimal()?.isShortestFloat32 ?? false
    }
}
