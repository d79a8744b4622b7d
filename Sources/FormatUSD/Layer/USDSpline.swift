/// A curve that an attribute follows over time: knots, how it goes on before and behind them, and what is repeated.
///
/// - Order: knots in rising time, each time once.
/// - Edge: slopes of a Hermite curve have no width; it is kept as 0.
struct USDSpline: Sendable {
    /// How the curve goes on where there are no knots; the numbers are those of crate files.
    enum Mode: UInt8, Sendable, Hashable {
        case none, held, linear, sloped, loopRepeat, loopReset, loopOscillate
    }

    /// How the curve goes on before the first knot or behind the last.
    struct Extrapolation: Sendable, Hashable {
        var mode = Mode.held
        /// For `sloped`.
        var slope = 0.0
    }

    /// The part that is repeated.
    struct Loop: Sendable, Hashable {
        var start = 0.0
        var end = 0.0
        /// How often before and behind.
        var before: Int32 = 0
        var after: Int32 = 0
        /// What each turn adds to the value.
        var offset = 0.0
    }

    /// How the curve goes on behind a knot; the numbers are those of crate files.
    enum Interpolation: UInt8, Sendable, Hashable {
        case none, held, linear, curve
    }

    /// Who computes a tangent; the numbers are those of crate files.
    enum Algorithm: UInt8, Sendable, Hashable {
        case none, custom, autoEase
    }

    /// The direction of the curve at a knot.
    struct Tangent: Sendable, Hashable {
        var width = 0.0
        var slope = 0.0
        var algorithm = Algorithm.none
    }

    /// A time and a value, or two where the curve jumps.
    struct Knot: Sendable {
        var time = 0.0
        var value = 0.0
        /// The value that the curve comes to before it jumps.
        var valueBefore: Double?
        var interpolation = Interpolation.held
        var before = Tangent()
        var after = Tangent()
        /// Bits of crate files that no text can say: tangents in the form of another program.
        var flags: UInt8 = 0
        var customData: [USDEntry] = []
    }

    /// What values are; nil for a curve without knots that doesn't say.
    var type: Kind?
    var isHermite = false
    var before = Extrapolation()
    var after = Extrapolation()
    var loop: Loop?
    var knots: [Knot] = []

    /// The types of values that can follow a curve; the numbers are those of crate files.
    enum Kind: UInt8, Sendable, Hashable {
        case double = 1
        case float, half, timecode, duration

        /// The type with this name; nil for others.
        init?(_ typeName: String) {
            switch typeName {
            case "double": self = .double
            case "float": self = .float
            case "half": self = .half
            case "timecode": self = .timecode
            case "duration": self = .duration
            default: return nil
            }
        }

        /// The nearest value of the type.
        func rounded(_ value: Double) -> Double {
            switch self {
            case .float: Double(Float(value))
            case .half: HalfBits.value(HalfBits.bits(Double(Float(value))))
            default: value
            }
        }
    }

    /// Whether a tangent is computed by anybody: older versions of both encodings don't know that.
    var hasAlgorithms: Bool { knots.contains { $0.before.algorithm != .none || $0.after.algorithm != .none } }
}
