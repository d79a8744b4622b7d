/// How an entry's bytes are stored (APPNOTE.TXT 4.4.5).
public struct ZipMethod: Hashable, Sendable {
    /// The number as the archive has it.
    public let rawValue: Int

    /// The method with this number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The bytes as they are.
    public static let stored = Self(rawValue: 0)
    /// A deflate stream (RFC 1951).
    public static let deflated = Self(rawValue: 8)
}

extension ZipMethod: CustomStringConvertible {
    /// `stored`, `deflated`, or the number.
    public var description: String {
        switch self {
        case .stored: "stored"
        case .deflated: "deflated"
        default: "method \(rawValue)"
        }
    }
}

/// One file in an archive, as the directory has it, and where its bytes are.
///
/// Offsets count from the first byte of what the archive was read from.
public struct ZipEntry: Hashable, Sendable {
    /// The path inside the archive, with `/` between its parts. It never leaves the archive.
    public let name: String
    /// How its bytes are stored.
    public let method: ZipMethod
    /// The general purpose bits (APPNOTE.TXT 4.4.4).
    public let flags: UInt16
    /// The checksum of the bytes after decompression: a claim, checked when they are taken.
    public let checksum: UInt32
    /// The number of bytes after decompression: a claim, checked when they are taken.
    public let byteCount: Int
    /// Where the local header starts.
    public let headerOffset: Int
    /// The bytes as they are stored; they lie inside of the archive and in no other entry.
    public let data: Range<Int>
    /// The version of the specification that is needed to extract it: 10, 20, 45 …
    public let versionNeeded: Int

    /// Whether it stands for a folder: its name ends with `/`.
    public var isFolder: Bool { name.hasSuffix("/") }
    /// Whether its sizes stand behind its data (general purpose bit 3).
    public var hasDataDescriptor: Bool { flags & 8 != 0 }
    /// Whether its data starts at a multiple of `alignment` bytes; USDZ demands 64.
    public func isAligned(to alignment: Int = 64) -> Bool { alignment > 0 && data.lowerBound % alignment == 0 }
}
