/// Why a compressed stream could not be decoded.
///
/// The words fit the sentence `expected …, found …`; whoever knows the file adds its name and the view's.
public struct CompressionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What the format asks for at this place.
    public var expected: String
    /// What stands there instead.
    public var found: String
    /// The byte of the stream that the words speak of; nil when they speak of the arguments, not of a byte.
    public var offset: Int?

    /// Makes an error of its words.
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
