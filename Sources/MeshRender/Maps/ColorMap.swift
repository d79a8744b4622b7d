/// Colours for a number from 0 to 1.
public enum ColorMap: String, Hashable, Sendable, CaseIterable {
    /// From dark blue over green to dark red: shows small steps. By the polynomial that Google Research published with
    /// the map (Anton Mikhailov and Ruofei Du, "Turbo, An Improved Rainbow Colormap for Visualization", 2019).
    case turbo
    /// From dark violet to yellow, evenly brighter, also for the colour-blind (Stéfan van der Walt and Nathaniel Smith,
    /// matplotlib, 2015). Between 17 of its 256 colours.
    case viridis

    /// The sRGB-encoded colour of a number; beyond 0 and 1 that of the end, NaN as 0.
    public func color(_ value: Float) -> SIMD3<UInt8> {
        let bounded = value > 0 ? min(value, 1) : 0
        return switch self {
        case .turbo: Self.turbo(bounded)
        case .viridis: Self.viridis(bounded)
        }
    }

    private static func turbo(_ x: Float) -> SIMD3<UInt8> {
        var sum = SIMD3<Float>()
        for factors in polynomial.reversed() { sum = sum * x + factors }
        return bytes(sum * 255)
    }

    private static func viridis(_ x: Float) -> SIMD3<UInt8> {
        let place = x * Float(stops.count - 1)
        let first = min(Int(place), stops.count - 2)
        return bytes(stops[first] + (stops[first + 1] - stops[first]) * (place - Float(first)))
    }

    private static func bytes(_ color: SIMD3<Float>) -> SIMD3<UInt8> {
        let bounded = color.clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 255))
        return SIMD3<UInt8>(bounded, rounding: .toNearestOrAwayFromZero)
    }

    /// The factors of 1, x, x² … of red, green and blue.
    private static let polynomial: [SIMD3<Float>] = [
        SIMD3(0.13572138, 0.09140261, 0.10667330), SIMD3(4.61539260, 2.19418839, 12.64194608),
        SIMD3(-42.66032258, 4.84296658, -60.58204836), SIMD3(132.13108234, -14.18503333, 110.36276771),
        SIMD3(-152.94239396, 4.27729857, -89.90310912), SIMD3(59.28637943, 2.82956604, 27.34824973),
    ]

    /// Every sixteenth colour, and the last.
    private static let stops: [SIMD3<Float>] = [
        SIMD3(68, 1, 84), SIMD3(72, 24, 106), SIMD3(71, 45, 123), SIMD3(66, 64, 134), SIMD3(59, 82, 139),
        SIMD3(51, 99, 141), SIMD3(44, 114, 142), SIMD3(38, 130, 142), SIMD3(33, 145, 140), SIMD3(31, 160, 136),
        SIMD3(40, 174, 128), SIMD3(63, 188, 115), SIMD3(94, 201, 98), SIMD3(132, 212, 75), SIMD3(173, 220, 48),
        SIMD3(216, 226, 25), SIMD3(253, 231, 37),
    ]
}
