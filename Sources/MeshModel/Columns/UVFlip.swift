/// Flips texture coordinates vertically: v' = 1 − v, which is its own inverse except for rounding.
public enum UVFlip {
    /// Returns flipped coordinates: 1 − v in float64, rounded once; other components unchanged.
    ///
    /// - Parameters:
    ///   - column: rows of u, v and maybe more.
    ///   - type: the type of the result; binary16 becomes float32.
    ///   - normalized: whether integers of `column` represent fractions of their largest value. A result of the same
    ///     type does too; floats hold the fractions themselves.
    public static func flipped(_ column: Column, type: ScalarType, normalized: Bool = false) -> Column {
        let most = normalized ? column.type.normalizedMaximum ?? 1 : 1
        let isCode = normalized && type == column.type
        return column.mapped(to: type) { component, value in
            if isCode { return component == 1 ? most - value : value }
            let fraction = most == 1 ? value : value / most
            return component == 1 ? 1 - fraction : fraction
        }
    }

    /// The shortest decimal v with Float(1 − v) == flipped; 1 − `flipped` if none with up to 15 places fits.
    public static func restored(_ flipped: Float) -> Double {
        // Decimals of so many places lie further apart than floats of this size, so at most one of them fits; if it has
        // fewer places, it is the shortest.
        let size = flipped.magnitude
        return shortest(near: 1 - Double(flipped), from: size <= 1 ? 7 : size < 8 ? 6 : 0) { Float(1 - $0) == flipped }
    }

    /// The v whose flipped value was stored as `type`: the shortest decimal that gives it.
    public static func restored(_ flipped: Double, storedAs type: ScalarType) -> Double {
        switch type {
        case .float32, .float16: restored(Float(flipped))
        case .float64: shortest(near: 1 - flipped) { 1 - $0 == flipped }
        default: 1 - flipped
        }
    }

    /// Returns texture coordinates as they were before flipping: v by ``restored(_:storedAs:)``, other components
    /// unchanged. A float32 that becomes float64 takes the value of its shortest decimal.
    ///
    /// - Parameters:
    ///   - attribute: the flipped coordinates, as stored.
    ///   - type: the type of the result; binary16 becomes float32.
    ///   - normalized: whether integers of the result represent fractions of their largest value.
    public static func restored(_ attribute: Attribute, type: ScalarType, normalized: Bool = false) -> Column {
        let column = attribute.values
        let most = attribute.normalized ? column.type.normalizedMaximum ?? 1 : 1
        let factor = normalized ? type.normalizedMaximum ?? 1 : 1
        let isDecimal = column.type == .float32 && type == .float64
        return column.mapped(to: type) { component, value in
            let fraction = most == 1 ? value : value / most
            guard component == 1 else {
                return isDecimal ? Double("\(Float(fraction))") ?? fraction : fraction * factor
            }
            if normalized, most != 1 { return (1 - fraction) * factor }
            return restored(fraction, storedAs: column.type) * factor
        }
    }

    /// Returns 1 − v for the shortest decimal of a float32: 0.1 gives 0.9, not 0.8999999985.
    public static func flippedDecimal(_ value: Float) -> Double {
        let exact = Double(value)
        for power in powers {
            let whole = (exact * power).rounded()
            guard whole.magnitude < 0x1p52 else { break }
            if Float(whole / power) == value { return (power - whole) / power }
        }
        return 1 - exact
    }

    /// Returns flipped coordinates in float64: v by ``flippedDecimal(_:)``, other components by their shortest
    /// decimals.
    public static func flippedDecimals(_ column: Column, normalized: Bool = false) -> Column {
        let most = normalized ? column.type.normalizedMaximum ?? 1 : 1
        return column.mapped(to: .float64) { component, value in
            let fraction = most == 1 ? value : value / most
            return component == 1 ? flippedDecimal(Float(fraction)) : Double("\(Float(fraction))") ?? fraction
        }
    }

    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]

    /// The decimal with the fewest places, but at least `places`, that is nearest to `value` and satisfies `fits`; else
    /// `value`.
    @inline(__always)
    private static func shortest(near value: Double, from places: Int = 0, _ fits: (Double) -> Bool) -> Double {
        for power in powers[places...] {
            let whole = (value * power).rounded()
            guard whole.magnitude < 0x1p53 else { break }
            let decimal = whole / power
            if fits(decimal) { return decimal }
        }
        return value
    }
}
