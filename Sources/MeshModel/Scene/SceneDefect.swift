/// An inconsistency between a scene's parts: the part, what was expected and what was found.
public struct SceneDefect: Error, Sendable, Hashable, CustomStringConvertible {
    /// The part, as an index path: `/meshes/0/primitives/1`, or a buffer's name.
    public var subject: String
    /// What was expected and what was found: lower case, no full stop.
    public var message: String

    /// Creates a defect.
    public init(_ subject: String, _ message: String) {
        self.subject = subject
        self.message = message
    }

    /// The part and what is wrong with it.
    public var description: String { "\(subject): \(message)" }
}
