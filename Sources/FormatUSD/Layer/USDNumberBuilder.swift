import MeshModel

/// Collects numbers of one type into a column.
struct USDNumberBuilder {
    /// The type of the numbers.
    let type: USDType
    private let scalar: ScalarType
    private let components: Int
    /// The numbers in little-endian order.
    private var bytes: ContiguousArray<UInt8> = []

    /// Creates a builder for a type, or returns nil for text types.
    init?(_ type: USDType) {
        guard let layout = type.layout else { return nil }
        self.type = type
        scalar = layout.scalar
        components = layout.components
    }

    /// Appends an integer by its bit pattern.
    mutating func append(_ value: Int64) {
        if scalar.isInteger { append(bits: UInt64(bitPattern: value)) } else { append(Double(value)) }
    }

    /// Appends a floating-point number, rounded to the type.
    mutating func append(_ value: Double) {
        switch scalar {
        case .float16: append(bits: UInt64(HalfBits.bits(Double(Float(value)))))
        case .float32: append(bits: UInt64(Float(value).bitPattern))
        default: append(bits: value.bitPattern)
        }
    }

    private mutating func append(bits: UInt64) {
        for byte in 0..<scalar.byteCount { bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(8 * byte))) }
    }

    /// All values as a column, in the layout of the type.
    var column: Column {
        let size = components * scalar.byteCount
        return Column(
            viewing: Column(bytes).storage, offset: 0, stride: size, count: bytes.count / size,
            components: components, type: scalar, byteOrder: .little) ?? .empty(scalar, components: components)
    }
}
