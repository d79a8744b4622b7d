internal import MeshModel

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
