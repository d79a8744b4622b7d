import MeshArchive

/// What is wrong with the file of an image, and where.
public struct ImageError: Error, Hashable, Sendable {
    /// The kind of fault; the names are those of reading errors, so that one becomes the other without a table.
    public struct Code: Hashable, Sendable {
        /// The stable name, as reports show it.
        public let rawValue: String

        /// A code by its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The file ends too early.
        public static let truncated = Self(rawValue: "input.truncated")
        /// The file breaks a rule of its format.
        public static let invalidValue = Self(rawValue: "input.invalid-value")
        /// The image would need more than a limit allows.
        public static let limitExceeded = Self(rawValue: "input.limit-exceeded")
        /// The file is sound, but uses something that is not read here.
        public static let unsupported = Self(rawValue: "input.unsupported")
        /// What is to be written has no place in the format.
        public static let unrepresentable = Self(rawValue: "output.unrepresentable")
    }

    /// The kind of fault.
    public var code: Code
    /// How many bytes of the file come before the fault.
    public var byte: Int
    /// What was expected and what was found: lower case, no full stop.
    public var message: String

    /// An error from its parts.
    public init(code: Code, byte: Int, message: String) {
        self.code = code
        self.byte = byte
        self.message = message
    }

    /// What the data of an image that starts at `byte` has as a stream.
    init(_ error: ArchiveError, byte: Int) {
        self.init(code: Code(rawValue: error.code.rawValue), byte: byte, message: error.message)
    }
}

extension ImageError: CustomStringConvertible {
    /// One line: `byte 17: expected a chunk, found the end of the file [input.truncated]`.
    public var description: String { "byte \(byte): \(message) [\(code.rawValue)]" }
}
