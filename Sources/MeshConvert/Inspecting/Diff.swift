import MeshComparison
public import MeshFormats
public import MeshModel
import MeshOperations
import MeshRouting

/// The differences between two documents.
public struct Diff: Sendable {
    /// A kind of difference that can be ignored.
    public enum Ignored: String, Sendable, Hashable, CaseIterable {
        /// The order of vertices, faces and entries.
        case order
        /// The sharing of vertices or values between corners.
        case sharing
        /// Names of parts.
        case names
        /// Metadata.
        case metadata
    }

    /// Options for what counts as a difference.
    public struct Options: Sendable {
        /// Whether everything counts, including types, rounding, additions, order, sharing and names. For two files of
        /// one format also facts that no scene holds, if the format supports it (see
        /// `NativeDocument.differences(from:)`).
        public var exact = false
        /// The largest distance between two numbers that is ignored.
        public var tolerance = 0.0
        /// The ignored kinds of difference.
        public var ignored: Set<Ignored> = []

        /// Creates the defaults: only missing and changed things count; other differences are just listed.
        public init() {}
    }

    /// A difference with its description.
    public struct Finding: Sendable, Hashable {
        /// The difference.
        public var difference: Difference
        /// The name for people: `colours`.
        public var name: String
        /// The counted things, in the plural: `vertices`.
        public var unit: String
        /// Whether the files count as different because of it.
        public var counts: Bool
        /// The values in both files, if they are more than a number.
        public var detail: String?
    }

    /// The path of the first file as given.
    public let from: String
    /// The path of the second file as given.
    public let to: String
    /// The options of the comparison.
    public let options: Options
    /// The differences; those that count come first.
    public let findings: [Finding]

    /// Whether no difference counts.
    public var isEqual: Bool { !findings.contains(where: \.counts) }

    /// Compares two documents. Parts are matched by order and names.
    public init(
        from source: Document, _ sourcePath: String, to target: Document, _ targetPath: String,
        options: Options = Options()
    ) {
        from = sourcePath
        to = targetPath
        self.options = options
        let links = Self.links(from: source.scene, to: target.scene)
        var differences = Comparison.differences(
            from: source.scene, to: target.scene, by: links, imagesAreEqual: ImageFiles.areEqual)
        let native = options.exact ? source.native.differences(from: target.native) : nil
        // The native comparison covers the residue.
        if native == nil { differences += Law.missing(source.residue, from: target.residue) }
        let names = SubjectNames(source: source.scene, target: target.scene, links: links)
        let assumed = Self.assumed(SceneFrame(of: source.scene), in: target)
        let found = differences.filter { Self.isWanted($0, options) }.map { difference in
            let words = names.words(for: difference)
            let cause = difference.facet == .presence ? assumed[difference.subject] : nil
            return Finding(
                difference: difference, name: words.name, unit: words.unit,
                counts: options.exact || (Self.isLoss(difference) && cause == nil), detail: cause)
        }
        let told = (native ?? []).map(Self.finding).filter { Self.isWanted($0.difference, options) }
        findings = found.filter(\.counts) + told + found.filter { !$0.counts }
    }

    private static func finding(_ native: NativeDifference) -> Finding {
        Finding(
            difference: Difference(native.facet, ScenePath.native(native.path), count: 1), name: native.path,
            unit: "entries", counts: true, detail: native.detail.isEmpty ? nil : native.detail)
    }

    /// What readers of the target assume of unit and up axis as the source says it, by subject: no loss, as in
    /// conversions.
    private static func assumed(_ frame: SceneFrame, in target: Document) -> [String: String] {
        let format = StandardFormats.format(named: target.format, in: StandardFormats.all)
        guard let descriptor = format?.descriptor else { return [:] }
        guard descriptor.convention == nil else {
            let losses = descriptor.frameLosses(of: frame)
            return losses.filter { $0.severity == .reencoded }.reduce(into: [:]) { $0[$1.subject] = $1.cause }
        }
        // A file of a format that defines both, made of one that said neither.
        var causes: [String: String] = [:]
        if let axis = frame.upAxis, axis == FrameConvention.usual.upAxis {
            causes[ScenePath.upAxis] = "unknown there; most viewers assume \(axis.rawValue) up, as here"
        }
        if let unit = frame.metersPerUnit, unit == FrameConvention.usual.metersPerUnit {
            causes[ScenePath.metersPerUnit] =
                "unknown there; most viewers assume \(LengthUnit.name(ofMeters: unit)), as here"
        }
        return causes
    }

    /// Matches the parts. If the source has unshared vertices and the target has fewer, the source is compared as
    /// welded.
    static func links(from source: MeshScene, to target: MeshScene) -> Correspondence {
        func vertexCount(_ scene: MeshScene) -> Int { scene.vertexSets.reduce(0) { $0 + $1.count } }
        let soups = source.soups
        if !soups.isEmpty, vertexCount(target) < vertexCount(source) {
            let welded = weldVertices(
                source, WeldOptions(sets: soups, zerosAreEqual: true, countsCollapsed: false))
            if !welded.changed.isEmpty {
                return derived(welded.scene, target).following(welded.correspondence.steps)
            }
        }
        return derived(source, target)
    }

    private static func derived(_ source: MeshScene, _ target: MeshScene) -> Correspondence {
        Correspondence.derived(from: source, to: target, imagesAreEqual: ImageFiles.areEqual)
    }

    private static func isWanted(_ difference: Difference, _ options: Options) -> Bool {
        if options.ignored.contains(.metadata), difference.subject.hasPrefix("/metadata/") { return false }
        switch difference.facet {
        case .order: return !options.ignored.contains(.order)
        case .sharing: return !options.ignored.contains(.sharing)
        case .names: return !options.ignored.contains(.names)
        case .value:
            guard let error = difference.largestError else { return true }
            return error > options.tolerance
        case .presence, .type, .generated: return true
        }
    }

    /// Whether something is missing or changed beyond the rounding that the precision rules allow.
    private static func isLoss(_ difference: Difference) -> Bool {
        switch difference.facet {
        case .presence: true
        case .value: difference.valueClass != .rounded
        case .type, .order, .sharing, .names, .generated: false
        }
    }
}
