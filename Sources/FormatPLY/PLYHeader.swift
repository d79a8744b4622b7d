/// What stands before the body.
struct PLYHeader: Sendable {
    /// A line that says something about the file.
    enum Remark: Sendable, Hashable {
        case comment(String)
        case objInfo(String)
    }

    /// How lines end.
    enum LineEnd: String, Sendable, Hashable {
        case lineFeed = "\n"
        case carriageReturn = "\r"
        case both = "\r\n"
    }

    /// How the body is written.
    var encoding: PLYEncoding
    /// How the first line ends, and with it all others.
    var lineEnd: LineEnd
    /// The elements in the order of the body.
    var elements: [PLYElement]
    /// Comments and `obj_info` lines in their order.
    var remarks: [Remark]
    /// The bytes up to the body, as they are.
    var bytes: [UInt8]
    /// Where in `bytes` the word stands that names the encoding.
    var encodingRange: Range<Int>
    /// The number of lines of the header.
    var lineCount: Int

    /// The byte where the body starts.
    var byteCount: Int { bytes.count }

    /// The same header for another encoding; everything else stays byte for byte.
    func bytes(for encoding: PLYEncoding) -> [UInt8] {
        Array(bytes[..<encodingRange.lowerBound]) + Array(encoding.rawValue.utf8)
            + Array(bytes[encodingRange.upperBound...])
    }
}
