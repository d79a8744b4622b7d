import MeshArchive

/// An error in an image file, with its position.
package struct ImageError: Error, Hashable, Sendable {
    /// The kind of error. The names are those of reading errors, so that one converts to the other without a table.
    package struct Code: Hashable, Sendable {
        /// The stable name, as reports print it.
        package let rawValue: String

        package init(rawValue: String) { self.rawValue = rawValue }

        /// The file ends too early.
        package static let truncated = Self(rawValue: "input.truncated")
        /// The file breaks a rule of its format.
        package static let invalidValue = Self(rawValue: "input.invalid-value")
        /// The image would need more than a limit allows.
        package static let limitExceeded = Self(rawValue: "input.limit-exceeded")
        /// The file is valid, but uses a feature that is not supported here.
        package static let unsupported = Self(rawValue: "input.unsupported")
        /// What is to be written can't be expressed in the format.
        package static let unrepresentable = Self(rawValue: "output.unrepresentable")
    }

    /// The kind of error.
    package var code: Code
    /// The number of bytes of the file before the error.
    package var byte: Int
    /// What was expected and what was found: lower case, no full stop.
    package var message: String

    package init(code: Code, byte: Int, message: String) {
        self.code = code
        self.byte = byte
        self.message = message
    }

    /// Converts an error in the image's data, which starts at `byte`.
    init(_ error: ArchiveError, byte: Int) {
        self.init(code: Code(rawValue: error.code.rawValue), byte: byte, message: error.message)
    }
}

extension ImageError: CustomStringConvertible {
    /// One line: `byte 17: expected a chunk, found the end of the file [input.truncated]`.
    package var description: String { "byte \(byte): \(message) [\(code.rawValue)]" }
}
