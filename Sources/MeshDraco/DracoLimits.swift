/// What decoding may cost.
///
/// Draco has no smallest size per face: the symbols of a regular mesh take almost no bits. A few bytes may therefore claim
/// (and even be) a mesh of any size, and only a limit keeps a hostile file from taking all memory.
public struct DracoLimits: Sendable, Equatable {
    /// How many bytes all arrays of one decoding may take together, or nil for the default: 64 MiB, and 4096 for each
    /// byte of the bitstream.
    ///
    /// A face takes 40 bytes or so while it is decoded, a value of an attribute about four times its own size.
    public var decodedBytes: Int?

    /// Limits with this number of bytes.
    public init(decodedBytes: Int? = nil) {
        self.decodedBytes = decodedBytes
    }

    /// The number of bytes that a bitstream of this length may take.
    func bytes(forLength length: Int) -> Int {
        if let decodedBytes { return decodedBytes }
        let (product, overflow) = length.multipliedReportingOverflow(by: 4096)
        return overflow || product > Int.max - (64 << 20) ? Int.max : product + (64 << 20)
    }
}
