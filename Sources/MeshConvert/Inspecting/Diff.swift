public import MeshFormats
public import MeshModel
import MeshOperations
import MeshRouting

/// What of one document is missing or changed in another.
public struct Diff: Sendable {
    /// A kind of difference that may be left out.
    public enum Ignored: String, Sendable, Hashable, CaseIterable {
        /// The order of vertices, faces and entries.
        case order
        /// Which corners share a vertex or a value.
        case sharing
        /// Names of parts.
        case names
        /// What files say about themselves.
        case metadata
    }

    /// What counts as a difference.
    public struct Options: Sendable {
        /// Whether everything counts: types, roundings, additions, order, sharing and names as well; of two files of one
        /// format that can tell, also what no scene holds (see `NativeDocument.differences(from:)`).
        public var exact = false
        /// The largest distance between two numbers that counts as none.
        public var tolerance = 0.0
        /// What is left out.
        public var ignored: Set<Ignored> = []

        /// Nothing may be missing or changed; the rest is told and does not count.
        public init() {}
    }

    /// A difference in words.
    public struct Finding: Sendable, Hashable {
        /// The difference.
        public var difference: Difference
        /// What a person calls the thing: `colours`.
        public var name: String
        /// The word for the things that were counted, in the plural: `vertices`.
        public var unit: String
        /// Whether it makes the two files different.
        public var counts: Bool
        /// What the two files say, where it is more than a number.
        public var detail: String?
    }

    /// The path of the first file as given.
    public let from: String
    /// The path of the second file as given.
    public let to: String
    /// What counted.
    public let options: Options
    /// What differs, what counts first.
    public let findings: [Finding]

    /// Whether nothing that counts differs.
    public var isEqual: Bool { !findings.contains(where: \.counts) }

    /// Compares two documents; which part is which is found by order and names.
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
        // What is compared fact by fact need not be counted by kind.
        if native == nil { differences += Law.missing(source.residue, from: target.residue) }
        let names = SubjectNames(source: source.scene, target: target.scene, links: links)
        let found = differences.filter { Self.isWanted($0, options) }.map { difference in
            let words = names.words(for: difference)
            return Finding(
                difference: difference, name: words.name, unit: words.unit,
                counts: options.exact || Self.isLoss(difference))
        }
        let told = (native ?? []).map(Self.finding).filter { Self.isWanted($0.difference, options) }
        findings = found.filter(\.counts) + told + found.filter { !$0.counts }
    }

    private static func finding(_ native: NativeDifference) -> Finding {
        Finding(
            difference: Difference(native.facet, ScenePath.native(native.path), count: 1), name: native.path,
            unit: "entries", counts: true, detail: native.detail.isEmpty ? nil : native.detail)
    }

    /// Which part is which. A soup beside fewer vertices is taken as what it is when equal vertices are one.
    private static func links(from source: Scene, to target: Scene) -> Correspondence {
        func vertexCount(_ scene: Scene) -> Int { scene.vertexSets.reduce(0) { $0 + $1.count } }
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

    private static func derived(_ source: Scene, _ target: Scene) -> Correspondence {
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

    /// Whether something is missing or has other values, apart from rounding that the precision rules allow.
    private static func isLoss(_ difference: Difference) -> Bool {
        switch difference.facet {
        case .presence: true
        case .value: difference.valueClass != .rounded
        case .type, .order, .sharing, .names, .generated: false
        }
    }
}
