/// Texture coordinates counted from the other end: v' = 1 − v, which is its own inverse but for rounding.
public enum UVFlip {
    /// The same coordinates from the other end: 1 − v in float64, rounded once; all other components as they are.
    ///
    /// - Parameters:
    ///   - column: rows of u, v and maybe more.
    ///   - type: the type of the result; binary16 becomes float32.
    ///   - normalized: whether integers of `column` stand for fractions of their largest value. So do those of the result
    ///     when it has the same type; floats are the fractions.
    public static func flipped(_ column: Column, type: ScalarType, normalized: Bool = false) -> Column {
        let most = normalized ? column.type.normalizedMaximum ?? 1 : 1
        let isCode = normalized && type == column.type
        return column.mapped(to: type) { component, value in
            if isCode { return component == 1 ? most - value : value }
            let fraction = most == 1 ? value : value / most
            return component == 1 ? 1 - fraction : fraction
        }
    }

    /// The shortest decimal v with Float(1 − v) == flipped; 1 − `flipped` when it has none of up to 15 places.
    public static func restored(_ flipped: Float) -> Double {
        shortest(near: 1 - Double(flipped)) { Float(1 - $0) == flipped }
    }

    /// The v that gave a flipped value which was stored as `type`: the shortest decimal that does.
    public static func restored(_ flipped: Double, storedAs type: ScalarType) -> Double {
        switch type {
        case .float32, .float16: restored(Float(flipped))
        case .float64: shortest(near: 1 - flipped) { 1 - $0 == flipped }
        default: 1 - flipped
        }
    }

    /// Flipped texture coordinates as they were before: v as ``restored(_:storedAs:)`` has it, all else as it is, where a
    /// float32 that becomes a float64 is the decimal that it stands for.
    ///
    /// - Parameters:
    ///   - attribute: the flipped ones, as they are stored.
    ///   - type: the type of the result; binary16 becomes float32.
    ///   - normalized: whether integers of the result are to stand for fractions of their largest value.
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

    /// 1 − v for the decimal that a float32 stands for, its shortest: 0.1 gives 0.9, not 0.8999999985.
    public static func flippedDecimal(_ value: Float) -> Double {
        let exact = Double(value)
        for power in powers {
            let whole = (exact * power).rounded()
            guard whole.magnitude < 0x1p52 else { break }
            if Float(whole / power) == value { return (power - whole) / power }
        }
        return 1 - exact
    }

    /// Texture coordinates in float64 whose v is ``flippedDecimal(_:)``, and whose other numbers are decimals too.
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

    /// The decimal with the fewest places that is nearest to `value` and fits.
    @inline(__always)
    private static func shortest(near value: Double, _ fits: (Double) -> Bool) -> Double {
        for power in powers {
            let whole = (value * power).rounded()
            guard whole.magnitude < 0x1p53 else { break }
            let decimal = whole / power
            if fits(decimal) { return decimal }
        }
        return value
    }
}
