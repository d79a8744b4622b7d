extension Column {
    /// The number of rows with a NaN or infinite value, and the index of the first; `(0, nil)` for integers.
    ///
    /// One pass over the exponents, without conversion: about a nanosecond per value, and a third for positions.
    public func nonFiniteRows() -> (count: Int, first: Int?) {
        if type.isInteger || type == .float32 && components == 3 && box()?.isWhole == true { return (0, nil) }
        return switch type {
        case .float32: nonFiniteRows(as: UInt32.self, mask: 0x7F80_0000)
        case .float64: nonFiniteRows(as: UInt64.self, mask: 0x7FF0_0000_0000_0000)
        case .float16: nonFiniteRows(as: UInt16.self, mask: 0x7C00)
        default: (0, nil)
        }
    }

    // Bounds: the initialiser checked that every row lies inside the storage.
    private func nonFiniteRows<Bits: FixedWidthInteger & BitwiseCopyable>(
        as: Bits.Type, mask: Bits
    ) -> (count: Int, first: Int?) {
        let mask = byteOrder == .native ? mask : mask.byteSwapped
        let size = MemoryLayout<Bits>.size
        var found = 0
        var first: Int?
        unsafe withRuns(0..<count) { start, rows in
            var row = unsafe start
            for index in rows {
                var isBad = false
                if components == 3 {
                    let x = unsafe row.loadUnaligned(as: Bits.self)
                    let y = unsafe row.loadUnaligned(fromByteOffset: size, as: Bits.self)
                    let z = unsafe row.loadUnaligned(fromByteOffset: 2 * size, as: Bits.self)
                    isBad = x & mask == mask || y & mask == mask || z & mask == mask
                } else {
                    for component in 0..<components {
                        let bits = unsafe row.loadUnaligned(fromByteOffset: component * size, as: Bits.self)
                        if bits & mask == mask { isBad = true }
                    }
                }
                if isBad {
                    found += 1
                    first = first ?? index
                }
                unsafe row += stride
            }
        }
        return (found, first)
    }
}
