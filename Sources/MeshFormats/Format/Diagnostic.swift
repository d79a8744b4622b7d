/// A note or warning about an input that did not stop reading.
public struct Diagnostic: Hashable, Sendable {
    /// The importance of a diagnostic, worst first. Strict reading refuses all but notes.
    public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
        /// Something is missing, is not a number, or makes the file unfit for the purpose.
        case error
        /// A defect that was repaired or skipped; programs tolerate it, with varying results.
        case warning
        /// A choice that the reader made because the file leaves it open, or something common but worth knowing.
        case note

        /// Orders worse severities first.
        public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// A defect that a check of the scene finds, too, under this code.
    public enum Defect: String, Sendable, Hashable {
        /// Faces have fewer than three corners.
        case tooFewCorners = "face.too-few-corners"
        /// Faces have two corners at one place.
        case repeatedCorner = "face.repeated-corner"
        /// Vertices have no finite position.
        case nonFinitePosition = "vertex.non-finite"
        /// The file holds nothing that could be converted.
        case nothing = "file.empty"
    }

    /// A stable identifier for programs: `ply.count-mismatch`, `obj.index-missing`.
    public var code: String
    /// The importance.
    public var severity: Severity
    /// The defect, if a check of the scene finds it without the reader.
    public var defect: Defect?
    /// The number of occurrences.
    public var count: Int
    /// The position of the first occurrence.
    public var location: InputLocation
    /// Lower case, no full stop.
    public var wording: Wording
    /// The text, with settings by name.
    public var message: String { wording.text }

    /// Creates a diagnostic.
    public init(
        _ code: String, _ severity: Severity, _ defect: Defect? = nil, count: Int = 1, at location: InputLocation,
        _ message: String
    ) {
        self.init(code, severity, defect, count: count, at: location, wording: Wording(message))
    }

    /// Creates a diagnostic that names settings.
    public init(
        _ code: String, _ severity: Severity, _ defect: Defect? = nil, count: Int = 1, at location: InputLocation,
        wording: Wording
    ) {
        self.code = code
        self.severity = severity
        self.defect = defect
        self.count = count
        self.location = location
        self.wording = wording
    }
}
