/// A note or warning about an input that did not stop reading.
public struct Diagnostic: Hashable, Sendable {
    /// The importance of a diagnostic.
    public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
        /// A part of the input, such as a frame of a scan, can't be used and is left out.
        case error
        /// A defect that was repaired or skipped: `--strict-input` refuses it.
        case warning
        /// A choice that the reader made because the file leaves it open.
        case note

        /// Orders by importance, the most important first.
        public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// A stable identifier for programs: `ply.count-mismatch`, `obj.index-missing`.
    public var code: String
    /// The importance.
    public var severity: Severity
    /// The number of occurrences.
    public var count: Int
    /// The position of the first occurrence.
    public var location: InputLocation
    /// Lower case, no full stop.
    public var message: String

    /// Creates a diagnostic.
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
