/// An error in compressed data or an archive, with its position.
public struct ArchiveError: Error, Hashable, Sendable {
    /// The kind of error. The names are those of reading errors, so that one converts to the other without a table.
    public struct Code: Hashable, Sendable {
        /// The stable name, as reports print it.
        public let rawValue: String

        /// Creates a code by its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The data ends too early.
        public static let truncated = Self(rawValue: "input.truncated")
        /// The data breaks a rule of its format.
        public static let invalidValue = Self(rawValue: "input.invalid-value")
        /// The data would need more than a limit allows.
        public static let limitExceeded = Self(rawValue: "input.limit-exceeded")
        /// The data is valid, but uses a feature that is not supported here.
        public static let unsupported = Self(rawValue: "input.unsupported")
        /// What is to be written can't be expressed in the format.
        public static let unrepresentable = Self(rawValue: "output.unrepresentable")
    }

    /// The kind of error.
    public var code: Code
    /// The number of bytes of compressed data before the error; decoders notice an error a few bytes late.
    public var byte: Int
    /// What was expected and what was found: lower case, no full stop.
    public var message: String
    /// The name of the archive's entry concerned, if any; ``byte`` then counts from the start of the archive.
    public var entry: String?

    /// Creates an error.
    public init(code: Code, byte: Int, message: String, entry: String? = nil) {
        self.code = code
        self.byte = byte
        self.message = message
        self.entry = entry
    }
}

extension ArchiveError: CustomStringConvertible {
    /// One line: `byte 17: expected more compressed data, found its end [input.truncated]`.
    public var description: String {
        let place = entry.map { "entry \(String(reflecting: $0)), " } ?? ""
        return "\(place)byte \(byte): \(message) [\(code.rawValue)]"
    }
}
