import MeshBytes
import MeshFormats
import MeshModel

/// Converts a text to a binary file while reading, a chunk at a time, so that memory does not grow with the file.
///
/// Only texts without anything to report are accepted: one solid that begins and ends, facets without anything between
/// their keywords, and finite numbers with the shortest digits of a float32. For any other text the caller reads the
/// whole document, and that reader reports what it finds.
struct STLTextStream: Sendable {
    private let input: Input
    private let name: String?
    /// The offset after the line that begins the solid.
    private let firstByte: Int

    /// The source of the normals: the text, if one of them can't be computed from the corners.
    private enum Normals {
        case computed, stated
    }

    /// The minimum size of a facet in text.
    private static let leastText = 80
    /// The number of bytes within which the solid must begin.
    private static let reach = 4096

    /// Creates a stream; nil: the input is not a text that begins a solid on a line of its own.
    init?(_ input: Input) {
        guard (try? STLEncoding.of(input)) == .ascii, let head = try? input.read(0..<Self.reach) else { return nil }
        let line = TextCursor.over(head) { (cursor) -> Range<Int> in
            cursor.skipWhitespace()
            let line = cursor.readToLineEnd()
            cursor.skipLine()
            return line.lowerBound..<(cursor.isAtEnd ? line.lowerBound : cursor.position)
        }
        guard !line.isEmpty else { return nil }
        let parsed = TextCursor.over(Array(head[line])) {
            try? STLTextParser.parse($0, isWide: false, isLenient: false)
        }
        // The first run is the empty one before the statement.
        guard let parsed, parsed.runs.count == 2, parsed.count == 0, parsed.unknown.isEmpty, parsed.unfinished == nil,
            case .solid(let name) = parsed.runs[1].event
        else { return nil }
        self.input = input
        self.name = name
        firstByte = line.upperBound
    }

    /// The document without its facets.
    func document(facetCount: Int) -> Document {
        var builder = STLSceneBuilder()
        builder.add(solid: name, count: 0, positions: .empty(.float32, components: 3), attributes: [])
        return Document(
            format: "stl", variant: STLVariant.ascii.rawValue,
            native: STLDocument(input: input, encoding: .ascii, facetCount: facetCount), scene: builder.scene,
            residue: builder.residue, diagnostics: builder.diagnostics, census: builder.census,
            byteCount: input.byteCount)
    }

    /// Writes header, count and facets, and returns the count; nil: the text can't be streamed, and what was written is
    /// not a valid file.
    ///
    /// - Parameters:
    ///   - header: the bytes before the count.
    ///   - threads: the maximum number of workers.
    ///   - rows: receives the digests of the facets, if it is not nil.
    ///   - sink: the output.
    func write(
        header: [UInt8], threads: Int, digests rows: inout RowDigests?, to sink: ByteSink
    ) throws(SystemError) -> Int? {
        for normals in [Normals.computed, .stated] {
            try sink.removeAll()
            try sink.write(header)
            try sink.write(littleEndian: UInt32(0))
            let tally = Tally()
            let digests = rows == nil ? nil : PieceDigests(STLBinaryDigests.paths)
            let isDone = try TextPieces.rewrite(
                input, from: firstByte, recordsBeginWith: Words.all.facet, threads: threads, to: sink
            ) { (piece, bytes) in
                tally.add(append(piece, normals, digests, to: &bytes))
            }
            if isDone, tally.hasEnd, tally.facets > 0, let count = UInt32(exactly: tally.facets) {
                let bytes = (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * UInt32($0))) }
                try sink.replace(at: header.count, with: bytes)
                rows = digests?.joined().saying(ownNormals: tally.hasOwnNormals)
                return tally.facets
            }
            // Computed normals were written, but the text has others: start again with those.
            guard tally.hasOwnNormals else { return nil }
        }
        return nil
    }

    /// The result of a chunk.
    private struct Found {
        var facets = 0
        var isPlain = false
        var hasOwnNormals = false
        /// Whether the solid ends in it.
        var hasEnd = false
    }

    private func append(
        _ piece: TextPiece, _ normals: Normals, _ digests: PieceDigests?, to bytes: inout TextBuffer
    ) -> Found {
        var found = Found()
        let most = piece.count / Self.leastText + 1
        unsafe bytes.reserve(most * STLDocument.facetByteCount) { target in
            // Bounds: room for `most` facets was reserved, and no more are read.
            var place = UnsafeMutableRawPointer(target)
            let words = Words.all
            var cursor = piece.makeCursor()
            var facets = 0
            while cursor.skip(words.facet) {
                guard facets < most, unsafe read(&cursor, words, normals, at: place, &found) else { return 0 }
                facets += 1
                unsafe place += STLDocument.facetByteCount
            }
            found.facets = facets
            found.hasEnd = piece.isLast && Self.isAtEnd(cursor)
            found.isPlain = found.hasEnd || (cursor.isAtEnd && !piece.isLast)
            if let digests {
                var rows = digests.empty
                unsafe STLBinaryDigests.add(target, facets, to: &rows)
                digests.add(rows, of: piece.offset..<piece.offset + piece.count)
            }
            return facets * STLDocument.facetByteCount
        }
        return found
    }

    /// Reads what follows `facet` into the 50 bytes at `place`. Returns whether it could be streamed.
    @inline(__always) private func read(
        _ cursor: inout TextCursor, _ words: Words, _ normals: Normals, at place: UnsafeMutableRawPointer,
        _ found: inout Found
    ) -> Bool {
        var areShortNormals = true
        var areShort = true
        guard cursor.skip(words.normal), unsafe cursor.readFloat32s(3, into: place, areShortest: &areShortNormals),
            cursor.skip(words.outer), cursor.skip(words.loop)
        else { return false }
        for corner in 1...3 {
            guard cursor.skip(words.vertex),
                unsafe cursor.readFloat32s(3, into: place + 12 * corner, areShortest: &areShort)
            else { return false }
        }
        guard cursor.skip(words.endloop), cursor.skip(words.endfacet), areShort else { return false }
        let normal = unsafe Self.vector(place)
        let (a, b, c) = unsafe (Self.vector(place + 12), Self.vector(place + 24), Self.vector(place + 36))
        let sum = normal + a + b + c
        guard (sum.x + sum.y + sum.z).isFinite else { return false }
        let corners = STLFacetNormal.Corners(a, b, c)
        if corners.verdict(normal) == .own {
            found.hasOwnNormals = true
            if normals == .computed { return false }
        }
        switch normals {
        case .stated: guard areShortNormals else { return false }
        case .computed:
            let computed = SIMD3<Float>(corners.normal)
            for axis in 0..<3 {
                unsafe place.storeBytes(
                    of: computed[axis].bitPattern.littleEndian, toByteOffset: 4 * axis, as: UInt32.self)
            }
        }
        unsafe place.storeBytes(of: 0, toByteOffset: 48, as: UInt16.self)
        return true
    }

    /// Three float32 in the machine's byte order.
    @inline(__always) private static func vector(_ place: UnsafeRawPointer) -> SIMD3<Double> {
        func number(_ offset: Int) -> Double {
            Double(unsafe place.loadUnaligned(fromByteOffset: offset, as: Float.self))
        }
        return SIMD3(number(0), number(4), number(8))
    }

    /// Whether only `endsolid` and a name on its line follow.
    private static func isAtEnd(_ text: TextCursor) -> Bool {
        var cursor = text
        guard cursor.skip(Words.all.endsolid) else { return false }
        while !cursor.isAtLineEnd {
            cursor.skipBlanks()
            if cursor.isAtLineEnd { break }
            let word = cursor.readToken()
            // Another solid may begin on this line.
            if word.isEmpty || cursor.text(word).lowercased() == "facet" { return false }
        }
        cursor.skipWhitespace()
        return cursor.isAtEnd
    }

    private struct Words: Sendable {
        static let all = Words()
        let facet = Keyword("facet")
        let normal = Keyword("normal")
        let outer = Keyword("outer")
        let loop = Keyword("loop")
        let vertex = Keyword("vertex")
        let endloop = Keyword("endloop")
        let endfacet = Keyword("endfacet")
        let endsolid = Keyword("endsolid")
    }

    /// The results of all chunks.
    private final class Tally: @unchecked Sendable {
        private let lock = Lock()
        private(set) var facets = 0
        private(set) var hasOwnNormals = false
        private(set) var hasEnd = false

        /// Adds a chunk. Returns whether it could be streamed.
        func add(_ found: Found) -> Bool {
            lock.withLock {
                facets += found.facets
                if found.hasOwnNormals { hasOwnNormals = true }
                if found.hasEnd { hasEnd = true }
            }
            return found.isPlain
        }
    }
}
