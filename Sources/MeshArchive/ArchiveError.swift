/// What is wrong with compressed data or an archive, and where.
public struct ArchiveError: Error, Hashable, Sendable {
    /// The kind of fault; the names are those of reading errors, so that one becomes the other without a table.
    public struct Code: Hashable, Sendable {
        /// The stable name, as reports show it.
        public let rawValue: String

        /// A code by its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The data ends too early.
        public static let truncated = Self(rawValue: "input.truncated")
        /// The data breaks a rule of its format.
        public static let invalidValue = Self(rawValue: "input.invalid-value")
        /// The data would need more than a limit allows.
        public static let limitExceeded = Self(rawValue: "input.limit-exceeded")
        /// The data is sound, but uses something that is not read here.
        public static let unsupported = Self(rawValue: "input.unsupported")
        /// What is to be written has no place in the format.
        public static let unrepresentable = Self(rawValue: "output.unrepresentable")
    }

    /// The kind of fault.
    public var code: Code
    /// How many bytes of the compressed data come before the fault; decoders notice one a few bytes late.
    public var byte: Int
    /// What was expected and what was found: lower case, no full stop.
    public var message: String
    /// The archive's entry that it is about, by name; bytes are then counted from the archive's first.
    public var entry: String?

    /// An error from its parts.
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
