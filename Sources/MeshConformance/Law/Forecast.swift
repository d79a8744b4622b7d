/// How many losses were foretold, and how many of them did not come.
///
/// Only those may be in vain whose code depends on the data: whether a number is rounded shows when it is written.
public struct Forecast: Sendable, Hashable {
    /// The losses of plans.
    public var count = 0
    /// Those that no report had.
    public var inVain = 0

    /// No losses.
    public init() {}

    /// Whether at most one in a hundred was in vain.
    public var holds: Bool { inVain * 100 <= count }

    /// `3 of 1000 losses were foretold in vain`.
    public var text: String { "\(inVain) of \(count) losses were foretold in vain" }

    /// Adds those of another conversion.
    public static func += (sum: inout Forecast, more: Forecast) {
        sum.count += more.count
        sum.inVain += more.inVain
    }
}
