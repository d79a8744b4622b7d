/// A finding that doesn't prevent reading an archive, but that other readers, or formats based on zip, may reject.
package struct ZipFinding: Hashable, Sendable {
    /// The kinds of findings.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// An entry's data doesn't start at a multiple of 64 bytes.
        case unaligned
        /// An entry is compressed.
        case deflated
        /// An entry uses a method that is not supported here.
        case unknownMethod
        /// An entry's sizes follow its data.
        case dataDescriptor
        /// An entry is a folder.
        case folder
        /// Bytes that belong to no entry precede an entry or the directory.
        case gap
        /// The local header has another name than the directory; the directory's is used.
        case nameMismatch
        /// The local header differs from the directory in flags, method, size or checksum; the directory's are used.
        case headerMismatch
        /// The directory lists entries in another order than they are stored.
        case outOfOrder
        /// Two entries have the same name; a lookup finds the first in the directory.
        case duplicateName
        /// A name has bytes beyond ASCII and is not declared to be UTF-8. It is read as UTF-8 if valid, else as code
        /// page 437.
        case undeclaredEncoding
        /// A name contains a backslash, which some readers treat as `/`.
        case backslash
        /// Extra fields don't fill their declared length.
        case malformedExtra
        /// Zip64 records are used.
        case zip64
        /// Bytes precede the archive.
        case leadingBytes
        /// Bytes follow the archive.
        case trailingBytes
        /// The comment contains what could be another end of the archive.
        case ambiguousEnd
    }

    /// The kind of finding.
    package var kind: Kind
    /// The entry's index in ``ZipReader/entries``; nil for the archive as a whole.
    package var entry: Int?
    /// The offset in the archive.
    package var byte: Int
    /// What was expected and what was found: lower case, no full stop, without the entry's name.
    package var message: String
}
