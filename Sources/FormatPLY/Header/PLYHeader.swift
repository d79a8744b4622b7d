/// The header of a PLY file: everything before the body.
struct PLYHeader: Sendable {
    /// A comment or `obj_info` line.
    enum Remark: Sendable, Hashable {
        case comment(String)
        case objInfo(String)
    }

    /// A comment line that lacks the keyword `comment`.
    struct BareRemark: Sendable, Hashable {
        /// The offset of its start in the header.
        var start: Int
        /// The line number, from 1.
        var line: Int
    }

    /// The line end.
    enum LineEnd: String, Sendable, Hashable {
        case lineFeed = "\n"
        case carriageReturn = "\r"
        case both = "\r\n"
    }

    /// The encoding of the body.
    var encoding: PLYEncoding
    /// The line end of the first line, which all others have too.
    var lineEnd: LineEnd
    /// The elements in the order of the body.
    var elements: [PLYElement]
    /// Comments and `obj_info` lines, in order.
    var remarks: [Remark]
    /// The byte ranges of their texts in `bytes`.
    var remarkRanges: [Range<Int>]
    /// The comments that lack the keyword `comment`.
    var bareRemarks: [BareRemark]
    /// The bytes up to the body, unchanged.
    var bytes: [UInt8]
    /// The byte range in `bytes` of the encoding's name.
    var encodingRange: Range<Int>
    /// The number of lines of the header.
    var lineCount: Int

    /// The offset of the body.
    var byteCount: Int { bytes.count }

    /// The names of images in comments, each once, in the order of the scene's images.
    var textureNames: [String] {
        var names: [String] = []
        var known: Set<String> = []
        for case .comment(let text) in remarks {
            if let name = PLYSceneBuilder.textureName(text), known.insert(name).inserted { names.append(name) }
        }
        return names
    }

    /// The header's bytes for another encoding, with other image names and a keyword before each comment; everything
    /// else stays byte for byte.
    func bytes(for encoding: PLYEncoding, images: [String: String] = [:]) -> [UInt8] {
        var edits = [(encodingRange, encoding.rawValue)]
        edits += bareRemarks.map { ($0.start..<$0.start, "comment ") }
        for (remark, range) in zip(remarks, remarkRanges) {
            guard case .comment(let text) = remark,
                let name = PLYSceneBuilder.textureName(text).flatMap({ images[$0] })
            else { continue }
            edits.append((range, "TextureFile \(name)"))
        }
        var result: [UInt8] = []
        var start = 0
        edits.sort { ($0.0.lowerBound, $0.0.upperBound) < ($1.0.lowerBound, $1.0.upperBound) }
        for (range, text) in edits {
            result += bytes[start..<range.lowerBound]
            result += Array(text.utf8)
            start = range.upperBound
        }
        return result + Array(bytes[start...])
    }
}
