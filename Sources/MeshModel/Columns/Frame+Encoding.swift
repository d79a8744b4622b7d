// Our own exp and log use only operations that IEEE 754 rounds correctly. So results are the same on every machine,
// which a C library does not promise. They are within two units in the last place.

extension Frame.Encoding {
    /// Returns the quantity that a stored number represents.
    public func decoded(_ value: Double) -> Double {
        switch self {
        case .linear: value
        case .log: Exponential.exp(value)
        case .logit: Exponential.sigmoid(value)
        }
    }

    /// Returns the number to store for a quantity.
    public func encoded(_ value: Double) -> Double {
        switch self {
        case .linear: value
        case .log: Exponential.log(value)
        case .logit: Exponential.log(value / (1 - value))
        }
    }
}

enum Exponential {
    /// ln 2 in two parts, the first with few significant bits.
    private static let (high, low) = (0x1.62e42feep-1, 0x1.a39ef35793c76p-33)

    static func exp(_ x: Double) -> Double {
        if x.isNaN { return x }
        if x > 710 { return .infinity }
        if x < -746 { return 0 }
        let power = (x * 0x1.71547652b82fep0).rounded()
        let rest = (x - power * high) - power * low
        // The remainder is within ± 0.35: the series ends at the 14th term, below 2⁻⁵⁷. Four terms at a time, since
        // each product waits for the one before.
        let square = rest * rest
        let (first, second) = (1 + rest, 1.0 / 2 + rest / 6)
        let (third, fourth) = (1.0 / 24 + rest * (1.0 / 120), 1.0 / 720 + rest * (1.0 / 5_040))
        let (fifth, sixth) = (1.0 / 40_320 + rest * (1.0 / 362_880), 1.0 / 3_628_800 + rest * (1.0 / 39_916_800))
        let last = 1.0 / 479_001_600 + rest * (1.0 / 6_227_020_800) + square * (1.0 / 87_178_291_200)
        let power4 = square * square
        let sum =
            first + square * second + power4
            * ((third + square * fourth) + power4 * ((fifth + square * sixth) + power4 * last))
        // Scaled in two steps, since a single power of two can overflow or underflow.
        let half = (power / 2).rounded(.down)
        return sum * Double(sign: .plus, exponent: Int(half), significand: 1)
            * Double(sign: .plus, exponent: Int(power - half), significand: 1)
    }

    /// The natural logarithm; NaN below 0.
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
        // The ratio is at most 0.172: the series ends at its 13th term, below 2⁻⁵⁷.
        let four = square * square
        let low4 = (1.0 / 3 + square * (1.0 / 5)) + four * (1.0 / 7 + square * (1.0 / 9))
        let high4 = (1.0 / 11 + square * (1.0 / 13)) + four * (1.0 / 15 + square * (1.0 / 17))
        let last = (1.0 / 19 + square * (1.0 / 21)) + four * (1.0 / 23 + square * (1.0 / 25))
        let sum = 1 + square * (low4 + four * four * (high4 + four * four * last))
        return power * high + (2 * ratio * sum + power * low)
    }

    /// 1 ÷ (1 + e⁻ˣ).
    static func sigmoid(_ x: Double) -> Double {
        if x >= 0 { return 1 / (1 + exp(-x)) }
        let power = exp(x)
        return power / (1 + power)
    }
}
