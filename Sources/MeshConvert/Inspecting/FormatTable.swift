public import MeshFormats
public import MeshModel
import MeshRouting

/// The features that each format can hold. Computed by planning one small scene per feature, never written by hand.
public struct FormatTable: Sendable {
    /// How well a variant keeps a feature.
    public enum Holding: String, Sendable, Hashable, CaseIterable {
        /// It is kept unchanged.
        case kept
        /// It is kept in another form that restores it exactly.
        case reencoded = "re-encoded"
        /// It is kept, rounded as the precision rules allow.
        case rounded
        /// It is kept with less precision or range.
        case narrowed
        /// It is kept in another shape or with other values.
        case approximated
        /// It is dropped, or the format refuses it.
        case dropped

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

    /// A row: a variant and how well it keeps each feature.
    public struct Row: Sendable {
        /// The format.
        public var format: FormatDescriptor
        /// The variant.
        public var variant: FormatVariant
        /// Whether the format can be read.
        public var isReadable: Bool
        /// How each feature is kept, in the order of ``FormatTable/features``; empty when the variant can't be written.
        public var holdings: [Holding]
    }

    /// The features, one for each probe.
    public let features: [String]
    /// One row per variant.
    public let rows: [Row]
    /// The purposes, and whether these formats support them.
    public let purposes: [(purpose: Purpose, isPossible: Bool)]

    /// The small scenes behind the table: one without features and one minimal scene for each feature.
    public static var scenes: (plain: MeshScene, features: [(name: String, scene: MeshScene)]) {
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
                        // Losses that the plain scene has too are not about this feature.
                        let own = losses.filter { loss in
                            !plain.contains { $0.code == loss.code && $0.severity == loss.severity }
                                && !(probe.ignoresNames && [.nameChanged, .nameDropped].contains(loss.code))
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

    /// Returns the losses of writing a scene, operations first; nil when it is refused.
    private static func losses(of scene: MeshScene, _ pipeline: Pipeline, _ variant: String) -> [Loss]? {
        try? pipeline.route(Document(of: scene), to: variant).losses
    }
}
