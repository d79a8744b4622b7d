import MeshModel

/// Where a lens shows a ray, by the formulas of COLMAP's `models.h`.
struct LensProjection {
    /// Whether the terms are those of the angle from the axis, not of its tangent.
    private let isFisheye: Bool
    /// The factors of the second, fourth, sixth and eighth power.
    private let terms: SIMD4<Double>
    /// Those of what the result is divided by.
    private let divisor: SIMD4<Double>
    private let tangential: SIMD2<Double>

    /// Nil: the formula of the model isn't here.
    init?(_ lens: ScanLens) {
        let k = lens.coefficients
        func four(_ numbers: some Sequence<Double>) -> SIMD4<Double> {
            var four = SIMD4<Double>()
            for (index, number) in numbers.prefix(4).enumerated() { four[index] = number }
            return four
        }
        switch lens.model {
        case .simplePinhole, .pinhole, .simpleRadial, .radial:
            (isFisheye, terms, divisor, tangential) = (false, four(k), .zero, .zero)
        case .openCV:
            (isFisheye, terms, divisor, tangential) = (false, four(k[..<2]), .zero, SIMD2(k[2], k[3]))
        case .fullOpenCV:
            (isFisheye, terms, divisor, tangential) = (
                false, four([k[0], k[1], k[4]]), four(k[5...]), SIMD2(k[2], k[3])
            )
        case .openCVFisheye, .simpleFisheye, .fisheye, .simpleRadialFisheye, .radialFisheye:
            (isFisheye, terms, divisor, tangential) = (true, four(k), .zero, .zero)
        case .fieldOfView, .thinPrismFisheye, .radTanThinPrismFisheye, .simpleDivision, .division, .extendedUnified,
            .equirectangular:
            return nil
        }
    }

    /// The place where a ray is seen, in focal lengths from the principal point.
    ///
    /// - Parameter ray: right and down, at a distance of 1 from the camera's plane.
    func place(of ray: SIMD2<Double>) -> SIMD2<Double> {
        let square = (ray * ray).sum()
        let place = ray * factor(square)
        if tangential == .zero { return place }
        let mixed = 2 * ray.x * ray.y
        return place
            + SIMD2(
                tangential.x * mixed + tangential.y * (square + 2 * ray.x * ray.x),
                tangential.y * mixed + tangential.x * (square + 2 * ray.y * ray.y))
    }

    /// The tangent of the largest angle from the axis up to which rays further out are seen further out: beyond it
    /// formulas turn back, and would show one pixel twice.
    ///
    /// - Parameter most: a larger one isn't looked for.
    func reach(upTo most: Double) -> Double {
        var last = 0.0
        for step in 1...256 {
            let radius = most * Double(step) / 256
            let next = radius * factor(radius * radius)
            guard next > last else { return most * Double(step - 1) / 256 }
            last = next
        }
        return most
    }

    /// The factor by which a ray's distance from the axis changes, of the square of it.
    private func factor(_ square: Double) -> Double {
        guard isFisheye else {
            return Self.polynomial(terms, square) / (divisor == .zero ? 1 : Self.polynomial(divisor, square))
        }
        let radius = square.squareRoot()
        guard radius > 1e-9 else { return 1 }
        let angle = Angles.arcTangent(radius)
        return angle * Self.polynomial(terms, angle * angle) / radius
    }

    private static func polynomial(_ factors: SIMD4<Double>, _ value: Double) -> Double {
        1 + value * (factors.x + value * (factors.y + value * (factors.z + value * factors.w)))
    }
}
