/// How much a package may ask for before it is refused; every field can be changed by the caller.
public struct PackageLimits: Hashable, Sendable {
    /// The most entries.
    public var entryCount = 1_000_000
    /// The most bytes of a JSON or CSV file.
    public var textByteCount = 64 << 20
    /// The most bytes of any other entry that is taken whole.
    public var entryByteCount = 1 << 30
    /// The most bytes that may come out of each compressed byte of an entry larger than a mebibyte: what is more is
    /// taken for a bomb.
    public var compressionRatio = 200
    /// The most pixels of an image.
    public var pixelCount = 1 << 26
    /// The most arrays and objects of a JSON file inside of each other.
    public var depth = 64

    /// The defaults.
    public init() {}
}
