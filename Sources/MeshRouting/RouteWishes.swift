public import MeshModel

/// When vertices on one place become one vertex.
public enum WeldRule: Hashable, Sendable {
    /// Those of soups, in which no two corners share a vertex, by equal values, if the target can share them.
    case auto
    /// Never.
    case none
    /// Those of every scene, by equal values, if the target can share them.
    case exact
    /// Those that are at most this far apart, in the unit of the source; they move.
    case within(Double)

    /// Whether somebody asked for it.
    public var isWish: Bool {
        switch self {
        case .auto, .none: false
        case .exact, .within: true
        }
    }
}

/// What a conversion shall do to a scene beside what the target needs.
public struct RouteWishes: Hashable, Sendable {
    /// The unit and the up axis of the output, as far as the source says its own.
    public var frame: SceneFrame
    /// When vertices become one.
    public var weld: WeldRule
    /// How vertices that have no normals get some; nil: they get none.
    public var normals: Correspondence.MadeNormals.Weight?
    /// Whether vertices get the colours of textures, where the target's vertices have colours.
    public var samplesTextures: Bool

    /// Wishes; the defaults are what everybody gets.
    public init(
        frame: SceneFrame = SceneFrame(), weld: WeldRule = .auto, normals: Correspondence.MadeNormals.Weight? = nil,
        samplesTextures: Bool = false
    ) {
        self.frame = frame
        self.weld = weld
        self.normals = normals
        self.samplesTextures = samplesTextures
    }
}
