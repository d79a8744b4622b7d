public import MeshFormats
import MeshModel
import MeshOperations

/// What is wrong or unusual with a file: what its reader noticed and what its meshes show.
public struct Check: Sendable {
    /// How much a finding matters.
    public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
        /// Something does not exist, is no number, or makes the file unfit for the purpose.
        case error
        /// A defect that programs live with, each in its own way.
        case warning
        /// Usual in scans and worth knowing.
        case note

        /// Worse is less.
        public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// Something that was found, once for all its places.
    public struct Finding: Sendable, Hashable {
        /// A stable word for programs: `edge.open`, `texture.missing`.
        public var code: String
        /// How much it matters.
        public var severity: Severity
        /// How often.
        public var count: Int
        /// What was counted, in the plural: `open edges`; nil: the message says it all.
        public var name: String?
        /// What it is or means: lower case, no full stop.
        public var message: String
        /// The part of the scene that has the first of them, as `ScenePath` names it.
        public var subject: String?
        /// Which element, vertex or row of that part it is, from 0.
        public var index: Int?
        /// Where in the file it is, if the reader noticed it.
        public var location: String?
        /// Where the first of them is, for people: `face 12 of mesh Sofa`, `line 7`; empty: nowhere in particular.
        public var place = ""
        /// Where that is in the scene, in its own units.
        public var position: SIMD3<Double>?

        /// A finding that is nowhere in particular.
        init(_ code: String, _ severity: Severity, count: Int = 1, name: String? = nil, message: String) {
            self.code = code
            self.severity = severity
            self.count = count
            self.name = name
            self.message = message
        }
    }

    /// The path as given.
    public let path: String
    /// The variant of the file.
    public let variant: String
    /// The size of the file.
    public let byteCount: Int
    /// What the file is to be used for.
    public let purpose: Purpose?
    /// What was found, worst first.
    public let findings: [Finding]

    /// Whether something is wrong.
    public var hasErrors: Bool { findings.contains { $0.severity == .error } }

    /// Findings that somebody else has made, worst first.
    init(path: String, variant: String, byteCount: Int, findings: [Finding]) {
        self.path = path
        self.variant = variant
        self.byteCount = byteCount
        purpose = nil
        self.findings = findings
    }

    /// Looks at all meshes of a document, in time linear in its size.
    ///
    /// Vertices in one place are one vertex: what counts is the surface that is seen, however the file stores it.
    ///
    /// - Parameters:
    ///   - document: what was read.
    ///   - path: the file's path as given.
    ///   - purpose: what the file is to be used for; it decides what is an error.
    public init(_ document: Document, path: String, purpose: Purpose? = nil) {
        self.purpose = purpose
        self.path = path
        variant = document.variant
        byteCount = document.byteCount
        var diagnostics = document.diagnostics
        let places = FindingPlaces(document.scene)
        let statistics = MeshStatistics(document.scene, identity: .position)
        var found = statistics.findings().map { finding in
            var result = CheckRules.finding(finding)
            if let severity = purpose?.severities[finding.kind] { result.severity = severity }
            places.tell(finding.first, in: &result)
            // What the reader noticed too has a place in the file.
            if let index = diagnostics.firstIndex(where: { CheckRules.kind(of: $0) == finding.kind }) {
                let location = diagnostics.remove(at: index).location
                result.location = location == .whole ? nil : location.text
            }
            return result
        }
        if let purpose { found += PurposeCheck(purpose: purpose, scene: document.scene).findings(statistics) }
        found += diagnostics.map(CheckRules.finding)
        findings = found.enumerated().sorted {
            ($0.element.severity, $0.offset) < ($1.element.severity, $1.offset)
        }.map(\.element)
    }
}
