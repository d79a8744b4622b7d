extension Derivation {
    /// A set of the source as the set `target` of the scene that is derived, its positions and normals moved.
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

    private mutating func movedAttribute(
        _ attribute: Attribute, _ path: String, _ source: String, _ transform: Affine
    ) -> Attribute {
        let isPosition = attribute.semantic == .position
        guard isPosition || attribute.semantic == .normal, attribute.offsets == nil, attribute.values.components >= 3
        else {
            // Directions of other kinds stay: they do not fit any more.
            if attribute.frame.quaternionOrder != nil || attribute.semantic.name == "TANGENT" {
                add(.value, source, count: attribute.count, valueClass: .approximated)
            }
            return attribute
        }
        var exact = attribute
        exact.normalized = false
        exact.values =
            isPosition
            ? Self.rows(of: attribute) { transform.applied(to: $0) }
            : Self.rows(of: attribute, Self.turning(attribute, by: transform))
        var stored = exact
        if attribute.values.type.staysFloat32 {
            var values = ContiguousArray<Float>()
            exact.values.read(0..<exact.values.count, into: &values)
            stored.values = Column(values, components: exact.values.components)
        }
        if !isPosition || stored.values.type == .float32 {
            moved[path] = Moved(exact: exact, isDirection: !isPosition)
        }
        return stored
    }

    /// Rows with their first three components changed; what a normalised integer stands for is what is changed.
    private static func rows(of attribute: Attribute, _ change: (SIMD3<Double>) -> SIMD3<Double>) -> Column {
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

    /// What a transform does to normals: a normal stays at right angles to the surface, and of unit length if it was.
    ///
    /// The surface's own directions are the columns of the matrix; what is at right angles to two of them is their cross
    /// product, so that is what each component of a normal is turned into. A mirror turns it to the other side.
    private static func turning(
        _ attribute: Attribute, by transform: Affine
    ) -> (SIMD3<Double>) -> SIMD3<Double> {
        let a = SIMD3(transform.x.x, transform.y.x, transform.z.x)
        let b = SIMD3(transform.x.y, transform.y.y, transform.z.y)
        let c = SIMD3(transform.x.z, transform.y.z, transform.z.z)
        let volume = dot(a, cross(b, c))
        let factor = volume != 0 && (1 / volume).isFinite ? 1 / volume : 1
        let (p, q, r) = (cross(b, c) * factor, cross(c, a) * factor, cross(a, b) * factor)
        // Normals in text have four digits or more, in 8 bits they are up to 1 % too long.
        let tolerance = attribute.values.type.isInteger ? 0.02 : 0.001
        return { old in
            let new = p * old.x + q * old.y + r * old.z
            let length = dot(new, new).squareRoot()
            let isUnit = abs(dot(old, old) - 1) <= tolerance && length > 0 && length.isFinite
            return isUnit ? new / length : new
        }
    }
}

extension ScalarType {
    /// Whether moved values are kept as float32: a file of twice the size is no service to who stored float32.
    fileprivate var staysFloat32: Bool {
        switch self {
        case .float64, .int32, .uint32, .int64, .uint64: false
        default: true
        }
    }
}
