/// Trigonometry in plain IEEE arithmetic, with identical results on every machine.
package enum Angles {
    /// The sine and cosine of an angle in degrees, exact for multiples of 90.
    package static func sinCos(degrees: Double) -> (sin: Double, cos: Double) {
        guard degrees.isFinite else { return (0, 1) }
        let turn = degrees.remainder(dividingBy: 360)
        let quarter = (turn / 90).rounded()
        // Within an eighth of a turn, ten terms of the series give full precision.
        let angle = (turn - quarter * 90) * (Double.pi / 180)
        let (s, c) = (sine(angle), cosine(angle))
        switch Int(quarter) & 3 {
        case 0: return (s, c)
        case 1: return (c, -s)
        case 2: return (-s, -c)
        default: return (-c, s)
        }
    }

    /// The arc tangent in radians.
    package static func arcTangent(_ value: Double) -> Double {
        guard value.isFinite else { return value.isNaN ? 0 : value < 0 ? -.pi / 2 : .pi / 2 }
        let magnitude = value.magnitude
        let isSteep = magnitude > 1
        var small = isSteep ? 1 / magnitude : magnitude
        // Halve the angle up to four times: the series is short for values up to an eighth.
        var halvings = 0
        while small > 0.125, halvings < 4 {
            small /= 1 + (1 + small * small).squareRoot()
            halvings += 1
        }
        let square = small * small
        var sum = 0.0
        for term in stride(from: 21, through: 1, by: -2) { sum = 1 / Double(term) - square * sum }
        var angle = small * sum
        for _ in 0..<halvings { angle *= 2 }
        if isSteep { angle = .pi / 2 - angle }
        return value < 0 ? -angle : angle
    }

    /// The angle with this sine and cosine, in radians from −π to π.
    package static func angle(sine: Double, cosine: Double) -> Double {
        if cosine == 0 { return sine == 0 ? 0 : sine > 0 ? .pi / 2 : -.pi / 2 }
        let angle = arcTangent(sine / cosine)
        return cosine > 0 ? angle : sine < 0 ? angle - .pi : angle + .pi
    }

    /// The tangent of an angle in radians, between −π/2 and π/2.
    package static func tangent(_ radians: Double) -> Double {
        let (s, c) = sinCos(radians: radians)
        return s / c
    }

    /// The sine and cosine of an angle in radians.
    package static func sinCos(radians: Double) -> (sin: Double, cos: Double) { sinCos(degrees: radians * (180 / .pi)) }

    private static func sine(_ angle: Double) -> Double {
        let square = angle * angle
        var sum = 0.0
        for term in stride(from: 20, through: 2, by: -2) {
            sum = (1 - sum) * square / Double(term * (term + 1))
        }
        return angle * (1 - sum)
    }

    private static func cosine(_ angle: Double) -> Double {
        let square = angle * angle
        var sum = 0.0
        for term in stride(from: 20, through: 2, by: -2) {
            sum = (1 - sum) * square / Double(term * (term - 1))
        }
        return 1 - sum
    }
}
