/// Something about an input that its owner may want to know; reading went on.
public struct Diagnostic: Hashable, Sendable {
    /// How much it matters.
    public enum Severity: String, Sendable, Hashable {
        /// A defect that was repaired or skipped: `--strict-input` refuses it.
        case warning
        /// A choice that the reader made where the file leaves one.
        case note
    }

    /// A stable word for programs: `ply.count-mismatch`, `obj.index-missing`.
    public var code: String
    /// How much it matters.
    public var severity: Severity
    /// How many times.
    public var count: Int
    /// Where it happens first.
    public var location: InputLocation
    /// Lower case, no full stop.
    public var message: String

    /// A diagnostic from its parts.
    public init(
        _ code: String, _ severity: Severity, count: Int = 1, at location: InputLocation, _ message: String
    ) {
        self.code = code
        self.severity = severity
        self.count = count
        self.location = location
        self.message = message
    }
}
