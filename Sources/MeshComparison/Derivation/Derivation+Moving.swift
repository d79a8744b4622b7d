import MeshModel

extension Derivation {
    /// Returns set `origin` of the source as set `target` of the derived scene, with positions and normals moved.
    mutating func movedVertexSet(_ origin: Int, to target: Int, by transform: Affine) -> VertexSet {
        var set = scene.vertexSets[origin]
        guard transform != .identity else { return set }
        for (index, attribute) in set.attributes.enumerated() {
            let path = ScenePath.vertexAttribute(set: target, attribute.semantic)
            let source = ScenePath.vertexAttribute(set: origin, attribute.semantic)
            set.attributes[index] = movedAttribute(attribute, path, source, transform)
        }
        for (index, pool) in set.pools.enumerated() {
            let path = ScenePath.pool(set: target, index)
            set.pools[index] = movedAttribute(pool, path, ScenePath.pool(set: origin, index), transform)
        }
        return set
    }

    /// Returns an attribute for `path`, moved as its meaning requires; values that can't be rotated are reported at
    /// `source`.
    mutating func movedAttribute(
        _ attribute: Attribute, _ path: String, _ source: String, _ transform: Affine
    ) -> Attribute {
        let isPosition = attribute.semantic == .position
        guard isPosition || attribute.semantic == .normal, attribute.offsets == nil, attribute.values.components >= 3
        else {
            // Other directions and sizes stay unchanged, so they are wrong now.
            if attribute.dependsOnDirection || attribute.dependsOnSize {
                add(.value, source, count: attribute.count, valueClass: .approximated)
            }
            return attribute
        }
        var exact = attribute
        exact.normalized = false
        if isPosition {
            exact.values = Self.rows(of: attribute) { transform.applied(to: $0) }
        } else {
            let turn = NormalTransform(transform, storedAs: attribute.values.type)
            if !Self.isInverseTranspose(turn.matrix, of: transform) {
                add(.value, source, count: attribute.count, valueClass: .approximated)
            }
            exact.values = Self.rows(of: attribute) { turn.applied(to: $0) }
        }
        return stored(exact, of: attribute, path)
    }

    /// Returns moved values as operations store them, for `path` in the derived scene.
    mutating func stored(_ exact: Attribute, of attribute: Attribute, _ path: String) -> Attribute {
        guard attribute.values.type.staysFloat32 else { return exact }
        var stored = exact
        var values = ContiguousArray<Float>()
        exact.values.read(0..<exact.values.count, into: &values)
        stored.values = Column(values, components: exact.values.components)
        if attribute.semantic == .position { exactPositions[path] = exact }
        return stored
    }

    /// Returns rows with their first three components changed; normalised integers are converted to fractions first.
    static func rows(of attribute: Attribute, _ change: (SIMD3<Double>) -> SIMD3<Double>) -> Column {
        let width = attribute.values.components
        let factor = attribute.normalized ? 1 / (attribute.values.type.normalizedMaximum ?? 1) : 1
        var values = ContiguousArray<Double>()
        attribute.values.read(0..<attribute.values.count, into: &values)
        for row in 0..<attribute.values.count {
            let start = row * width
            let new = change(SIMD3(values[start], values[start + 1], values[start + 2]) * factor)
            for component in 0..<width {
                values[start + component] = component < 3 ? new[component] : values[start + component] * factor
            }
        }
        return Column(values, components: width)
    }

    /// Whether the matrix of normals is the inverse transpose of the transform.
    ///
    /// Then the product of its transpose with the transform's matrix is the identity. A singular transform has no
    /// inverse: true.
    private static func isInverseTranspose(_ normals: Affine, of transform: Affine) -> Bool {
        let volume = transform.determinant
        guard volume != 0, (1 / volume).isFinite else { return true }
        for row in 0..<3 {
            for column in 0..<3 {
                var sum = 0.0
                var size = 0.0
                for (a, b) in [(normals.x, transform.x), (normals.y, transform.y), (normals.z, transform.z)] {
                    sum += a[row] * b[column]
                    size += abs(a[row] * b[column])
                }
                let expected = row == column ? 1.0 : 0
                if abs(sum - expected) > 1e-9 * max(size, 1) { return false }
            }
        }
        return true
    }
}

extension ScalarType {
    /// Whether moved values are stored as float32: who stored float32 gains nothing from a file of twice the size.
    fileprivate var staysFloat32: Bool {
        switch self {
        case .float64, .int32, .uint32, .int64, .uint64: false
        default: true
        }
    }
}
