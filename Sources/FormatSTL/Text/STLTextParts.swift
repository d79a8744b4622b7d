import MeshBytes
import MeshFormats
import MeshModel

/// Collects the parts of a text in order, while threads still read others.
///
/// A part is processed when all parts before it are: the seam between them is read, and data that won't be used is
/// dropped, so that memory is that of the result. The result doesn't depend on which part is finished first.
final class STLTextParts: @unchecked Sendable {
    /// The result of a chunk of text.
    struct Piece: Sendable {
        /// The offset of the chunk.
        var start: Int
        /// The offset from which the chunk was read; its end if no facet begins in it.
        var head: Int
        var end: Int
        var facets: Result<STLTextFacets, ReadError>
    }

    /// How numbers are read, and which are kept.
    struct Options {
        /// Whether numbers are kept as float64.
        var isWide = false
        /// Whether facets with defects are left out.
        var isLenient: Bool
        /// Whether equal corners are merged while reading, which takes memory for distinct ones only.
        var findsRepetitions: Bool
        /// Whether normals are kept even before one is found that can't be computed from the corners.
        var keepsNormals = false
    }

    private let input: Input
    private let options: Options
    private let lock = Lock()
    /// Chunks whose turn has not come, by offset.
    private var waiting: [Int: Piece] = [:]
    /// The offset of the next chunk.
    private var turn: Int
    /// The offset after the last facet.
    private var next: Int
    private var parts: [STLTextFacets] = []
    private var corners: STLRepeatedCorners?
    /// The corners, if repetitions are not looked for.
    private var list = STLCornerList()
    private var isTried = false
    private var hasOwnNormals: Bool
    private var isIncomplete = false
    private var error: ReadError?

    init(_ input: Input, from start: Int, _ options: Options) {
        self.input = input
        self.options = options
        turn = start
        next = start
        hasOwnNormals = options.keepsNormals
    }

    /// Adds a chunk. Chunks may come in any order, and leave no gaps.
    func enter(_ piece: Piece) {
        lock.withLock {
            waiting[piece.start] = piece
            while let piece = waiting.removeValue(forKey: turn) {
                turn = piece.end
                guard error == nil else { continue }
                do throws(ReadError) { try take(piece) } catch { self.error = error }
            }
        }
    }

    /// Reads the rest of the text.
    ///
    /// - Returns: the parts, and the corners unless the parts have them; nil: no memory for finding repetitions.
    func finish() throws(ReadError) -> (parts: [STLTextFacets], corners: Column?)? {
        if let error { throw error }
        try readSeam(to: input.byteCount)
        return isIncomplete ? nil : (parts, corners?.column() ?? list.column)
    }

    private func take(_ piece: Piece) throws(ReadError) {
        guard piece.head < piece.end else { return }
        try readSeam(to: piece.head)
        let facets = try piece.facets.get()
        next = facets.unfinished ?? piece.end
        try append(facets, byteCount: piece.end - piece.head)
    }

    private func readSeam(to end: Int) throws(ReadError) {
        guard next < end else { return }
        let bytes = try ReadError.of(input.read(next..<end))
        guard bytes.count == end - next else { throw ReadError.shrunk }
        let options = options
        var seam = try TextCursor.over(bytes, offset: next) { (cursor) throws(ReadError) -> STLTextFacets in
            try STLTextParser.parse(cursor, isWide: options.isWide, isLenient: options.isLenient)
        }
        if let byte = seam.unfinished { seam.truncated.add(at: byte) }
        try append(seam, byteCount: end - next)
    }

    private func append(_ facets: STLTextFacets, byteCount: Int) throws(ReadError) {
        var facets = facets
        if !hasOwnNormals {
            hasOwnNormals = facets.runs.contains { $0.ownNormals > 0 }
            if !hasOwnNormals, facets.count > 0 {
                facets.normals = []
                facets.wideNormals = []
            }
        }
        if facets.count > 0 {
            // The number of all facets is estimated from those of this part.
            let most = input.byteCount / STLTextParser.leastFacet + 1
            let share = Double(input.byteCount) / Double(max(byteCount, 1)) * Double(facets.count)
            let likely = share < Double(most) ? Int(share) : most
            if options.findsRepetitions { find(&facets, most, likely: likely) }
            if !facets.positions.isEmpty {
                try list.append(facets.positions, likely: likely)
                facets.positions = []
            }
        }
        parts.append(facets)
    }

    /// Moves the corners of a part to the search for repetitions.
    private func find(_ facets: inout STLTextFacets, _ most: Int, likely: Int) {
        if !isTried {
            isTried = true
            corners = STLRepeatedCorners(facetCount: most, likely: likely)
        }
        guard let corners else { return }
        if !corners.append(facets.positions) { isIncomplete = true }
        facets.positions = []
    }
}
