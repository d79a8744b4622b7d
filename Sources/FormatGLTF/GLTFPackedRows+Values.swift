import MeshModel

// What float32 numbers stand for the source's.

extension GLTFPackedRows {
    /// The numbers of some rows as the file has them, for every encoding but `.same`.
    func singles(_ rows: Range<Int>) -> ContiguousArray<Float> {
        let column = source(rows)
        var values: ContiguousArray<Float>
        switch encoding {
        case .same, .single: values = plain(column)
        case .color: values = colors(column)
        case .flipped: values = plain(flipped(column))
        case .unit: values = units(plain(column))
        }
        guard let picks, !fill.isEmpty else { return values }
        for (index, pick) in picks[rows].enumerated() where pick < 0 {
            for component in 0..<components {
                values[index * components + component] = component < fill.count ? fill[component] : 0
            }
        }
        return values
    }

    /// As float32, in rows of `components`.
    private func plain(_ column: Column) -> ContiguousArray<Float> {
        var result = ContiguousArray<Float>()
        if attribute.normalized, let most = column.type.normalizedMaximum {
            var buffer = ContiguousArray<Double>()
            column.read(0..<column.count, into: &buffer)
            let isSigned = column.type == .int8 || column.type == .int16 || column.type == .int32
            for value in buffer { result.append(Float(isSigned ? max(value / most, -1) : value / most)) }
        } else if column.type == .float64 {
            var buffer = ContiguousArray<Double>()
            column.read(0..<column.count, into: &buffer)
            result.reserveCapacity(buffer.count)
            for value in buffer { result.append(Float(value)) }
        } else {
            column.read(0..<column.count, into: &result)
        }
        for index in result.indices where !result[index].isFinite { result[index] = Self.finite(result[index]) }
        return shaped(result, from: column.components)
    }

    private func shaped(_ values: ContiguousArray<Float>, from width: Int) -> ContiguousArray<Float> {
        if width == components { return values }
        var result = ContiguousArray<Float>()
        let count = width > 0 ? values.count / width : 0
        result.reserveCapacity(count * components)
        for row in 0..<count {
            for component in 0..<components { result.append(component < width ? values[row * width + component] : 0) }
        }
        return result
    }

    private static func finite(_ value: Float) -> Float {
        value.isNaN ? 0 : value < 0 ? -.greatestFiniteMagnitude : .greatestFiniteMagnitude
    }

    private func flipped(_ column: Column) -> Column {
        UVFlip.flipped(column, type: .float32, normalized: attribute.normalized)
    }

    private func colors(_ column: Column) -> ContiguousArray<Float> {
        var attribute = attribute
        attribute.values = column
        let linear = ColorTransfer.converted(attribute, to: .linear, type: .float32)
        var result = ContiguousArray<Float>()
        linear.read(0..<linear.count, into: &result)
        result = shaped(result, from: linear.components)
        for index in result.indices {
            let value = result[index]
            if !(value >= 0) { result[index] = 0 } else if value > 1 { result[index] = 1 }
        }
        return result
    }

    /// Rows of three whose length readers take for 1.
    private func units(_ values: ContiguousArray<Float>) -> ContiguousArray<Float> {
        var result = values
        var index = 0
        while index + 2 < result.count {
            let vector = SIMD3(Double(result[index]), Double(result[index + 1]), Double(result[index + 2]))
            if !Self.isUnit(vector) {
                let unit = Self.unit(vector)
                for component in 0..<3 { result[index + component] = Float(unit[component]) }
            }
            index += 3
        }
        return result
    }

    /// Whether a vector is as long as glTF's validator asks for, with room to spare.
    static func isUnit(_ vector: SIMD3<Double>) -> Bool {
        abs((vector * vector).sum().squareRoot() - 1) <= 0.005
    }

    /// The vector of length 1; up, if it has no direction.
    private static func unit(_ vector: SIMD3<Double>) -> SIMD3<Double> {
        let largest = max(abs(vector.x), abs(vector.y), abs(vector.z))
        guard largest > 0, largest.isFinite else { return SIMD3(0, 0, 1) }
        let scaled = vector / largest
        return scaled / (scaled * scaled).sum().squareRoot()
    }
}
