public import MeshBytes

/// How much an archive may ask for before it is refused; every field can be changed by the caller.
public struct ZipLimits: Hashable, Sendable {
    /// The most entries.
    public var entryCount = 1_000_000
    /// The most bytes of the directory, which is read whole.
    public var directoryByteCount = 256 << 20
    /// How much an entry may grow when it is taken.
    public var entry = InflateLimits()

    /// The defaults.
    public init() {}
}

/// Why an archive can't be read or written: its own fault, or the system's.
public enum ZipError: Error, Hashable, Sendable {
    /// Something is wrong with the archive, or with what was to go into it.
    case archive(ArchiveError)
    /// The system refused to read or write, or the work was cancelled.
    case system(SystemError)
}

extension ZipError: CustomStringConvertible {
    /// One line.
    public var description: String {
        switch self {
        case .archive(let error): error.description
        case .system(let error): error.description
        }
    }
}
