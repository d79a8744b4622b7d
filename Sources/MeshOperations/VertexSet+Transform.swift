internal import MeshModel

extension VertexSet {
    /// The vertices of set `set`, positions and normals (those of pools too) after a transform, as set `target`.
    func transformed(by transform: Affine, set: Int, to target: Int, _ changed: inout BakeChange) -> VertexSet {
        guard transform != .identity else { return self }
        var result = self
        for (index, attribute) in attributes.enumerated() {
            let path = ScenePath.vertexAttribute(set: set, attribute.semantic)
            let baked = attribute.transformed(by: transform, path: path, &changed)
            result.attributes[index] = baked
            if attribute.semantic == .position {
                changed.movedVertices += count
                let rounding = PositionRounding(attribute, set: set, baked, target: target, transform)
                if rounding.count > 0 { changed.roundings.append(rounding) }
                changed.largestError = max(changed.largestError, rounding.largestError)
            }
        }
        for (index, pool) in pools.enumerated() {
            let path = ScenePath.pool(set: set, index)
            result.pools[index] = pool.transformed(by: transform, path: path, &changed)
        }
        return result
    }
}

extension Attribute {
    fileprivate func transformed(by transform: Affine, path: String, _ changed: inout BakeChange) -> Attribute {
        let isPosition = semantic == .position
        guard isPosition || semantic == .normal, offsets == nil, values.components >= 3 else {
            if frame.quaternionOrder != nil || semantic.name == "TANGENT" {
                changed.untouched.append(path)
            }
            return self
        }
        var result = self
        result.normalized = false
        let matrix = isPosition ? transform : transform.normalMatrix
        let factor = normalized ? 1 / (values.type.normalizedMaximum ?? 1) : 1
        // Normals in text have four digits or more, in 8 bits they are up to 1 % too long.
        let tolerance = isPosition ? -1 : values.type.isInteger ? 0.02 : 0.001
        let worker = ColumnTransform(matrix: matrix, factor: factor, unitTolerance: tolerance)
        switch values.type {
        case .float64, .int32, .uint32, .int64, .uint64: result.values = worker.applied(to: values) { $0 }
        default: result.values = worker.applied(to: values) { Float($0) }
        }
        return result
    }
}

/// Transforms the first three components of each row; others are copied.
private struct ColumnTransform {
    var matrix: Affine
    var factor: Double
    /// How far the square of a length may be from 1 to count as unit length; negative: lengths don't matter.
    var unitTolerance: Double

    func applied<T: ColumnScalar & BinaryFloatingPoint>(
        to column: Column, _ store: (Double) -> T
    ) -> Column {
        let width = column.components
        var values = ContiguousArray<T>()
        values.reserveCapacity(column.count * width)
        var buffer = ContiguousArray<Double>()
        let rowsPerChunk = max(1, 16_384 / width)
        var row = 0
        while row < column.count {
            let end = min(row + rowsPerChunk, column.count)
            column.read(row..<end, into: &buffer)
            var index = 0
            while index < buffer.count {
                let old = SIMD3(buffer[index], buffer[index + 1], buffer[index + 2]) * factor
                var new = matrix.applied(to: old)
                if abs(dot(old, old) - 1) <= unitTolerance {
                    let length = dot(new, new).squareRoot()
                    if length > 0, length.isFinite { new /= length }
                }
                for component in 0..<3 { values.append(store(new[component])) }
                if width > 3 { for component in 3..<width { values.append(store(buffer[index + component] * factor)) } }
                index += width
            }
            row = end
        }
        return Column(values, components: width)
    }
}
