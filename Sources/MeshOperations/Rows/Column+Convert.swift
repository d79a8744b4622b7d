internal import MeshModel

extension ScalarType {
    /// The smallest type that holds every value of both; float64 if none does.
    func joined(with other: ScalarType) -> ScalarType {
        if self == other { return self }
        if isInteger, other.isInteger {
            let isSigned = isSignedInteger || other.isSignedInteger
            // An unsigned type needs a signed one of twice its size.
            let bytes = max(
                byteCount * (isSigned && !isSignedInteger ? 2 : 1),
                other.byteCount * (isSigned && !other.isSignedInteger ? 2 : 1))
            switch (bytes, isSigned) {
            case (1, true): return .int8
            case (2, true): return .int16
            case (4, true): return .int32
            case (8, true): return .int64
            case (1, false): return .uint8
            case (2, false): return .uint16
            case (4, false): return .uint32
            case (8, false): return .uint64
            default: return .float64
            }
        }
        let fitsFloat32 = byteCount <= 2 || self == .float32
        let otherFitsFloat32 = other.byteCount <= 2 || other == .float32
        return fitsFloat32 && otherFitsFloat32 ? .float32 : .float64
    }

    private var isSignedInteger: Bool {
        switch self {
        case .int8, .int16, .int32, .int64: true
        default: false
        }
    }
}

extension Column {
    /// Returns the values in another type that can hold them, packed.
    func converted(to target: ScalarType) -> Column {
        if type == target { return self }
        switch target {
        case .int8: return integers { Int8(clamping: $0) }
        case .uint8: return integers { UInt8(clamping: $0) }
        case .int16: return integers { Int16(clamping: $0) }
        case .uint16: return integers { UInt16(clamping: $0) }
        case .int32: return integers { Int32(clamping: $0) }
        case .uint32: return integers { UInt32(clamping: $0) }
        case .int64: return integers { $0 }
        case .uint64: return integers { UInt64(clamping: $0) }
        case .float16, .float32:
            var values = ContiguousArray<Float>()
            read(0..<count, into: &values)
            return Column(values, components: components)
        case .float64:
            var values = ContiguousArray<Double>()
            read(0..<count, into: &values)
            return Column(values, components: components)
        }
    }

    private func integers<T: ColumnScalar>(_ convert: (Int64) -> T) -> Column {
        var values = ContiguousArray<Int64>()
        read(0..<count, into: &values)
        return Column(ContiguousArray(values.map(convert)), components: components)
    }
}
