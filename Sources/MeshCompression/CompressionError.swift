/// Why a compressed stream could not be decoded.
///
/// The texts fit the sentence `expected …, found …`. The caller adds the names of the file and the view.
package struct CompressionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What the format requires.
    package var expected: String
    /// What the stream has instead.
    package var found: String
    /// The offset in the stream; nil: the error is about the arguments.
    package var offset: Int?

    package init(expected: String, found: String, offset: Int? = nil) {
        self.expected = expected
        self.found = found
        self.offset = offset
    }

    /// One line without a full stop.
    package var description: String {
        "expected \(expected), found \(found)" + (offset.map { " at byte \($0)" } ?? "")
    }
}
