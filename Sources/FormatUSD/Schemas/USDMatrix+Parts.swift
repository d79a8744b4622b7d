import MeshModel

/// Translation, rotation and scale.
struct USDParts {
    var translation = SIMD3<Double>()
    /// A unit quaternion x y z w.
    var rotation = SIMD4<Double>(0, 0, 0, 1)
    var scale = SIMD3<Double>(1, 1, 1)

    var transform: NodeTransform { .trs(translation: translation, rotation: rotation, scale: scale) }
    var matrix: USDMatrix { .scale(scale) * .rotation(rotation) * .translation(translation) }

    /// A part of the way to other parts, as players of animations go it.
    func between(_ other: USDParts, _ part: Double) -> USDParts {
        USDParts(
            translation: translation + (other.translation - translation) * part,
            rotation: USDQuaternion.between(rotation, other.rotation, part),
            scale: scale + (other.scale - scale) * part)
    }
}

extension USDMatrix {
    /// Translation, rotation and scale that are nearest, with the largest difference of the matrix's numbers from them
    /// as a share of the largest number; nil if the matrix has no such parts at all.
    ///
    /// - Parameter known: the rotation to keep where a scale of zero leaves it open.
    func parts(near known: SIMD4<Double> = SIMD4(0, 0, 0, 1)) -> (parts: USDParts, shear: Double)? {
        let (a, b, c) = (self[row: 0], self[row: 1], self[row: 2])
        guard isFinite, a.w == 0, b.w == 0, c.w == 0, self[row: 3].w == 1 else { return nil }
        let own = (SIMD3(a.x, a.y, a.z), SIMD3(b.x, b.y, b.z), SIMD3(c.x, c.y, c.z))
        var scale = SIMD3(Self.length(own.0), Self.length(own.1), Self.length(own.2))
        let largest = max(scale.x, scale.y, scale.z)
        var parts = USDParts(translation: place)
        guard min(scale.x, scale.y, scale.z) > 1e-12 * largest, largest.isFinite else {
            parts.rotation = known
            parts.scale = scale
            return (parts, difference(from: parts.matrix))
        }
        if (own.0 * cross(own.1, own.2)).sum() < 0 { scale = -scale }
        // The first axis stays; the others lean as little as possible.
        let x = own.0 / scale.x
        var y = own.1 / scale.y
        y -= x * (x * y).sum()
        let length = Self.length(y)
        guard length > 1e-9 else { return nil }
        y /= length
        parts.rotation = USDQuaternion.of(x, y, cross(x, y))
        parts.scale = scale
        return (parts, difference(from: parts.matrix))
    }

    /// The largest difference of a number of the upper three rows, as a share of the largest.
    func difference(from other: USDMatrix) -> Double {
        var (largest, difference) = (0.0, 0.0)
        for row in 0..<3 {
            for column in 0..<4 {
                largest = max(largest, self[row: row][column].magnitude)
                difference = max(difference, (self[row: row][column] - other[row: row][column]).magnitude)
            }
        }
        return largest > 0 ? difference / largest : difference
    }

    private static func length(_ v: SIMD3<Double>) -> Double { (v * v).sum().squareRoot() }
}
