/// The wrapping of a deflate stream (RFC 1951).
package enum DeflateWrapping: Hashable, Sendable, CaseIterable {
    /// Nothing: as in zip entries.
    case raw
    /// Two bytes of header, and an Adler-32 checksum at the end, which decoding verifies: as in PNG (RFC 1950).
    case zlib

    /// zlib's encoding of the wrapping: the window's size, negative without header and checksum.
    var windowBits: Int32 {
        switch self {
        case .raw: -15
        case .zlib: 15
        }
    }
}
