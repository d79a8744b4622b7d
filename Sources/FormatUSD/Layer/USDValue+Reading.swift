import MeshModel

// Typed access to values for schemas: numbers, vectors, texts. Each returns nil for values of another kind.

extension USDValue {
    /// The text of a single string, token or asset path.
    var word: String? { if case .text(_, let text) = self { text } else { nil } }

    /// Whether it says that there is no value.
    var isBlock: Bool { if case .block = self { true } else { false } }

    /// A single number of any type.
    var number: Double? {
        switch self {
        case .real(_, let value): value
        case .integer(let type, let value): type == .uint64 ? Double(UInt64(bitPattern: value)) : Double(value)
        default: nil
        }
    }

    /// The numbers of a vector, a quaternion (x, y, z, w), a matrix or a single number.
    var numbers: [Double]? { if case .tuple(_, let values) = self { values } else { number.map { [$0] } } }

    /// Whether it is a number other than 0, or `true`.
    var isTrue: Bool { number.map { $0 != 0 } ?? false }

    /// The numbers of an array.
    var column: Column? { if case .array(let array) = self { array.values } else { nil } }

    /// The texts of an array.
    var words: [String]? { if case .texts(_, let words) = self { words } else { nil } }
}

extension Column {
    /// The same bytes as numbers of another type of this size.
    func viewed(as type: ScalarType) -> Column {
        Column(
            viewing: storage, offset: offset, stride: stride, count: count, components: components, type: type,
            byteOrder: byteOrder) ?? self
    }

    /// The column with uint64 as int64. Numbers beyond 2⁶³ would be clamped when they are read, and so keep their bits.
    var signed: Column { type == .uint64 ? viewed(as: .int64) : self }

    /// The first row this many times, as a view that takes no memory.
    func repeated(_ count: Int) -> Column {
        Column(
            viewing: storage, offset: offset, stride: 0, count: count, components: components, type: type,
            byteOrder: byteOrder) ?? self
    }
}
