import MeshModel

// What schemas ask of values: a number where numbers are, words where words are.

extension USDValue {
    /// One word: a string, a token, an asset path.
    var word: String? { if case .text(_, let text) = self { text } else { nil } }

    /// One number of any type.
    var number: Double? {
        switch self {
        case .real(_, let value): value
        case .integer(let type, let value): type == .uint64 ? Double(UInt64(bitPattern: value)) : Double(value)
        default: nil
        }
    }

    /// The numbers of a vector, a quaternion (x, y, z, w), a matrix or a single number.
    var numbers: [Double]? { if case .tuple(_, let values) = self { values } else { number.map { [$0] } } }

    /// Whether it is a 1 or `true`.
    var isTrue: Bool { number.map { $0 != 0 } ?? false }

    /// Numbers in a row.
    var column: Column? { if case .array(let array) = self { array.values } else { nil } }

    /// Words in a row.
    var words: [String]? { if case .texts(_, let words) = self { words } else { nil } }
}
