/// The elements of one kind in the whole file.
///
/// `vt` and `vn` rows are stored only once they differ from the vertices: in most files each vertex has its own.
///
/// - Bounds: loops over a list end at its own count, or at one that was compared with it.
struct OBJFileElements: ~Copyable {
    /// How the rows of corners relate to their vertices.
    enum Rows {
        /// No corner has a row so far.
        case none
        /// Each corner so far has the row of its vertex.
        case same
        /// The rows are stored.
        case stored
    }

    var vertices = GrowingArray<Int32>()
    var texCoords = GrowingArray<Int32>()
    var normals = GrowingArray<Int32>()
    private(set) var texCoordRows = Rows.none
    private(set) var normalRows = Rows.none
    /// The first corner of each element, followed by the number of corners; empty until arities differ.
    private(set) var starts = GrowingArray<Int32>()
    /// The arity of all elements; 0 before the first, −1 once arities differ.
    private(set) var uniform: Int32 = 0
    private(set) var count = 0
    /// The largest and the smallest vertex, `vt` and `vn` row that a corner names.
    private(set) var highest = (vertices: Int32(-1), texCoords: Int32(-1), normals: Int32(-1))
    private(set) var lowest = (vertices: Int32(0), texCoords: Int32(-1), normals: Int32(-1))

    var hasFailed: Bool { vertices.hasFailed || texCoords.hasFailed || normals.hasFailed || starts.hasFailed }

    /// Reserves memory for a number of corners, if possible.
    mutating func reserve(corners: Int) {
        vertices.reserve(corners)
        if texCoords.count > 0 { texCoords.reserve(corners) }
        if normals.count > 0 { normals.reserve(corners) }
    }

    /// Appends the elements of a chunk. Rows relative to the chunk become rows of the file; corners are valid once the
    /// copies have run.
    mutating func append(_ piece: inout OBJElementStream, after base: OBJBase, _ copies: OBJPendingCopies) {
        guard piece.count > 0 else { return }
        Self.shift(&piece.vertices, piece.relativeVertices, by: base.vertices)
        Self.shift(&piece.texCoords, piece.relativeTexCoords, by: base.texCoords)
        Self.shift(&piece.normals, piece.relativeNormals, by: base.normals)
        let corners = piece.vertices.count
        if piece.texCoords.count > 0 { piece.padTexCoords(to: corners) }
        if piece.normals.count > 0 { piece.padNormals(to: corners) }
        appendArities(piece)
        unsafe Self.extent(piece.vertices.base, corners, &lowest.vertices, &highest.vertices)
        unsafe Self.extent(piece.texCoords.base, piece.texCoords.count, &lowest.texCoords, &highest.texCoords)
        unsafe Self.extent(piece.normals.base, piece.normals.count, &lowest.normals, &highest.normals)
        Self.append(piece.texCoords, piece.vertices, &texCoords, &texCoordRows, vertices, copies)
        Self.append(piece.normals, piece.vertices, &normals, &normalRows, vertices, copies)
        unsafe vertices.append(UnsafePointer(piece.vertices.base), count: corners, later: copies)
        count += piece.count
    }

    private mutating func appendArities(_ piece: borrowing OBJElementStream) {
        let before = vertices.count
        if piece.uniform == uniform { if uniform >= 0 { return } }
        if count == 0, piece.uniform > 0 {
            uniform = piece.uniform
            return
        }
        if uniform >= 0 {
            let arity = uniform
            if let next = unsafe starts.room(count) {
                for element in 0..<count { unsafe next[element] = Int32(truncatingIfNeeded: element) &* arity }
                starts.advance(count)
            }
            uniform = -1
        }
        guard let next = unsafe starts.room(piece.count) else { return }
        var start = Int32(truncatingIfNeeded: before)
        for element in 0..<piece.count {
            unsafe next[element] = start
            start &+= piece.uniform > 0 ? piece.uniform : piece.arities[element]
        }
        starts.advance(piece.count)
    }

    /// Ends ``starts`` with the number of corners.
    mutating func finish() {
        if uniform < 0 { starts.append(Int32(truncatingIfNeeded: vertices.count)) }
    }

    private static func shift(_ rows: inout GrowingArray<Int32>, _ corners: borrowing GrowingArray<Int32>, by base: Int)
    {
        guard corners.count > 0 else { return }
        let target = unsafe rows.base
        for index in 0..<corners.count {
            let corner = Int(corners[index])
            guard corner < rows.count else { continue }
            // A row that is still negative lies before the first one, and must not look like "none".
            let row = Int64(unsafe target[corner]) + Int64(base)
            unsafe target[corner] = row < 0 ? Int32.min : Int32(clamping: row)
        }
    }

    private static func extent(
        _ rows: UnsafeMutablePointer<Int32>, _ count: Int, _ lowest: inout Int32, _ highest: inout Int32
    ) {
        var low = lowest
        var high = highest
        for index in 0..<count {
            low = unsafe min(low, rows[index])
            high = unsafe max(high, rows[index])
        }
        lowest = low
        highest = high
    }

    private static func append(
        _ piece: borrowing GrowingArray<Int32>, _ pieceVertices: borrowing GrowingArray<Int32>,
        _ rows: inout GrowingArray<Int32>, _ state: inout Rows, _ vertices: borrowing GrowingArray<Int32>,
        _ copies: OBJPendingCopies
    ) {
        let corners = pieceVertices.count
        let isEmpty = piece.count == 0
        // Bounds: the list is shorter where memory ran out.
        let isSame = unsafe piece.count == corners && !isEmpty && isEqual(piece.base, pieceVertices.base, corners)
        switch state {
        case .none where isEmpty: return
        case .none where isSame && vertices.count == 0:
            state = .same
            return
        case .same where isSame: return
        case .none: rows.append(repeating: OBJElementStream.none, count: vertices.count)
        case .same:
            vertices.settle()
            unsafe rows.append(UnsafePointer(vertices.base), count: vertices.count)
        case .stored: break
        }
        state = .stored
        if isEmpty {
            rows.append(repeating: OBJElementStream.none, count: corners)
        } else {
            unsafe rows.append(UnsafePointer(piece.base), count: corners, later: copies)
        }
    }

    private static func isEqual(
        _ a: UnsafeMutablePointer<Int32>, _ b: UnsafeMutablePointer<Int32>, _ count: Int
    ) -> Bool {
        var difference: Int32 = 0
        for index in 0..<count { difference |= unsafe a[index] ^ b[index] }
        return difference == 0
    }
}
