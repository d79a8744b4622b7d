import MeshFormats
import MeshModel

// Bounds: a piece's list has as many values as it counts; lists that ran out of memory end the reading.

/// The statements of the whole file, joined from its chunks in file order.
struct OBJFileStatements: ~Copyable {
    var positions = OBJRows(components: 3)
    var colors = OBJRows(components: 3)
    var weights = OBJRows(components: 1)
    var texCoords = OBJRows(components: 1)
    var normals = OBJRows(components: 3)
    var polygons = OBJFileElements()
    var lines = OBJFileElements()
    var points = OBJFileElements()
    var events: [OBJEvent] = []
    var names = OBJNames()
    var materials = OBJNames()
    var comments: [MetadataEntry] = []
    /// The first origin record.
    var record: String?
    var paint = GrowingArray<UInt32>()
    var libraries: [Range<Int>] = []
    var libraryTexts: [String] = []
    var unknown = OBJKeywords()
    var tally = OBJTally()
    var counts = OBJStatementCounts()
    var firstColor = -1
    var hasDoubtfulIndex = false
    /// The counts before each chunk, by the chunk's byte offset.
    var bases: [Int: OBJBase] = [:]
    private var reservations = (vertices: 0, texCoords: 0, normals: 0, polygons: 0)

    /// The counts so far.
    var base: OBJBase {
        OBJBase(vertices: counts.vertices, texCoords: counts.texCoords, normals: counts.normals)
    }

    var hasFailed: Bool {
        positions.hasFailed || colors.hasFailed || weights.hasFailed || texCoords.hasFailed || normals.hasFailed
            || polygons.hasFailed || lines.hasFailed || points.hasFailed || paint.hasFailed
    }

    /// Appends a chunk; chunks come in file order.
    ///
    /// Memory for its long lists is reserved here; their values are valid once the copies have run.
    mutating func append(_ piece: inout OBJPiece, _ limits: Limits, _ copies: OBJPendingCopies) throws(ReadError) {
        let base = self.base
        bases[piece.offset] = base
        appendNumbers(&piece, base, copies)
        polygons.append(&piece.polygons, after: base, copies)
        lines.append(&piece.lines, after: base, copies)
        points.append(&piece.points, after: base, copies)
        appendEvents(piece)
        comments += piece.comments
        record = record ?? piece.record
        unsafe paint.append(UnsafePointer(piece.paint.base), count: piece.paint.count)
        libraries += piece.libraries
        libraryTexts += piece.libraryTexts
        unknown.add(piece.unknown)
        tally.add(piece.state.tally)
        counts.add(piece.state.counts)
        if firstColor < 0 { firstColor = piece.firstColor }
        hasDoubtfulIndex = hasDoubtfulIndex || piece.state.hasDoubtfulIndex
        guard unknown.entries.count <= limits.headerEntries else {
            throw ReadError(
                beyond: .names, .byte(piece.offset),
                "expected at most \(limits.headerEntries) kinds of statements, found more")
        }
        try checkSizes(piece.offset)
    }

    private mutating func appendNumbers(_ piece: inout OBJPiece, _ base: OBJBase, _ copies: OBJPendingCopies) {
        positions.append(&piece.positions, absent: OBJRows.absent, later: copies)
        texCoords.append(&piece.texCoords, absent: 0, later: copies)
        normals.append(&piece.normals, absent: 0, later: copies)
        if piece.colors.count > 0 {
            colors.pad(to: base.vertices)
            colors.append(&piece.colors, absent: OBJRows.absent, later: copies)
        }
        if piece.weights.count > 0 {
            weights.pad(to: base.vertices, with: 1)
            weights.append(&piece.weights, absent: 1, later: copies)
        }
    }

    private mutating func appendEvents(_ piece: borrowing OBJPiece) {
        guard !piece.events.isEmpty else { return }
        let nameIndices = zip(piece.names.list, piece.names.offsets).map { names.index(of: $0, at: $1) }
        let materialIndices = zip(piece.materials.list, piece.materials.offsets).map {
            materials.index(of: $0, at: $1)
        }
        let polygonBase = polygons.count - piece.polygons.count
        let lineBase = lines.count - piece.lines.count
        let pointBase = points.count - piece.points.count
        for event in piece.events {
            var event = event
            event.polygons += polygonBase
            event.lines += lineBase
            event.points += pointBase
            switch event.kind {
            case .object, .groups: event.value = nameIndices[Int(event.value)]
            case .material: event.value = materialIndices[Int(event.value)]
            case .smoothing, .kind: break
            }
            events.append(event)
        }
    }

    /// Reserves memory for the rest of the file, assuming that it goes on like its last part.
    ///
    /// - Parameters:
    ///   - previous: the counts before the last part.
    ///   - byteCount: the size of the last part.
    ///   - rest: the size of the rest of the file.
    mutating func reserve(since previous: OBJBase, corners: Int, byteCount: Int, rest: Int) {
        guard byteCount > 0, rest > 4 << 20 else { return }
        // Pages that are never touched cost nothing, while growing a list needs its memory twice.
        let scale = Double(rest) / Double(byteCount) * 1.25
        func projected(_ count: Int, since before: Int) -> Int {
            count == before ? 0 : Int(min(Double(count) + Double(count - before) * scale, 0x1p31))
        }
        let rows = projected(counts.vertices, since: previous.vertices)
        if rows > 0, reservations.vertices < 2 {
            reservations.vertices += 1
            positions.reserve(rows: rows)
            if colors.count > 0 { colors.reserve(rows: rows) }
        }
        if counts.texCoords > previous.texCoords, reservations.texCoords < 2 {
            reservations.texCoords += 1
            texCoords.reserve(rows: projected(counts.texCoords, since: previous.texCoords))
        }
        if counts.normals > previous.normals, reservations.normals < 2 {
            reservations.normals += 1
            normals.reserve(rows: projected(counts.normals, since: previous.normals))
        }
        if polygons.vertices.count > corners, reservations.polygons < 2 {
            reservations.polygons += 1
            polygons.reserve(corners: projected(polygons.vertices.count, since: corners))
        }
    }

    /// Throws when memory ran out, or when there are more rows than 32-bit indices can count.
    private func checkSizes(_ offset: Int) throws(ReadError) {
        if hasFailed {
            throw ReadError(.limitExceeded, .byte(offset), "not enough memory for the file's numbers")
        }
        let most = max(
            counts.vertices, counts.texCoords, counts.normals, polygons.vertices.count, lines.vertices.count,
            points.vertices.count)
        guard most <= Int(Int32.max) else {
            throw ReadError(.limitExceeded, .byte(offset), "expected at most \(Int32.max) rows, found more")
        }
    }
}
