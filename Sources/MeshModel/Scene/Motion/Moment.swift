/// A moment at which a scene is frozen: the pose at rest, or a second of a clip.
public struct Moment: Sendable, Hashable {
    /// The clip; nil: everything is at rest.
    public var clip: Int?
    /// The seconds from the clip's start. Before its first key and after its last one nothing moves.
    public var seconds: Double

    /// The pose that a file shows without its clips.
    public static let rest = Moment()

    /// Creates a moment.
    public init(clip: Int? = nil, seconds: Double = 0) {
        self.clip = clip
        self.seconds = seconds
    }
}
