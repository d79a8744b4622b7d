/// The reason why a frame can't be used; the caller skips the frame and reports the reason.
public struct FrameDefect: Error, Hashable, Sendable, CustomStringConvertible {
    /// The part of the frame that is wrong.
    public enum Part: String, Hashable, Sendable, CaseIterable {
        /// The depth image: its size, its memory, or nothing was measured.
        case depth
        /// The confidence image: its size or its memory.
        case confidence
        /// The picture: its size or its memory.
        case picture
        /// The focal lengths, the principal point, or the size that they are for.
        case intrinsics
        /// The pose: a number that is not finite, or no rotation.
        case pose
    }

    /// The part of the frame that is wrong.
    public var part: Part
    /// What was expected and what was found: lower case, no full stop.
    public var message: String

    /// Creates a defect.
    public init(_ part: Part, _ message: String) {
        self.part = part
        self.message = message
    }

    /// The part and what is wrong with it.
    public var description: String { "\(part.rawValue): \(message)" }
}
