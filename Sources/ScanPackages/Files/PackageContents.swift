/// Where the bytes of an entry come from; they are taken when the entry's turn comes, and not kept.
public enum PackageContents: Sendable {
    /// Bytes in memory.
    case bytes([UInt8])
    /// A file by its path, in pieces.
    case file(String)
    /// All files of a folder by its path; the entry's path is the folder that they go to. Empty: the package's root.
    case folder(String)
    /// An entry of a package, in pieces.
    case entry(PackageEntry)
    /// What a function returns; nil: the entry is left out.
    case made(@Sendable () throws -> [UInt8]?)
    /// What a function hands over in pieces.
    case pieces(@Sendable (_ write: ([UInt8]) throws -> Void) throws -> Void)
}

/// A picture on its way into a package.
public struct PackageImage: Sendable {
    /// What has the picture.
    public enum Owner: Sendable {
        /// A frame.
        case frame(ScanFrame)
        /// A 360° still.
        case still(EquirectStill)
        /// The glasses' stream, which has no poses.
        case proxy
    }

    /// The path in the source.
    public let path: String
    /// What has it.
    public let owner: Owner

    /// The frame that has it, if one does.
    public var frame: ScanFrame? {
        if case .frame(let frame) = owner { frame } else { nil }
    }
}

/// A point of a cloud that goes along with a package, in the frame of its poses.
public struct PackagePoint: Hashable, Sendable {
    /// Metres.
    public var position: SIMD3<Double>
    /// sRGB-encoded red, green and blue.
    public var color: SIMD3<UInt8>

    /// A point from its parts.
    public init(position: SIMD3<Double>, color: SIMD3<UInt8>) {
        self.position = position
        self.color = color
    }
}
