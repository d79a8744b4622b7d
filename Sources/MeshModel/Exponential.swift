// Own arithmetic: only operations that IEEE 754 rounds correctly, so results are the same on every machine, which a C
// library does not promise. Within two units of the last place.

extension Frame.Encoding {
    /// The quantity that a stored number stands for.
    public func decoded(_ value: Double) -> Double {
        switch self {
        case .linear: value
        case .log: Exponential.exp(value)
        case .logit: Exponential.sigmoid(value)
        }
    }

    /// The number that is stored for a quantity.
    public func encoded(_ value: Double) -> Double {
        switch self {
        case .linear: value
        case .log: Exponential.log(value)
        case .logit: Exponential.log(value / (1 - value))
        }
    }
}

/// Exponentials and logarithms to the base e.
enum Exponential {
    /// log 2 in two parts, the first of few digits.
    private static let (high, low) = (0x1.62e42feep-1, 0x1.a39ef35793c76p-33)

    /// e to the power of a number.
    static func exp(_ x: Double) -> Double {
        if x.isNaN { return x }
        if x > 710 { return .infinity }
        if x < -746 { return 0 }
        let power = (x * 0x1.71547652b82fep0).rounded()
        let rest = (x - power * high) - power * low
        // What is left is within ± 0.35: the series ends at the 14th term below 2⁻⁵⁷.
        var sum = 1.0
        for term in stride(from: 14.0, through: 1, by: -1) { sum = 1 + rest / term * sum }
        // In two steps: the smallest and the largest numbers have no power of two of their own.
        let half = (power / 2).rounded(.down)
        return sum * Double(sign: .plus, exponent: Int(half), significand: 1)
            * Double(sign: .plus, exponent: Int(power - half), significand: 1)
    }

    /// The logarithm; NaN of what is below 0.
    static func log(_ x: Double) -> Double {
        if !(x > 0) { return x == 0 ? -.infinity : .nan }
        if x == .infinity { return x }
        var (power, part) = (Double(x.exponent), x.significand)
        if part > 0x1.6a09e667f3bcdp0 {
            part /= 2
            power += 1
        }
        let ratio = (part - 1) / (part + 1)
        let square = ratio * ratio
        // At most 0.172: the series ends at its 13th term below 2⁻⁵⁷.
        var sum = 0.0
        for term in stride(from: 25.0, through: 1, by: -2) { sum = 1 / term + square * sum }
        return power * high + (2 * ratio * sum + power * low)
    }

    /// 1 ÷ (1 + e⁻ˣ).
    static func sigmoid(_ x: Double) -> Double {
        if x >= 0 { return 1 / (1 + exp(-x)) }
        let power = exp(x)
        return power / (1 + power)
    }
}
