internal import MeshModel

/// Swaps axes, changes signs and scales: rotates and scales a frame without the zeros of a matrix, which turn infinite
/// numbers into NaN and −0 into +0.
struct AxisSwap: Hashable, Sendable {
    /// The source axis of each axis.
    var sources = SIMD3<Int>(0, 1, 2)
    /// 1 or −1 for each axis.
    var signs = SIMD3<Double>(1, 1, 1)
    /// The factor of lengths.
    var scale = 1.0

    /// Creates the swap to up axis `axis` from the other one, followed by a scale; nil: no rotation.
    init(to axis: UpAxis?, scale: Double) {
        switch axis {
        case .z:
            sources = SIMD3(0, 2, 1)
            signs.y = -1
        case .y:
            sources = SIMD3(0, 2, 1)
            signs.z = -1
        case nil: break
        }
        self.scale = scale
    }

    /// The matrix, sixteen numbers in column-major order.
    var matrix: [Double] {
        var matrix = [Double](repeating: 0, count: 16)
        for row in 0..<3 { matrix[sources[row] * 4 + row] = signs[row] * scale }
        matrix[15] = 1
        return matrix
    }

    /// Returns a direction after the swap, not scaled.
    @inline(__always)
    func turned(_ v: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(v[sources.x] * signs.x, v[sources.y] * signs.y, v[sources.z] * signs.z)
    }

    /// Returns a point after the swap, scaled.
    @inline(__always)
    func applied(to point: SIMD3<Double>) -> SIMD3<Double> { turned(point) * scale }

    /// Returns a node's transform T in the new frame: M T M⁻¹, exact except for the scaled translation.
    func applied(to transform: NodeTransform) -> NodeTransform {
        switch transform {
        case .identity: return .identity
        case .trs(let translation, let rotation, let scale):
            // Adding 0 turns −0 into +0, since −0 looks odd in a file.
            let axis = turned(SIMD3(rotation.x, rotation.y, rotation.z)) + 0
            return .trs(
                translation: turned(translation) * self.scale + 0, rotation: SIMD4(axis.x, axis.y, axis.z, rotation.w),
                scale: SIMD3(scale[sources.x], scale[sources.y], scale[sources.z]))
        case .matrix(let m):
            guard m.count == 16 else { return transform }
            var result = m
            for column in 0..<3 {
                for row in 0..<3 {
                    result[column * 4 + row] = m[sources[column] * 4 + sources[row]] * (signs[row] * signs[column]) + 0
                }
                result[12 + column] = m[12 + sources[column]] * signs[column] * scale + 0
            }
            return .matrix(result)
        }
    }
}

extension VertexSet {
    /// Returns the set with positions and normals (those in pools too) swapped, and positions scaled.
    ///
    /// Types are kept as in ``bakeHierarchy(_:)``; adds the changes to `changed`.
    func swapped(by swap: AxisSwap, set: Int, _ changed: inout FrameChange) -> VertexSet {
        var result = self
        for (index, attribute) in attributes.enumerated() {
            let path = ScenePath.vertexAttribute(set: set, attribute.semantic)
            let swapped = attribute.swapped(by: swap, path: path, &changed)
            result.attributes[index] = swapped
            guard attribute.semantic == .position else { continue }
            changed.movedVertices += count
            let rounding = PositionRounding(attribute, set: set, swapped, target: set, swap.applied(to:))
            if rounding.count > 0 { changed.roundings.append(rounding) }
        }
        for (index, pool) in pools.enumerated() {
            result.pools[index] = pool.swapped(by: swap, path: ScenePath.pool(set: set, index), &changed)
        }
        return result
    }
}

extension Primitive {
    /// Returns the elements with their own normals swapped.
    func swapped(by swap: AxisSwap, mesh: Int, primitive: Int, _ changed: inout FrameChange) -> Primitive {
        guard changed.isTurned else { return self }
        var result = self
        for (index, attribute) in elementAttributes.enumerated() where attribute.semantic != .position {
            let path = ScenePath.elementAttribute(mesh: mesh, primitive: primitive, attribute.semantic)
            result.elementAttributes[index] = attribute.swapped(by: swap, path: path, &changed)
        }
        return result
    }
}

extension Attribute {
    fileprivate func swapped(by swap: AxisSwap, path: String, _ changed: inout FrameChange) -> Attribute {
        guard semantic == .position || semantic == .normal, offsets == nil, values.components >= 3 else {
            // A scale alone rotates nothing.
            if dependsOnDirection && changed.isTurned || dependsOnSize && changed.scale != 1 {
                changed.untouched.append(path)
            }
            return self
        }
        var swap = swap
        if semantic == .normal {
            swap.scale = 1
            if !changed.isTurned { return self }
        }
        var result = self
        result.normalized = false
        let factor = normalized ? 1 / (values.type.normalizedMaximum ?? 1) : 1
        switch values.type {
        case .float64, .int32, .uint32, .int64, .uint64:
            result.values = values.swapped(by: swap, factor: factor) { $0 }
        default: result.values = values.swapped(by: swap, factor: factor) { Float($0) }
        }
        return result
    }
}

extension Column {
    /// Swaps and scales the first three components of each row; others are copied.
    fileprivate func swapped<T: ColumnScalar & BinaryFloatingPoint>(
        by swap: AxisSwap, factor: Double, _ store: (Double) -> T
    ) -> Column {
        var stored = ContiguousArray<T>()
        stored.reserveCapacity(count * components)
        for (_, values) in blocks(of: Double.self) {
            var start = 0
            while start < values.count {
                let new = swap.applied(to: SIMD3(values[start], values[start + 1], values[start + 2]) * factor)
                for axis in 0..<3 { stored.append(store(new[axis])) }
                for index in start + 3..<start + components { stored.append(store(values[index] * factor)) }
                start += components
            }
        }
        return Column(stored, components: components)
    }
}
