public import MeshFormats
public import MeshModel
import MeshRouting

/// Which format holds what: found by planning one small scene per feature, never written by hand.
public struct FormatTable: Sendable {
    /// What becomes of a feature in a variant.
    public enum Holding: String, Sendable, Hashable, CaseIterable {
        /// It is there as it was.
        case kept
        /// It is there in another form that gives it back exactly.
        case reencoded = "re-encoded"
        /// It is there, rounded as the precision rules allow.
        case rounded
        /// It is there with less precision or range.
        case narrowed
        /// It is there in another shape or with other values.
        case approximated
        /// It is gone, or the format refuses it.
        case dropped

        /// The holding after a loss of this severity.
        init(_ severity: Loss.Severity?) {
            switch severity {
            case nil, .generated: self = .kept
            case .reencoded: self = .reencoded
            case .rounded: self = .rounded
            case .narrowed: self = .narrowed
            case .approximated: self = .approximated
            case .dropped: self = .dropped
            }
        }
    }

    /// A row: a variant and what becomes of each feature.
    public struct Row: Sendable {
        /// The format.
        public var format: FormatDescriptor
        /// The variant.
        public var variant: FormatVariant
        /// Whether the format can be read.
        public var isReadable: Bool
        /// What becomes of the features, in the order of ``FormatTable/features``; empty when it can't be written.
        public var holdings: [Holding]
    }

    /// The features: what each probe has.
    public let features: [String]
    /// One row per variant.
    public let rows: [Row]
    /// What outputs can be for, and whether these formats can do it.
    public let purposes: [(purpose: Purpose, isPossible: Bool)]

    /// The small scenes behind the table: each as plain as can be but for one feature, and one that has none.
    public static var scenes: (plain: Scene, features: [(name: String, scene: Scene)]) {
        (Probe.plain, Probe.all.map { ($0.feature, $0.scene) })
    }

    /// Plans every probe for every variant that can be written.
    public init(_ pipeline: Pipeline = Pipeline()) {
        let probes = Probe.all
        features = probes.map(\.feature)
        purposes = Purpose.all.map { ($0, $0.packageVariant != nil || $0.isPossible(with: pipeline.formats)) }
        var rows: [Row] = []
        for format in pipeline.formats {
            for variant in format.descriptor.variants {
                var holdings: [Holding] = []
                if format is any WritableFormat {
                    let plain = Self.losses(of: Probe.plain, pipeline, variant.id) ?? []
                    holdings = probes.map { probe in
                        guard let losses = Self.losses(of: probe.scene, pipeline, variant.id) else { return .dropped }
                        // What happens to any scene does not speak of this feature.
                        let own = losses.filter { loss in
                            !plain.contains { $0.code == loss.code && $0.severity == loss.severity }
                        }
                        return Holding(own.map(\.severity).min())
                    }
                }
                rows.append(
                    Row(
                        format: format.descriptor, variant: variant, isReadable: format is any ReadableFormat,
                        holdings: holdings))
            }
        }
        self.rows = rows
    }

    /// What writing a scene would lose, operations first; nil when it is refused.
    private static func losses(of scene: Scene, _ pipeline: Pipeline, _ variant: String) -> [Loss]? {
        try? pipeline.route(Document(of: scene), to: variant).losses
    }
}
