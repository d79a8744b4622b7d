/// An error in compressed data or an archive, with its position.
package struct ArchiveError: Error, Hashable, Sendable {
    /// The kind of error. The names are those of reading errors, so that one converts to the other without a table.
    package struct Code: Hashable, Sendable {
        /// The stable name, as reports print it.
        package let rawValue: String

        package init(rawValue: String) { self.rawValue = rawValue }

        /// The data ends too early.
        package static let truncated = Self(rawValue: "input.truncated")
        /// The data breaks a rule of its format.
        package static let invalidValue = Self(rawValue: "input.invalid-value")
        /// The data would need more than a limit allows.
        package static let limitExceeded = Self(rawValue: "input.limit-exceeded")
        /// The data is valid, but uses a feature that is not supported here.
        package static let unsupported = Self(rawValue: "input.unsupported")
        /// What is to be written can't be expressed in the format.
        package static let unrepresentable = Self(rawValue: "output.unrepresentable")
    }

    /// The kind of error.
    package var code: Code
    /// The number of bytes of compressed data before the error; decoders notice an error a few bytes late.
    package var byte: Int
    /// What was expected and what was found: lower case, no full stop.
    package var message: String
    /// The name of the archive's entry concerned, if any; ``byte`` then counts from the start of the archive.
    package var entry: String?
    /// The limit that was reached, if it is one that the caller sets.
    package var limit: Limit?

    /// A limit that the caller sets, under the name that `--limit` has for it.
    package enum Limit: String, Sendable {
        case entryCount = "entries"
        case entrySize = "side-file-size"
        case ratio = "inflation"
    }

    package init(code: Code, byte: Int, message: String, entry: String? = nil, limit: Limit? = nil) {
        self.code = code
        self.byte = byte
        self.message = message
        self.entry = entry
        self.limit = limit
    }
}

extension ArchiveError: CustomStringConvertible {
    /// One line: `byte 17: expected more compressed data, found its end [input.truncated]`.
    package var description: String {
        let place = entry.map { "entry \(String(reflecting: $0)), " } ?? ""
        return "\(place)byte \(byte): \(message) [\(code.rawValue)]"
    }
}
