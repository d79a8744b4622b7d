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
    struct Tally: Sendable {
        private(set) var count = 0
        private(set) var byte = 0

        mutating func add(at byte: Int, count: Int = 1) {
            if self.count == 0 || byte < self.byte { self.byte = byte }
            self.count += count
        }

        mutating func add(_ other: Tally) {
            if other.count > 0 { add(at: other.byte, count: other.count) }
        }
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
    var brokenNormals = Tally()
    /// Facets without `endloop` or `endfacet`.
    var unclosed = Tally()
    /// Facets that were left out.
    var skipped = Tally()
    /// Facets that the end of the text cuts off.
    var truncated = Tally()
    /// Unknown statements, by their first word.
    var unknown: [String: Tally] = [:]
    /// The offset of a facet that the end of the part cuts off; nil if the last facet is complete.
    var unfinished: Int?
}
