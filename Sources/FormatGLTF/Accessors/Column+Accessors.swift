import MeshModel

// Values of accessors, packed or as float32.

extension Column {
    /// The bytes of all rows without gaps.
    var packedBytes: [UInt8] {
        let size = components * type.byteCount
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count * size)
        // Bounds: a column lies inside its storage, and so do its runs.
        unsafe withRuns(0..<count) { first, rows in
            for row in 0..<rows.count {
                unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(start: first + row * stride, count: size))
            }
        }
        return bytes
    }

    /// Integers as float32.
    var singles: Column {
        var values = ContiguousArray<Float>()
        read(0..<count, into: &values)
        return Column(values, components: components)
    }

    /// Normalised integers as float32 fractions: c ÷ largest, and no less than −1.
    var dequantized: Column {
        guard let largest = type.normalizedMaximum else { return self }
        var values = ContiguousArray<Float>()
        values.reserveCapacity(count * components)
        for (_, buffer) in blocks(of: Double.self) {
            for code in buffer { values.append(Float(max(code / largest, -1))) }
        }
        return Column(values, components: components)
    }

    /// Signed normalised integers without the code below −1: it means −1, as the next one does.
    var withoutExtraCode: Column {
        guard type == .int8 || type == .int16, let largest = type.normalizedMaximum,
            blocks(of: Double.self).contains(where: { $0.values.contains { $0 < -largest } })
        else { return self }
        var codes = ContiguousArray<Int32>()
        read(0..<count, into: &codes)
        let least = -Int32(largest)
        return type == .int8
            ? Column(ContiguousArray(codes.map { Int8(truncatingIfNeeded: max($0, least)) }), components: components)
            : Column(ContiguousArray(codes.map { Int16(truncatingIfNeeded: max($0, least)) }), components: components)
    }

    /// The largest of vertex indices, found in one pass; nil: there are none.
    var largestIndex: Int? {
        guard count > 0 else { return nil }
        // Values that don't fit become `Int32.max`, which is past any vertex.
        var largest: Int32 = 0
        for (_, buffer) in blocks(of: Int32.self) {
            for value in buffer where value > largest { largest = value }
        }
        return Int(largest)
    }
}
