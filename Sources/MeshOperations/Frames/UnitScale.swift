/// The factor of lengths when the unit changes from `source` to `target`; nil unless both are positive and finite.
///
/// Units are decimals: their shortest digits are divided and the quotient is rounded once. So millimetres to metres is
/// 0.001 and inches to millimetres 25.4, without the error of two rounded factors.
public func unitScale(from source: Double, to target: Double) -> Double? {
    guard source > 0, target > 0, source.isFinite, target.isFinite else { return nil }
    let plain = source / target
    guard plain > 0, plain.isFinite else { return nil }
    guard let a = Decimal(source), let b = Decimal(target) else { return plain }
    var (numerator, denominator) = (a.digits, b.digits)
    let power = a.exponent - b.exponent
    for _ in 0..<abs(power) {
        let (product, overflow) = (power > 0 ? numerator : denominator).multipliedReportingOverflow(by: 10)
        guard !overflow, product <= 1 << 53 else { return plain }
        if power > 0 { numerator = product } else { denominator = product }
    }
    // Both are exact, so dividing rounds once.
    return Double(numerator) / Double(denominator)
}

/// A number in its shortest decimal digits: `digits × 10^exponent`.
private struct Decimal {
    var digits: Int
    var exponent: Int

    /// Nil if there are too many digits for an exact float64, about 16.
    init?(_ value: Double) {
        let text = value.description
        let parts = text.split(separator: "e", maxSplits: 1)
        var digits = 0
        var exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        var isFraction = false
        for byte in parts.first.map({ Array($0.utf8) }) ?? [] {
            guard byte != UInt8(ascii: ".") else {
                isFraction = true
                continue
            }
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            let (product, overflow) = digits.multipliedReportingOverflow(by: 10)
            guard !overflow, product < 10_000_000_000_000_000 else { return nil }
            digits = product + Int(byte - UInt8(ascii: "0"))
            if isFraction { exponent -= 1 }
        }
        while digits > 0, digits % 10 == 0 {
            digits /= 10
            exponent += 1
        }
        guard digits > 0, digits <= 1 << 53 else { return nil }
        self.digits = digits
        self.exponent = exponent
    }
}
