import MeshBytes
import MeshFormats

/// The content of a part of a text: facets in order, and where solids begin and end among them.
struct STLTextFacets: Sendable {
    /// A statement between facets.
    enum Event: Sendable {
        /// A solid begins.
        case solid(name: String?)
        /// A solid ends.
        case end
    }

    /// Facets without an event between them.
    struct Run: Sendable {
        /// The event before the first facet; nil at the beginning of the part.
        var event: Event?
        /// The offset of the event.
        var byte: Int
        var count = 0
        /// Whether all positions have the shortest digits of a float32.
        var hasShortPositions = true
        /// Whether all normals have the shortest digits of a float32.
        var hasShortNormals = true
        /// The number of normals that can't be computed from the corners.
        var ownNormals = 0
    }

    /// The number of defects of one kind, and the offset of the first.
    struct Unknown: Sendable {
        var count: Int
        var byte: Int
    }

    /// The runs in order; never empty.
    var runs: [Run] = [Run(event: nil, byte: 0)]
    /// Nine numbers per facet, if float32 is enough.
    var positions = ContiguousArray<Float>()
    /// Three numbers per facet.
    var normals = ContiguousArray<Float>()
    /// The positions and normals as float64, if float32 is not enough.
    var widePositions = ContiguousArray<Double>()
    var wideNormals = ContiguousArray<Double>()
    var count = 0
    /// The number of normals that are zero.
    var zeroNormals = 0
    /// Normals that are NaN or infinite.
    var brokenNormals = Unknown(count: 0, byte: 0)
    /// Facets without `endloop` or `endfacet`.
    var unclosed = Unknown(count: 0, byte: 0)
    /// Facets that were left out.
    var skipped = Unknown(count: 0, byte: 0)
    /// Facets that the end of the text cuts off.
    var truncated = Unknown(count: 0, byte: 0)
    /// Unknown statements, by their first word.
    var unknown: [String: Unknown] = [:]
    /// The offset of a facet that the end of the part cuts off; nil if the last facet is complete.
    var unfinished: Int?

    /// Adds to the number of defects of a kind.
    static func add(_ tally: inout Unknown, at byte: Int, count: Int = 1) {
        if tally.count == 0 || byte < tally.byte { tally.byte = byte }
        tally.count += count
    }
}
