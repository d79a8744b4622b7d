package import MeshFormats

/// The limits beyond which a package is refused; the caller can change each of them.
public struct PackageLimits: Hashable, Sendable {
    /// The maximum number of entries.
    public var entryCount = 1_000_000
    /// The maximum size of a JSON or CSV file, in bytes.
    public var textByteCount = 64 << 20
    /// The maximum size of any other entry that is read whole, in bytes.
    public var entryByteCount = 1 << 30
    /// The maximum number of bytes per compressed byte of an entry above a mebibyte; more counts as a zip bomb.
    public var compressionRatio = 200
    /// The maximum number of pixels of an image.
    public var pixelCount = 1 << 26
    /// The maximum nesting depth of a JSON file.
    public var depth = 64

    /// Creates the default limits.
    public init() {}

    /// Sets those that the limits of a conversion say something else about than the usual.
    package mutating func apply(_ limits: Limits) {
        let usual = Limits()
        if limits.lineByteCount != usual.lineByteCount { textByteCount = limits.lineByteCount }
        if limits.sideFileByteCount != usual.sideFileByteCount { entryByteCount = limits.sideFileByteCount }
        if let own = limits.entryCount { entryCount = own }
        if let own = limits.compressionRatio { compressionRatio = own }
        if let own = limits.pixelCount { pixelCount = own }
        if let own = limits.nesting { depth = own }
    }
}
