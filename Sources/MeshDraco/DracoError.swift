/// Why a bitstream could not be decoded: what was expected, what was found, and where.
package struct DracoError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of fault.
    package enum Code: Sendable, Equatable {
        /// The data ends too early.
        case truncated
        /// A value that no encoder writes.
        case invalidValue
        /// A version or method that this decoder does not know.
        case unsupported
        /// The mesh would take more memory than the limits allow.
        case limitExceeded
    }

    /// The kind of fault.
    package var code: Code

    /// What should have been there, in words.
    package var expected: String

    /// What was there, in words.
    package var found: String

    /// The offset in the bitstream. For faults of decoded values, the end of their data.
    package var offset: Int

    /// One line: `expected 3 faces, found 2 (byte 17)`.
    package var description: String {
        "expected \(expected), found \(found) (byte \(offset))"
    }
}
