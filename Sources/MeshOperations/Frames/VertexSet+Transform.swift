internal import MeshModel

extension VertexSet {
    /// Returns set `set` as set `target`, with positions and normals (those in pools too) transformed.
    func transformed(by transform: Affine, set: Int, to target: Int, _ changed: inout BakeChange) -> VertexSet {
        guard transform != .identity else { return self }
        var result = self
        for (index, attribute) in attributes.enumerated() {
            let path = ScenePath.vertexAttribute(set: set, attribute.semantic)
            let baked = attribute.transformed(by: transform, path: path, &changed)
            result.attributes[index] = baked
            if attribute.semantic == .position {
                changed.movedVertices += count
                let rounding = PositionRounding(attribute, set: set, baked, target: target, transform.applied(to:))
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
    /// Returns the values after a transform, if they are positions or normals; others that would change are recorded in
    /// `changed`.
    func transformed(by transform: Affine, path: String, _ changed: inout BakeChange) -> Attribute {
        let isPosition = semantic == .position
        guard isPosition || semantic == .normal, offsets == nil, values.components >= 3 else {
            if dependsOnDirection || dependsOnSize { changed.untouched.append(path) }
            return self
        }
        var result = self
        result.normalized = false
        let factor = normalized ? 1 / (values.type.normalizedMaximum ?? 1) : 1
        let turn = NormalTransform(transform, storedAs: values.type)
        func moved<T: ColumnScalar & BinaryFloatingPoint>(_ store: (Double) -> T) -> Column {
            isPosition
                ? values.moved(factor, transform.applied(to:), store) : values.moved(factor, turn.applied(to:), store)
        }
        switch values.type {
        case .float64, .int32, .uint32, .int64, .uint64: result.values = moved { $0 }
        default: result.values = moved { Float($0) }
        }
        return result
    }
}

extension Column {
    /// Returns the rows times a factor, with their first three components moved.
    @inline(__always)
    fileprivate func moved<T: ColumnScalar & BinaryFloatingPoint>(
        _ factor: Double, _ move: (SIMD3<Double>) -> SIMD3<Double>, _ store: (Double) -> T
    ) -> Column {
        let width = components
        var values = ContiguousArray<T>()
        values.reserveCapacity(count * width)
        for (_, buffer) in blocks(of: Double.self) {
            for index in Swift.stride(from: 0, to: buffer.count, by: width) {
                let new = move(SIMD3(buffer[index], buffer[index + 1], buffer[index + 2]) * factor)
                for component in 0..<3 { values.append(store(new[component])) }
                if width > 3 { for component in 3..<width { values.append(store(buffer[index + component] * factor)) } }
            }
        }
        return Column(values, components: width)
    }
}
