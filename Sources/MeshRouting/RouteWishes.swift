public import MeshModel

/// The rule for merging vertices.
public enum WeldRule: Hashable, Sendable {
    /// Merges equal vertices in sets without shared vertices, if the target can share them.
    case auto
    /// Merges nothing.
    case none
    /// Merges equal vertices in all sets, if the target can share them.
    case exact
    /// Merges vertices within a distance, in the unit of the source; they move.
    case within(Double)
    /// Merges vertices within a distance in metres; they move. A source of an unknown unit counts as metres.
    case withinMeters(Double)

    /// Whether the caller asked for merging.
    public var isWish: Bool {
        switch self {
        case .auto, .none: false
        case .exact, .within, .withinMeters: true
        }
    }
}

/// Changes to a scene that the caller wants, beyond the target's needs.
public struct RouteWishes: Hashable, Sendable {
    /// The unit and up axis of the output; only applied where the source defines its own.
    public var frame: SceneFrame
    /// The rule for merging vertices.
    public var weld: WeldRule
    /// The weighting of generated normals for vertices without any; nil: none are generated.
    public var normals: Correspondence.MadeNormals.Weight?
    /// Whether vertices get the colours of textures, if the target has vertex colours.
    public var samplesTextures: Bool
    /// The moment at which everything is frozen, also for targets that keep motion; nil: they keep it, and others show
    /// the pose at rest.
    public var moment: Moment?
    /// The only clip to keep; a target that can't store motion shows its start.
    public var clip: Int?
    /// Whether the route is only looked at: results that take long and change no loss, such as a painted texture, are
    /// left out, and nothing can be written by it.
    package var isSketch = false

    /// Creates wishes; the defaults are those of every conversion.
    public init(
        frame: SceneFrame = SceneFrame(), weld: WeldRule = .auto, normals: Correspondence.MadeNormals.Weight? = nil,
        samplesTextures: Bool = false, moment: Moment? = nil,
        clip: Int? = nil
    ) {
        self.frame = frame
        self.weld = weld
        self.normals = normals
        self.samplesTextures = samplesTextures
        self.moment = moment
        self.clip = clip
    }
}
