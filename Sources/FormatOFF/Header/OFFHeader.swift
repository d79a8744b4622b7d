import MeshModel

/// The header of an OFF file: its first word, and the counts behind it.
struct OFFHeader: Sendable {
    /// The values that a vertex has, in the order of a row.
    enum Field: Sendable, Hashable {
        case position, normal, color, texCoord
    }

    /// The fields of a row of the vertex list, and how many numbers each has.
    var fields: [(field: Field, width: Int)] = []
    /// Whether positions have a fourth number that the others are divided by.
    var isHomogeneous = false
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

    /// How many numbers a row of the vertex list has.
    var width: Int { fields.reduce(0) { $0 + $1.width } }

    /// The fields and their first numbers in a row.
    var places: [(field: Field, first: Int, width: Int)] {
        var first = 0
        return fields.map { entry in
            defer { first += entry.width }
            return (entry.field, first, entry.width)
        }
    }
}
