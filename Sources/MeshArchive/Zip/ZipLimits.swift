package import MeshBytes

/// The limits beyond which an archive is refused; the caller can change each of them.
package struct ZipLimits: Hashable, Sendable {
    /// The maximum number of entries.
    package var entryCount = 1_000_000
    /// The maximum size of the directory, which is read whole, in bytes.
    package var directoryByteCount = 256 << 20
    /// The limits for decompressing an entry.
    package var entry = InflateLimits()

    package init() {}
}

/// The reason why an archive can't be read or written: its own error, or the system's.
package enum ZipError: Error, Hashable, Sendable {
    /// Something is wrong with the archive, or with what should be written into it.
    case archive(ArchiveError)
    /// The system refused to read or write, or the work was cancelled.
    case system(SystemError)
}

extension ZipError: CustomStringConvertible {
    /// One line.
    package var description: String {
        switch self {
        case .archive(let error): error.description
        case .system(let error): error.description
        }
    }
}
