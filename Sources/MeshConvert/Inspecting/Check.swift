public import MeshFormats
import MeshModel
import MeshOperations

/// Everything wrong or unusual about a file: the reader's diagnostics and defects of its meshes.
public struct Check: Sendable {
    /// The severity of a finding.
    public typealias Severity = Diagnostic.Severity

    /// A finding, reported once for all its occurrences.
    public struct Finding: Sendable, Hashable {
        /// A stable identifier for programs: `edge.open`, `texture.missing`.
        public var code: String
        /// The severity.
        public var severity: Severity
        /// The number of occurrences.
        public var count: Int
        /// The counted things, in the plural: `open edges`; nil: the message says it all.
        public var name: String?
        /// The description: lower case, no full stop.
        public var wording: Wording
        /// The text, with settings by name.
        public var message: String { wording.text }
        /// The part of the scene with the first occurrence, as a `ScenePath`.
        public var subject: String?
        /// The index of the element, vertex or row in that part, from 0.
        public var index: Int?
        /// The position in the file, if the reader found it.
        public var location: String?
        /// The first occurrence, for people: `face 12 of mesh Sofa`, `line 7`; empty: no particular one.
        public var place = ""
        /// The position of the first occurrence, in scene units.
        public var position: SIMD3<Double>?
        /// The first frame of a scan package with it; nil: it is not about single frames.
        public var frame: String?

        init(_ code: String, _ severity: Severity, count: Int = 1, name: String? = nil, message: Wording) {
            self.code = code
            self.severity = severity
            self.count = count
            self.name = name
            wording = message
        }
    }

    /// The path as given.
    public let path: String
    /// The variant of the file.
    public let variant: String
    /// The size of the file.
    public let byteCount: Int
    /// The purpose of the file.
    public let purpose: Purpose?
    /// The connectivity of the faces; nil without faces, and for packages.
    public let surface: Surface?
    /// The findings, worst first.
    public let findings: [Finding]
    /// The frames of a scan package that can't be used, by name. Reading leniently leaves them out.
    public let badFrames: [String]

    /// Whether there are errors.
    public var hasErrors: Bool { findings.contains { $0.severity == .error } }

    /// Creates a check from findings in any order.
    init(
        path: String, variant: String, byteCount: Int, purpose: Purpose?, surface: Surface? = nil, findings: [Finding],
        badFrames: [String] = []
    ) {
        self.path = path
        self.variant = variant
        self.byteCount = byteCount
        self.purpose = purpose
        self.surface = surface
        self.badFrames = badFrames
        self.findings = findings.enumerated().inOrder {
            ($0.element.severity, $0.offset) < ($1.element.severity, $1.offset)
        }.map(\.element)
    }

    /// Checks all meshes of a document, in time linear in its size.
    ///
    /// Vertices at the same position count as one, because the visible surface matters and not how the file stores it.
    ///
    /// - Parameters:
    ///   - document: the document to check.
    ///   - path: the file's path as given.
    ///   - purpose: the purpose of the file; it decides what is an error.
    public init(_ document: Document, path: String, purpose: Purpose? = nil) {
        let defects = document.native.defects
        let codes = Set(defects.map(\.code))
        var diagnostics = document.diagnostics.filter { !codes.contains($0.code) } + defects
        let scene = document.scene.atRest
        let places = FindingPlaces(scene)
        let statistics = MeshStatistics(scene, identity: .position)
        let defective = statistics.findings()
        var found = defective.map { finding in
            var result = CheckRules.finding(finding)
            if let severity = purpose?.severities[finding.kind] { result.severity = severity }
            places.tell(finding.first, in: &result)
            // If the reader found it too, its diagnostic has the position in the file.
            if let index = diagnostics.firstIndex(where: { $0.defect?.rawValue == finding.kind.rawValue }) {
                let location = diagnostics.remove(at: index).location
                result.location = location == .whole ? nil : location.text
            }
            return result
        }
        if let purpose {
            found += [PurposeCheck(purpose: purpose, scene: scene).finding(statistics)].compactMap(\.self)
        }
        found += [Self.cutOffImages(scene, ignoresPNG: document.format == "gltf")].compactMap(\.self)
        found += diagnostics.map(CheckRules.finding)
        self.init(
            path: path, variant: document.variant, byteCount: document.byteCount, purpose: purpose,
            surface: Surface(scene, statistics, defective), findings: found)
    }
}
