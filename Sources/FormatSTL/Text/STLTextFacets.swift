import MeshBytes
import MeshFormats

/// What a part of a text says: facets one after the other, and where solids begin and end among them.
struct STLTextFacets: Sendable {
    /// What stands between facets.
    enum Event: Sendable {
        /// A solid begins.
        case solid(name: String?)
        /// A solid ends.
        case end
    }

    /// Facets without an event between them.
    struct Run: Sendable {
        /// What comes before the first of them; nil at the beginning of the part.
        var event: Event?
        /// The byte of the event.
        var byte: Int
        /// How many facets follow.
        var count = 0
        /// Whether all positions have the digits of a float32.
        var hasShortPositions = true
        /// Whether all normals have.
        var hasShortNormals = true
        /// How many normals say something else than the corners.
        var ownNormals = 0
    }

    /// Statements of one kind that nobody knows.
    struct Unknown: Sendable {
        var count: Int
        var byte: Int
    }

    /// The runs in order; never empty.
    var runs: [Run] = [Run(event: nil, byte: 0)]
    /// Nine numbers per facet, when float32 is enough.
    var positions = ContiguousArray<Float>()
    /// Three numbers per facet.
    var normals = ContiguousArray<Float>()
    /// The same as float64, when it is not.
    var widePositions = ContiguousArray<Double>()
    var wideNormals = ContiguousArray<Double>()
    /// The number of facets.
    var count = 0
    /// Normals that are zero.
    var zeroNormals = 0
    /// Normals that are no numbers, and the byte of the first.
    var brokenNormals = Unknown(count: 0, byte: 0)
    /// Facets without `endloop` or `endfacet`, and the byte of the first.
    var unclosed = Unknown(count: 0, byte: 0)
    /// Facets that were left out, and the byte of the first.
    var skipped = Unknown(count: 0, byte: 0)
    /// Facets that the text does not end, and the byte of the first.
    var truncated = Unknown(count: 0, byte: 0)
    /// Statements that nobody knows, by their first word.
    var unknown: [String: Unknown] = [:]
    /// The byte of a facet that the part does not end; nil: it ends behind a whole one.
    var unfinished: Int?

    /// Counts one more of a kind.
    static func add(_ tally: inout Unknown, at byte: Int, count: Int = 1) {
        if tally.count == 0 || byte < tally.byte { tally.byte = byte }
        tally.count += count
    }
}
