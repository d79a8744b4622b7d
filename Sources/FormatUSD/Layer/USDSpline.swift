/// An animation curve of an attribute: knots, extrapolation on both sides, and a loop.
///
/// - Order: knots by increasing time, each time once.
/// - Edge: tangents of a Hermite curve have no width. It is kept as 0.
struct USDSpline: Sendable {
    /// The kind of extrapolation. Raw values are those of crate files.
    enum Mode: UInt8, Sendable, Hashable {
        case none, held, linear, sloped, loopRepeat, loopReset, loopOscillate
    }

    /// The extrapolation before the first knot or after the last.
    struct Extrapolation: Sendable, Hashable {
        var mode = Mode.held
        /// For `sloped`.
        var slope = 0.0
    }

    /// The repeated part of a curve.
    struct Loop: Sendable, Hashable {
        var start = 0.0
        var end = 0.0
        /// The number of repetitions before the part, and after it.
        var before: Int32 = 0
        var after: Int32 = 0
        /// The value that each repetition adds.
        var offset = 0.0
    }

    /// The interpolation after a knot. Raw values are those of crate files.
    enum Interpolation: UInt8, Sendable, Hashable {
        case none, held, linear, curve
    }

    /// The algorithm that computes a tangent. Raw values are those of crate files.
    enum Algorithm: UInt8, Sendable, Hashable {
        case none, custom, autoEase
    }

    /// The tangent of the curve at a knot.
    struct Tangent: Sendable, Hashable {
        var width = 0.0
        var slope = 0.0
        var algorithm = Algorithm.none
    }

    /// A time and a value, or two values where the curve jumps.
    struct Knot: Sendable {
        var time = 0.0
        var value = 0.0
        /// The value just before the jump, if the curve jumps here.
        var valueBefore: Double?
        var interpolation = Interpolation.held
        var before = Tangent()
        var after = Tangent()
        /// Flags of crate files that text can't express, such as tangents in Maya's form.
        var flags: UInt8 = 0
        var customData: [USDEntry] = []
    }

    /// The type of the values. nil for a curve without knots that doesn't give one.
    var type: Kind?
    var isHermite = false
    var before = Extrapolation()
    var after = Extrapolation()
    var loop: Loop?
    var knots: [Knot] = []

    /// The value types that a curve can have. Raw values are those of crate files.
    enum Kind: UInt8, Sendable, Hashable, CaseIterable {
        case double = 1
        case float, half, timecode, duration

        /// The type with this name, or nil if a curve can't have it.
        init?(_ typeName: String) {
            guard let kind = Self.allCases.first(where: { "\($0)" == typeName }) else { return nil }
            self = kind
        }

        /// The nearest value that the type can hold.
        func rounded(_ value: Double) -> Double {
            (self == .half ? USDType.half : self == .float ? .float : .double).rounded(value)
        }
    }

    /// Whether any tangent has an algorithm. Older versions of both encodings have no algorithms.
    var hasAlgorithms: Bool { knots.contains { $0.before.algorithm != .none || $0.after.algorithm != .none } }
}
