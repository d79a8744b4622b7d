/// The source of an entry's bytes, which are read when the entry is written, and not kept.
public enum PackageContents: Sendable {
    /// Bytes in memory.
    case bytes([UInt8])
    /// A file by its path, read in chunks.
    case file(String)
    /// All files of a folder by its path; the entry's path is their target folder. Empty: the package's root.
    case folder(String)
    /// An entry of a package, read in chunks.
    case entry(PackageEntry)
    /// The result of a function; nil: the entry is left out.
    case made(@Sendable () throws -> [UInt8]?)
    /// The chunks that a function writes.
    case pieces(@Sendable (_ write: ([UInt8]) throws -> Void) throws -> Void)
}

/// A picture that is about to be written into a package.
public struct PackageImage: Sendable {
    /// What the picture belongs to.
    public enum Owner: Sendable {
        /// A frame.
        case frame(ScanFrame)
        /// A 360° still.
        case still(EquirectStill)
        /// The glasses' stream, which has no poses.
        case proxy
        /// A mesh, on which the picture is a texture; its path in the source.
        case mesh(String)
    }

    /// The path in the source.
    public let path: String
    /// What the picture belongs to.
    public let owner: Owner
    /// Where persons are in the picture; nil: the device has no mask of it. Only frames of the phone have masks.
    public let persons: PersonMask?

    /// The frame that the picture belongs to, if any.
    public var frame: ScanFrame? {
        if case .frame(let frame) = owner { frame } else { nil }
    }
}

/// The depth of a frame that is about to be written into a package.
public struct PackageDepth: Sendable {
    /// The frame.
    public let frame: ScanFrame
    /// Where persons are in it; nil: the device has no mask of it.
    public let persons: PersonMask?
}

/// A point of a cloud that is written with a package, in the frame of its poses.
public struct PackagePoint: Hashable, Sendable {
    /// Metres.
    public var position: SIMD3<Double>
    /// sRGB-encoded red, green and blue.
    public var color: SIMD3<UInt8>
    /// The mean distance in pixels between where images show the point and where they should; 0 or less: unknown.
    public var error = 0.0
    /// The number of images that show it, as far as COLMAP matched them.
    public var trackLength = 0

    /// Creates a point.
    public init(position: SIMD3<Double>, color: SIMD3<UInt8>) {
        self.position = position
        self.color = color
    }
}
