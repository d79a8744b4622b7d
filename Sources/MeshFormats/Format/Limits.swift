public import MeshModel

/// How much an input may ask for before it is refused; every field can be changed by the caller.
public struct Limits: Sendable, Hashable {
    /// The largest text line or header that is read whole, in bytes.
    public var lineByteCount = 64 << 20
    /// The largest number of elements, properties or statements kinds that a header may declare.
    public var headerEntries = 100_000
    /// The largest side file (MTL, image) that is read, in bytes.
    public var sideFileByteCount = 1 << 30
    /// The largest number of side files.
    public var sideFileCount = 10_000

    /// The defaults.
    public init() {}
}

/// How a file is to be read.
public struct ReadOptions: Sendable {
    /// How much it may ask for.
    public var limits = Limits()
    /// How many threads may work on it.
    public var threads = 1
    /// Whether recoverable defects are refused.
    public var strictInput = false
    /// Whether elements with defects are left out with a diagnostic where reading would otherwise stop.
    public var lenient = false
    /// What colours are that the file does not tag; nil: sRGB, as everybody reads them.
    public var inputColor: Frame.ColorSpace?
    /// Whether equal vertices of soups are going to be made one: a reader may look for them while it reads, and take
    /// memory for different ones only. What is read is the same.
    public var findsRepetitions = false
    /// Options of the format, by name, from its descriptor.
    public var options: [String: String] = [:]
    /// Side files that are not beside the input under their own names: bytes in memory, or files that wait to be
    /// renamed. By the name that the input uses.
    public var sideFiles: [String: SideFile] = [:]

    /// The defaults.
    public init() {}
}

/// Where a side file is when it is not beside the input.
public enum SideFile: Sendable, Hashable {
    /// A file at this path.
    case path(String)
    /// These bytes.
    case bytes([UInt8])
}

/// How a file is to be written.
public struct WriteOptions: Sendable {
    /// How many threads may work on it.
    public var threads = 1
    /// Options of the format, by name, from its descriptor.
    public var options: [String: String] = [:]

    /// The defaults.
    public init() {}

    /// Whether colours are to be painted into a texture; see ``FormatOption/paintEither``.
    public var paintsTextures: Bool { options[FormatOption.paintEither.name] == "texture" }
}
