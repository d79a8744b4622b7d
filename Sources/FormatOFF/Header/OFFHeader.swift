import MeshBytes
import MeshFormats
import MeshModel

/// The header of an OFF file: its first word, and the counts behind it.
struct OFFHeader: Sendable {
    /// The values that a vertex has, in the order of a row.
    enum Field: Sendable {
        case position, normal, color, texCoord
    }

    /// The fields of a vertex, in the order of a row, and how many numbers each has.
    var fields: [(field: Field, width: Int)] = [(.position, 3)]
    /// Whether the file has no first word and begins with the counts.
    var lacksWord = false
    var isBinary = false
    /// The byte order of a binary body; some writers don't use the format's own.
    var byteOrder = ByteOrder.big
    var vertexCount = 0
    var faceCount = 0
    /// Comments before the first vertex, in order.
    var comments: [String] = []
    /// The offset of the body.
    var byteCount = 0

    /// Whether positions have a fourth number that the others are divided by.
    var isHomogeneous: Bool { fields[0].width == 4 }
    /// How many numbers a row of the vertex list has.
    var width: Int { fields.reduce(0) { $0 + $1.width } }
    /// The numbers of each field in a row.
    var places: [(field: Field, numbers: Range<Int>)] {
        var first = 0
        return fields.map { entry in
            defer { first += entry.width }
            return (entry.field, first..<first + entry.width)
        }
    }

    /// Reads the header of a file, and checks its counts against the bytes that follow.
    static func read(_ input: Input, limits: Limits) throws(ReadError) -> OFFHeader {
        let bytes = try ReadError.of(input.read(0..<min(1 << 20, input.byteCount)))
        let isWhole = bytes.count == input.byteCount
        let tooLong = ReadError(.limitExceeded, .whole, "the header takes more than \(bytes.count) bytes")
        let header: OFFHeader
        do throws(ReadError) {
            header = try TextCursor.over(bytes) { (cursor) throws(ReadError) in
                var parser = OFFHeaderParser(cursor, limits)
                return try parser.parse()
            }
        } catch {
            throw isWhole || error.code != .truncated ? TextPlaces.located(error, in: input) : tooLong
        }
        // The header looks at the first row, whose end has to be in sight.
        guard isWhole || header.byteCount + 4096 < bytes.count else { throw tooLong }
        let checked = try header.checked(input)
        let most = max(checked.vertexCount, checked.faceCount)
        guard most <= limits.elementCount else {
            throw ReadError(
                beyond: .elements, .byte(checked.byteCount),
                "expected at most \(limits.elementCount) vertices or faces, found \(most)")
        }
        return checked
    }

    /// The header, once its counts fit the bytes behind it.
    private func checked(_ input: Input) throws(ReadError) -> OFFHeader {
        var header = self
        let bytesLeft = input.byteCount - byteCount
        if isBinary, !fits(bytesLeft) {
            header.byteOrder = .little
            header.vertexCount = Int(UInt32(truncatingIfNeeded: vertexCount).byteSwapped)
            header.faceCount = Int(UInt32(truncatingIfNeeded: faceCount).byteSwapped)
        }
        guard header.fits(bytesLeft) else {
            let error = ReadError(
                .truncated, .byte(byteCount),
                "expected \(vertexCount) vertices and \(faceCount) faces, found \(bytesLeft) bytes for them")
            throw isBinary ? error : TextPlaces.located(error, in: input)
        }
        guard max(header.vertexCount, header.faceCount) <= Int(Int32.max) else {
            throw ReadError(.limitExceeded, .whole, "more than \(Int32.max) vertices or faces")
        }
        return header
    }

    /// Whether the counts can be true: in a text, a number takes a digit and what separates it from the next.
    private func fits(_ bytesLeft: Int) -> Bool {
        let (vertexByteCount, faceByteCount) = isBinary ? (width * 4, 8) : (width * 2, 2)
        let least = Double(vertexCount) * Double(vertexByteCount) + Double(faceCount) * Double(faceByteCount)
        return least <= Double(bytesLeft + (isBinary ? 0 : 1))
    }
}
