import MeshModel

/// Collects numbers of one type into a column.
struct USDNumberBuilder {
    /// The type of the numbers.
    let type: USDType
    private let scalar: ScalarType
    private let components: Int
    private var bytes: ContiguousArray<UInt8> = []
    private var halves: ContiguousArray<UInt16> = []
    private var ints: ContiguousArray<Int32> = []
    private var uints: ContiguousArray<UInt32> = []
    private var longs: ContiguousArray<Int64> = []
    private var ulongs: ContiguousArray<UInt64> = []
    private var floats: ContiguousArray<Float> = []
    private var doubles: ContiguousArray<Double> = []

    /// Creates a builder for a type, or returns nil for text types.
    init?(_ type: USDType) {
        guard let layout = type.layout else { return nil }
        self.type = type
        scalar = layout.scalar
        components = layout.components
    }

    /// Appends an integer by its bit pattern.
    mutating func append(_ value: Int64) {
        switch scalar {
        case .uint8: bytes.append(UInt8(truncatingIfNeeded: value))
        case .int32: ints.append(Int32(truncatingIfNeeded: value))
        case .uint32: uints.append(UInt32(truncatingIfNeeded: value))
        case .int64: longs.append(value)
        case .uint64: ulongs.append(UInt64(bitPattern: value))
        default: append(Double(value))
        }
    }

    /// Appends a floating-point number, rounded to the type.
    mutating func append(_ value: Double) {
        switch scalar {
        case .float16: halves.append(HalfBits.bits(Double(Float(value))))
        case .float32: floats.append(Float(value))
        default: doubles.append(value)
        }
    }

    /// All values as a column, in the layout of the type.
    var column: Column {
        switch scalar {
        case .uint8: return Column(bytes, components: components)
        case .float16:
            let bits = Column(halves, components: components)
            return Column(
                viewing: bits.storage, offset: 0, stride: components * 2, count: bits.count, components: components,
                type: .float16) ?? bits
        case .int32: return Column(ints, components: components)
        case .uint32: return Column(uints, components: components)
        case .int64: return Column(longs, components: components)
        case .uint64: return Column(ulongs, components: components)
        case .float32: return Column(floats, components: components)
        default: return Column(doubles, components: components)
        }
    }
}
