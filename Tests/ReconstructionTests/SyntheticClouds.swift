import Reconstruction

/// Clouds whose points and normals are known, and clouds that nobody should fail on.
enum SyntheticCloud {
    /// Numbers from 0 to 1 that look random and are always the same.
    static func fractions(_ count: Int, seed: UInt32 = 1) -> [Float] {
        var state = seed
        return (0..<count).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return Float(state >> 8) / Float(1 << 24)
        }
    }

    static func cloud(_ points: [SIMD3<Float>], eyes: [SIMD3<Float>] = []) throws -> PointCloud {
        try PointCloud(positions: flat(points), eyeDirections: flat(eyes))
    }

    static func flat(_ points: [SIMD3<Float>]) -> ContiguousArray<Float> {
        ContiguousArray(points.flatMap { [$0.x, $0.y, $0.z] })
    }

    static func random(_ count: Int, seed: UInt32 = 1) -> [SIMD3<Float>] {
        let numbers = fractions(count * 3, seed: seed)
        return (0..<count).map { SIMD3(numbers[$0 * 3], numbers[$0 * 3 + 1], numbers[$0 * 3 + 2]) }
    }

    /// Points on a sphere around the origin, evenly spread along a spiral; also its normals.
    static func sphere(_ count: Int) -> [SIMD3<Float>] {
        // The golden angle's cosine and sine, applied again and again.
        let (cosine, sine) = (-0.737_368_878_078_319_9, 0.675_490_294_261_523_6)
        var (x, y) = (1.0, 0.0)
        return (0..<count).map { index in
            (x, y) = (x * cosine - y * sine, x * sine + y * cosine)
            let z = 1 - (Double(index) + 0.5) * 2 / Double(count)
            let radius = (1 - z * z).squareRoot()
            return SIMD3(Float(x * radius), Float(y * radius), Float(z))
        }
    }

    /// Clouds that are degenerate or hostile, by name.
    static let hostile: [(name: String, points: [SIMD3<Float>])] = [
        ("none", []),
        ("one", [SIMD3(1, 2, 3)]),
        ("equal", [SIMD3<Float>](repeating: SIMD3(1, 2, 3), count: 500)),
        ("line", (0..<500).map { SIMD3(Float($0), 0, 0) }),
        ("plane", (0..<900).map { SIMD3(Float($0 % 30), Float($0 / 30), 5) }),
        ("not finite", [SIMD3(.nan, 0, 0), SIMD3(.infinity, 1, 1), SIMD3(0, 0, -.infinity), SIMD3(1, 1, 1)]),
        ("huge", [SIMD3(1e30, 0, 0), SIMD3(-1e30, 1, 1), SIMD3(3e38, -3e38, 3e38)] + random(200)),
        ("tiny", random(200).map { $0 * 700 * .leastNonzeroMagnitude }),
    ]
}
