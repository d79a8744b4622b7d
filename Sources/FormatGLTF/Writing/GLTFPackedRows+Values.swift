import MeshModel

// Converts the source's values to the file's float32 numbers.

extension GLTFPackedRows {
    /// The numbers of some rows in the file, for every encoding but `.same`.
    func singles(_ rows: Range<Int>) -> ContiguousArray<Float> {
        var values: ContiguousArray<Float>
        switch encoding {
        case .joined, .splatScale, .splatOpacity, .turn, .splatColor: return splatValues(rows)
        case .unit: return units(source(rows), rows)
        case .share: return shares(rows)
        case .same, .single: values = plain(source(rows))
        case .rest: values = rests(source(rows))
        case .color: values = colors(source(rows))
        case .flipped:
            values = plain(UVFlip.flipped(source(rows), type: .float32, normalized: attribute.normalized))
        }
        guard let picks, fill != 0 else { return values }
        for (index, pick) in picks.rows[rows].enumerated() where pick < 0 {
            for component in index * components..<(index + 1) * components { values[component] = fill }
        }
        return values
    }

    /// As float32, in rows of `components`.
    private func plain(_ column: Column) -> ContiguousArray<Float> {
        var result = ContiguousArray<Float>()
        if attribute.normalized, let most = column.type.normalizedMaximum {
            var buffer = ContiguousArray<Double>()
            column.read(0..<column.count, into: &buffer)
            let isSigned = column.type.isSignedInteger
            for value in buffer { result.append(Float(isSigned ? max(value / most, -1) : value / most)) }
        } else if column.type == .float64 {
            var buffer = ContiguousArray<Double>()
            column.read(0..<column.count, into: &buffer)
            result.reserveCapacity(buffer.count)
            if offset == .zero {
                for value in buffer { result.append(Float(value)) }
            } else {
                for (index, value) in buffer.enumerated() { result.append(Float(value - offset[index % 3])) }
            }
        } else {
            column.read(0..<column.count, into: &result)
        }
        for index in result.indices where !result[index].isFinite { result[index] = Self.finite(result[index]) }
        return shaped(result, from: column.components)
    }

    /// The remainders of positions after rounding to float32, in rows of three.
    private func rests(_ column: Column) -> ContiguousArray<Float> {
        var buffer = ContiguousArray<Double>()
        column.read(0..<column.count, into: &buffer)
        return ContiguousArray(
            buffer.enumerated().map { index, value in
                let place = value - offset[index % 3]
                return Float(place - Double(Float(place)))
            })
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

    /// The nearest finite number; 0 for NaN.
    static func finite(_ value: Float) -> Float {
        if value.isFinite { return value }
        return value.isNaN ? 0 : value < 0 ? -.greatestFiniteMagnitude : .greatestFiniteMagnitude
    }

    /// Linear colours, clamped to 0…1.
    func colors(_ column: Column) -> ContiguousArray<Float> {
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

    /// Unit vectors. A row without a direction gets the normal of the faces.
    private func units(_ column: Column, _ rows: Range<Int>) -> ContiguousArray<Float> {
        var result = ContiguousArray<Float>()
        result.reserveCapacity(rows.count * 3)
        for (index, vector) in Self.vectors(column, attribute.normalized).enumerated() {
            let row = rows.lowerBound + index
            let unit = hasSource(row) ? Self.unit(vector) : nil
            for component in 0..<3 {
                result.append(unit.map { Float($0[component]) } ?? faceNormals.normal(row)[component])
            }
        }
        return result
    }

    /// The first three components of each row as a vector, with normalised integers decoded.
    static func vectors(_ column: Column, _ isNormalized: Bool) -> ContiguousArray<SIMD3<Double>> {
        var buffer = ContiguousArray<Double>()
        column.read(0..<column.count, into: &buffer)
        let most = isNormalized ? column.type.normalizedMaximum ?? 1 : 1
        let least = column.type.isInteger && isNormalized ? -1 : -Double.infinity
        var result = ContiguousArray<SIMD3<Double>>()
        result.reserveCapacity(column.count)
        for row in 0..<column.count {
            let start = row * column.components
            let vector = SIMD3(buffer[start], buffer[start + 1], buffer[start + 2])
            result.append(pointwiseMax(vector / most, SIMD3(repeating: least)))
        }
        return result
    }

    /// The smallest and largest value of each of three components in the file; nil: there are no rows.
    var bounds: (least: [Float], most: [Float])? {
        guard count > 0, components == 3 else { return nil }
        // Both zeros are equal, and the first and the last count below.
        if encoding == .same, picks == nil, attribute.values.type == .float32, attribute.values.components == 3,
            let box = attribute.values.box(), box.isWhole, (0..<3).allSatisfy({ box.least[$0] * box.most[$0] != 0 })
        {
            return ((0..<3).map { Float(box.least[$0]) }, (0..<3).map { Float(box.most[$0]) })
        }
        var low = (Float.infinity, Float.infinity, Float.infinity)
        var high = (-Float.infinity, -Float.infinity, -Float.infinity)
        var values = ContiguousArray<Float>()
        for block in blocks {
            if encoding == .same, picks == nil {
                attribute.values.read(block, into: &values)
            } else {
                values = singles(block)
            }
            var index = 0
            while index + 2 < values.count {
                let (x, y, z) = (values[index], values[index + 1], values[index + 2])
                // NaN is ignored.
                low.0 = x < low.0 ? x : low.0
                low.1 = y < low.1 ? y : low.1
                low.2 = z < low.2 ? z : low.2
                high.0 = x >= high.0 ? x : high.0
                high.1 = y >= high.1 ? y : high.1
                high.2 = z >= high.2 ? z : high.2
                index += 3
            }
        }
        return ([low.0, low.1, low.2], [high.0, high.1, high.2])
    }

    /// Whether a vector's length is close enough to 1 for glTF's validator, with room to spare.
    static func isUnit(_ vector: SIMD3<Double>) -> Bool {
        abs((vector * vector).sum().squareRoot() - 1) <= 0.005
    }

    /// The unit vector, or the vector itself if its length is close enough to 1; nil: it has no direction.
    static func unit(_ vector: SIMD3<Double>) -> SIMD3<Double>? {
        isUnit(vector) ? vector : direction(of: vector)
    }

    /// The unit vector in the direction of a vector; nil: it has no direction.
    static func direction(of vector: SIMD3<Double>) -> SIMD3<Double>? {
        let largest = max(abs(vector.x), abs(vector.y), abs(vector.z))
        // The comparisons can miss a NaN.
        guard largest > 0, largest.isFinite, !vector.x.isNaN, !vector.y.isNaN, !vector.z.isNaN else { return nil }
        let scaled = vector / largest
        return scaled / (scaled * scaled).sum().squareRoot()
    }
}
