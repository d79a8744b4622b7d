/// The last resort of reading numbers: compares whole numbers of any size exactly.
enum ExactRounding {
    /// The bits nearest to `digits × 10^power`, found from bits that are nearly right.
    static func bits(near: UInt64, _ digits: UInt64, _ power: Int, _ format: BinaryRounding.Format) -> UInt64 {
        bits(near: near, value: WholeNumber(digits), power, format)
    }

    /// The bits nearest to `digits × 10^power`, with the digits one by one.
    static func bits(near: UInt64, _ digits: [UInt8], _ power: Int, _ format: BinaryRounding.Format) -> UInt64 {
        var value = WholeNumber(0)
        for digit in digits { value.multiply(by: 10, adding: UInt64(digit)) }
        return bits(near: near, value: value, power, format)
    }

    private static func bits(
        near: UInt64,
        value: WholeNumber,
        _ power: Int,
        _ format: BinaryRounding.Format
    ) -> UInt64 {
        // With 800 digits, these powers are far beyond every format; powers in between keep the numbers small.
        if power > 400 { return format.infinity }
        if power < -1300 { return 0 }
        var bits = min(near, format.infinity)
        // Each step moves by one unit in the last place; the start is one or two away.
        while true {
            if bits < format.infinity {
                switch compare(value, power, withTieAbove: bits, format) {
                case .more: bits += 1
                case .equal: return bits + (bits & 1)
                case .less:
                    guard bits > 0 else { return 0 }
                    switch compare(value, power, withTieAbove: bits - 1, format) {
                    case .less: bits -= 1
                    case .equal: return bits - (bits & 1)
                    case .more: return bits
                    }
                }
            } else {
                switch compare(value, power, withTieAbove: bits - 1, format) {
                case .less: bits -= 1
                // A value half-way to the power after the largest number rounds away from zero, to infinity.
                case .equal, .more: return bits
                }
            }
        }
    }

    /// Compares `value × 10^power` with the middle between a number and the next one above.
    private static func compare(
        _ value: WholeNumber,
        _ power: Int,
        withTieAbove bits: UInt64,
        _ format: BinaryRounding.Format
    ) -> WholeNumber.Order {
        let fieldShift = UInt64(format.precision - 1)
        let field = Int(bits >> fieldShift)
        let fraction = bits & (1 << fieldShift - 1)
        let significand = field == 0 ? fraction : fraction | 1 << fieldShift
        // The tie is (2 × significand + 1) × 2^binary.
        let binary = max(field, 1) + format.smallestExponent - format.precision - 1
        var left = value
        var right = WholeNumber(2 * significand + 1)
        if power >= 0 { left.multiply(byFiveToThe: power) } else { right.multiply(byFiveToThe: -power) }
        let shift = power - binary
        if shift >= 0 { left.shift(by: shift) } else { right.shift(by: -shift) }
        return left.compare(with: right)
    }
}

/// A whole number of any size, lowest word first, without leading zero words.
struct WholeNumber {
    enum Order { case less, equal, more }

    private(set) var words: [UInt64]

    init(_ value: UInt64) { words = value == 0 ? [] : [value] }

    mutating func multiply(by factor: UInt64, adding addend: UInt64 = 0) {
        var carry = addend
        for index in words.indices {
            let (high, low) = words[index].multipliedFullWidth(by: factor)
            let (sum, overflow) = low.addingReportingOverflow(carry)
            words[index] = sum
            carry = high &+ (overflow ? 1 : 0)
        }
        if carry > 0 { words.append(carry) }
    }

    mutating func multiply(byFiveToThe power: Int) {
        var left = power
        while left >= 27 {
            multiply(by: 7_450_580_596_923_828_125)
            left -= 27
        }
        var factor: UInt64 = 1
        for _ in 0..<left { factor *= 5 }
        multiply(by: factor)
    }

    mutating func shift(by bits: Int) {
        guard !words.isEmpty else { return }
        multiply(by: 1 << UInt64(bits % 64))
        words.insert(contentsOf: repeatElement(0, count: bits / 64), at: 0)
    }

    func compare(with other: WholeNumber) -> Order {
        if words.count != other.words.count { return words.count < other.words.count ? .less : .more }
        for index in words.indices.reversed() where words[index] != other.words[index] {
            return words[index] < other.words[index] ? .less : .more
        }
        return .equal
    }
}
