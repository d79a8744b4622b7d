/// What stands before the body.
struct PLYHeader: Sendable {
    /// A line that says something about the file.
    enum Remark: Sendable, Hashable {
        case comment(String)
        case objInfo(String)
    }

    /// A comment without the word that says so.
    struct BareRemark: Sendable, Hashable {
        /// Where in the header it begins.
        var start: Int
        /// The number of its line, from 1.
        var line: Int
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
    /// Where in `bytes` the text of each of them stands.
    var remarkRanges: [Range<Int>]
    /// Those comments that have no word before them.
    var bareRemarks: [BareRemark]
    /// The bytes up to the body, as they are.
    var bytes: [UInt8]
    /// Where in `bytes` the word stands that names the encoding.
    var encodingRange: Range<Int>
    /// The number of lines of the header.
    var lineCount: Int

    /// The byte where the body starts.
    var byteCount: Int { bytes.count }

    /// The names of images in comments, each once, in the order in which a scene has the images.
    var textureNames: [String] {
        var names: [String] = []
        for case .comment(let text) in remarks {
            if let name = PLYSceneBuilder.textureName(text), !names.contains(name) { names.append(name) }
        }
        return names
    }

    /// The same header for another encoding, with other names of images and a word before each comment; everything else
    /// stays byte for byte.
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
