import MeshModel

/// The complete plan of a file, for the writer.
struct OFFLayout: Sendable {
    var variant: OFFVariant
    /// The comments, each of one line.
    var remarks: [String] = []
    var vertexCount = 0
    /// The fields of a vertex, in the order of a row.
    var fields: [OFFFieldLayout] = []
    var faces: [OFFFaceLayout] = []

    /// Whether a field is written.
    func has(_ field: OFFHeader.Field) -> Bool { fields.contains { $0.field == field } }
}

/// A field of all vertices.
struct OFFFieldLayout: Sendable {
    /// The values of the vertices of a set.
    struct Part: Sendable {
        var count: Int
        /// The values; nil: `fill` for all.
        var values: Column?
    }

    var field: OFFHeader.Field
    /// How many numbers each vertex has.
    var width: Int
    /// What a number is written as: float32, float64 or uint8.
    var type: ScalarType
    /// The number where the source has none; `alpha` is that of a colour's fourth.
    var fill: Double = 0
    var parts: [Part]

    /// Reads the numbers of some vertices, row by row.
    func read(_ rows: Range<Int>, into numbers: inout ContiguousArray<Double>, _ scratch: inout ContiguousArray<Double>)
    {
        numbers.removeAll(keepingCapacity: true)
        var first = 0
        for part in parts {
            let own = rows.clamped(to: first..<first + part.count)
            first += part.count
            guard !own.isEmpty else { continue }
            guard let values = part.values else {
                for _ in 0..<own.count * width { numbers.append(fill) }
                continue
            }
            let start = first - part.count
            values.read(own.lowerBound - start..<own.upperBound - start, into: &scratch)
            if values.components == width {
                numbers += scratch
                continue
            }
            for row in 0..<own.count {
                for component in 0..<width {
                    numbers.append(
                        component < values.components ? scratch[row * values.components + component] : fill)
                }
            }
        }
    }
}

/// The faces of a primitive.
struct OFFFaceLayout: Sendable {
    var primitive: Primitive
    /// The number of vertices in the sets before its own.
    var base: Int
    /// The colours, as codes in a text and as float32 in a binary file.
    var colors: Column?
}
