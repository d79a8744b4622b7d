/// A motion of nodes and of morph targets, from second 0 to its last key.
public struct AnimationClip: Sendable {
    /// The name as the source has it.
    public var name: String?
    /// What moves; each property of a node at most once.
    public var channels: [AnimationChannel]
    /// The courses of values that channels follow.
    public var samplers: [AnimationSampler]
    /// What changes of cameras, lights and materials; each setting at most once.
    public var settings: [SettingChannel]

    /// Creates a clip.
    public init(
        name: String? = nil, channels: [AnimationChannel], samplers: [AnimationSampler],
        settings: [SettingChannel] = []
    ) {
        self.name = name
        self.channels = channels
        self.samplers = samplers
        self.settings = settings
    }
}

/// A property of a node that follows a sampler.
public struct AnimationChannel: Sendable, Hashable {
    /// What changes.
    public enum Property: String, Sendable, Hashable, CaseIterable {
        /// The translation: three numbers.
        case translation
        /// The rotation: a quaternion x y z w.
        case rotation
        /// The scale: three numbers.
        case scale
        /// The weights of the morph targets of the node's mesh: as many numbers as it has targets.
        case weights
        /// Whether the node and all below it are shown: 0 or 1, as uint8; the course is one of steps.
        case visibility

        /// Whether it is a part of the node's transform.
        package var isOfTransform: Bool { self == .translation || self == .rotation || self == .scale }
    }

    /// The node.
    public var node: Int
    /// Its property.
    public var property: Property
    /// The sampler of the clip.
    public var sampler: Int

    /// Creates a channel.
    public init(node: Int, property: Property, sampler: Int) {
        self.node = node
        self.property = property
        self.sampler = sampler
    }
}

/// Values over time. Before the first key and after the last one, the value is that of the key.
public struct AnimationSampler: Sendable {
    /// The course between two keys.
    public enum Interpolation: String, Sendable, Hashable, CaseIterable {
        /// The value of the earlier key.
        case step
        /// A straight line; for rotations the shorter arc, at a constant speed.
        case linear
        /// A cubic Hermite spline, normalised for rotations. Each key has three rows: the tangent towards it, the value,
        /// the tangent from it. Tangents are units per second.
        case cubicSpline
    }

    /// The keys in seconds, ascending, one number a row. Where two are equal the value jumps.
    public var times: Column
    /// A row for each key (three for a cubic spline), in the order of the keys.
    public var values: Column
    /// The course between keys.
    public var interpolation: Interpolation

    /// Creates a sampler.
    public init(times: Column, values: Column, interpolation: Interpolation = .linear) {
        self.times = times
        self.values = values
        self.interpolation = interpolation
    }
}

/// How a source counts time.
public struct Timeline: Sendable, Hashable {
    /// The units of time in a second: USD's `timeCodesPerSecond`.
    public var codesPerSecond: Double
    /// The rate at which frames are shown, if the source says one.
    public var framesPerSecond: Double?
    /// The first and the last code that is played, if the source says them. A clip's second 0 is `start`, else code 0.
    public var start: Double?
    /// The last code that is played.
    public var end: Double?

    /// Creates a timeline.
    public init(
        codesPerSecond: Double, framesPerSecond: Double? = nil, start: Double? = nil, end: Double? = nil
    ) {
        self.codesPerSecond = codesPerSecond
        self.framesPerSecond = framesPerSecond
        self.start = start
        self.end = end
    }
}

extension MeshScene {
    /// Whether anything in the scene moves or can be moved: joints, morph targets or clips.
    public var canMove: Bool {
        !skins.isEmpty || !clips.isEmpty || meshes.contains { !$0.targets.isEmpty }
    }
}

extension AnimationClip {
    /// The seconds to its last key; 0 without keys. Keys that are no numbers don't count.
    public var duration: Double {
        samplers.reduce(0) { longest, sampler in
            let times = sampler.times
            guard times.count > 0 else { return longest }
            let last = times.rows(times.count - 1..<times.count).doubles().first ?? 0
            return last.isFinite ? max(longest, last) : longest
        }
    }

    /// The number of keys of all samplers.
    public var keyCount: Int { samplers.reduce(0) { $0 + $1.times.count } }
}
