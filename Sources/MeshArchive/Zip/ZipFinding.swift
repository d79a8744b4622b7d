/// Something about an archive that does not keep it from being read, but that a rule of a format on top of zip, or
/// another reader, may object to.
public struct ZipFinding: Hashable, Sendable {
    /// What was found.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// An entry's data does not start at a multiple of 64 bytes.
        case unaligned
        /// An entry is compressed.
        case deflated
        /// An entry is of a method that is not read here.
        case unknownMethod
        /// An entry's sizes stand behind its data.
        case dataDescriptor
        /// An entry stands for a folder.
        case folder
        /// Bytes that belong to no entry lie before an entry, or before the directory.
        case gap
        /// The local header has another name than the directory; the directory's counts.
        case nameMismatch
        /// The local header has other flags, another method, size or checksum than the directory; the directory's count.
        case headerMismatch
        /// The directory lists entries in another order than they are stored in.
        case outOfOrder
        /// Two entries have one name; the first in the directory is found by it.
        case duplicateName
        /// A name is not declared to be UTF-8 and has bytes beyond ASCII; it was read as UTF-8 if it is that, else as
        /// code page 437.
        case undeclaredEncoding
        /// A name has a backslash, which some readers take for `/`.
        case backslash
        /// Extra fields don't fill the room that is declared for them.
        case malformedExtra
        /// Records of zip64 are used.
        case zip64
        /// Bytes lie before the archive's first.
        case leadingBytes
        /// Bytes lie behind the archive's last.
        case trailingBytes
        /// The comment holds what could be another end of the archive.
        case ambiguousEnd
    }

    /// What was found.
    public var kind: Kind
    /// The entry's place in ``ZipReader/entries``; nil for the archive as a whole.
    public var entry: Int?
    /// Where in the archive.
    public var byte: Int
    /// What was expected and what was found: lower case, no full stop, without the entry's name.
    public var message: String
}
