/// Why a compressed stream could not be decoded.
///
/// The texts fit the sentence `expected …, found …`. The caller adds the names of the file and the view.
public struct CompressionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What the format requires.
    public var expected: String
    /// What the stream has instead.
    public var found: String
    /// The offset in the stream; nil: the error is about the arguments.
    public var offset: Int?

    /// Creates an error.
    public init(expected: String, found: String, offset: Int? = nil) {
        self.expected = expected
        self.found = found
        self.offset = offset
    }

    /// One line without a full stop.
    public var description: String {
        "expected \(expected), found \(found)" + (offset.map { " at byte \($0)" } ?? "")
    }
}
