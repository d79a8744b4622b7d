import MeshBytes
import MeshFormats

// Bounds: the corners are the last `arity` of the list, after its count was compared; a plain face looks at no more
// bytes than remain.

// Element statements: `f`, `l`, `p`. The cursor starts after the keyword and ends after the line.

extension OBJPiece {
    enum ElementKind: UInt8 { case polygons, lines, points }

    /// Reads the corners of a line; returns false when none of its elements was kept.
    @inline(__always)
    mutating func readElement(_ cursor: inout TextCursor, _ kind: ElementKind) throws(ReadError) -> Bool {
        if seenKinds & (1 << kind.rawValue) == 0 {
            seenKinds |= 1 << kind.rawValue
            add(.kind, UInt32(kind.rawValue))
        }
        let kept: Bool
        switch kind {
        case .polygons: kept = try Self.readCorners(&cursor, &polygons, &state, .polygons)
        case .lines: kept = try Self.readCorners(&cursor, &lines, &state, .lines)
        case .points: kept = try Self.readCorners(&cursor, &points, &state, .points)
        }
        if cursor.peek() == 0x0A { cursor.advance() } else { finishLine(&cursor) }
        return kept
    }

    /// Reads a face in the usual spelling; returns false, without effect, when it has another.
    @inline(__always)
    mutating func readPlainFace(_ cursor: inout TextCursor, _ text: UnsafePointer<UInt8>) -> Bool {
        let face = unsafe OBJPlainFace(unsafe: text, remaining: cursor.remaining, into: &polygons)
        guard face.count > 0 else { return false }
        let start = cursor.position
        if seenKinds & 1 == 0 {
            seenKinds |= 1
            add(.kind, UInt32(ElementKind.polygons.rawValue))
        }
        if polygons.repeatsVertex(from: polygons.vertices.count &- face.count, face.count) {
            state.tally.add(.repeatedVertex, at: start)
        }
        polygons.finishElement(arity: Int32(truncatingIfNeeded: face.count))
        cursor.move(to: start &+ face.byteCount)
        return true
    }

    /// Moves past the end of a line, with the comment before it if there is one.
    @inline(never) private mutating func finishLine(_ cursor: inout TextCursor) {
        if cursor.peek() == 0x23 { readComment(&cursor) } else { cursor.skipLine() }
    }

    /// Reads corners up to the end of the line or a comment.
    @inline(__always)
    private static func readCorners(
        _ cursor: inout TextCursor, _ stream: inout OBJElementStream, _ state: inout OBJPieceState,
        _ kind: ElementKind
    ) throws(ReadError) -> Bool {
        let start = cursor.position
        let first = stream.vertices.count
        let countBefore = stream.count
        state.isElementBroken = false
        do throws(ReadError) {
            while true {
                cursor.skipBlanks()
                guard let raw = cursor.readInteger() else {
                    if try isEnd(&cursor) { break }
                    continue
                }
                try readCorner(&cursor, &stream, &state, raw)
                if kind == .points { finishPoint(&stream, &state, start) }
                let next = cursor.peek()
                if next == 0x20 { continue }
                if next == 0x0A { break }
                try expectBreak(cursor)
            }
        } catch {
            guard state.isLenient else { throw error }
            stream.truncate(corners: kind == .points ? first + stream.count - countBefore : first)
            state.tally.add(.elementLeftOut, at: start)
            skipLogicalLine(&cursor)
            return stream.count > countBefore
        }
        if kind == .points { return stream.count > countBefore }
        return finish(&stream, &state, kind, first, start)
    }

    /// Adds the vertex of a corner, and reads the `vt` and `vn` indices after it.
    @inline(__always)
    private static func readCorner(
        _ cursor: inout TextCursor, _ stream: inout OBJElementStream, _ state: inout OBJPieceState, _ raw: Int64
    ) throws(ReadError) {
        let corner = stream.vertices.count
        stream.vertices.append(try state.vertex(raw, corner, &stream.relativeVertices, cursor))
        guard cursor.peek() == 0x2F else { return }
        cursor.advance()
        if cursor.peek() != 0x2F {
            if let raw = cursor.readInteger() {
                let row = state.texCoord(raw, corner, &stream.relativeTexCoords, at: cursor.position)
                if stream.texCoords.count != corner { stream.padTexCoords(to: corner) }
                stream.texCoords.append(row)
            } else if isDigit(cursor.peek()) {
                throw hugeIndex(cursor)
            }
            guard cursor.peek() == 0x2F else { return }
        }
        cursor.advance()
        if let raw = cursor.readInteger() {
            let row = state.normal(raw, corner, &stream.relativeNormals, at: cursor.position)
            if stream.normals.count != corner { stream.padNormals(to: corner) }
            stream.normals.append(row)
        } else if isDigit(cursor.peek()) {
            throw hugeIndex(cursor)
        }
    }

    /// Ends a point: each corner is an element.
    @inline(__always)
    private static func finishPoint(
        _ stream: inout OBJElementStream, _ state: inout OBJPieceState, _ start: Int
    ) {
        if state.isElementBroken {
            stream.truncate(corners: stream.vertices.count - 1)
            state.tally.add(.elementLeftOut, at: start)
            state.isElementBroken = false
        } else {
            stream.finishElement(arity: 1)
        }
    }

    @inline(__always)
    private static func finish(
        _ stream: inout OBJElementStream, _ state: inout OBJPieceState, _ kind: ElementKind, _ first: Int,
        _ start: Int
    ) -> Bool {
        let arity = stream.vertices.count &- first
        if arity == 0 || state.isElementBroken {
            stream.truncate(corners: first)
            state.tally.add(.elementLeftOut, at: start)
            return false
        }
        if kind == .polygons {
            if arity < 3 {
                state.tally.add(.degenerateFace, at: start)
            } else if stream.repeatsVertex(from: first, arity) {
                state.tally.add(.repeatedVertex, at: start)
            }
        } else if arity < 2 {
            state.tally.add(.degenerateLine, at: start)
        }
        stream.finishElement(arity: Int32(truncatingIfNeeded: arity))
        return true
    }

    /// Whether the corners end here; skips a backslash that joins the next line.
    @inline(never) private static func isEnd(_ cursor: inout TextCursor) throws(ReadError) -> Bool {
        if cursor.isAtLineEnd || cursor.peek() == 0x23 { return true }
        if cursor.peek() == 0x5C, passContinuation(&cursor) { return false }
        let first = cursor.peek()
        let digit = first == 0x2D || first == 0x2B ? cursor.peek(ahead: 1) : first
        throw isDigit(digit) ? hugeIndex(cursor) : expected("an index", at: cursor)
    }

    @inline(never) private static func expectBreak(_ cursor: TextCursor) throws(ReadError) {
        let next = cursor.peek()
        if cursor.isAtLineEnd || (next >= 0x09 && next <= 0x0D) || next == 0x5C || next == 0x23 { return }
        throw expected("an index", at: cursor)
    }

    private static func hugeIndex(_ cursor: TextCursor) -> ReadError {
        var error = expected("an index", at: cursor)
        error.code = .invalidIndex
        return error
    }

    @inline(__always) private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    /// Moves to the end of a line, or to its comment; a backslash joins the next line.
    static func skipLogicalLine(_ cursor: inout TextCursor) {
        while !cursor.isAtLineEnd {
            switch cursor.peek() {
            case 0x23: return
            case 0x5C: if !passContinuation(&cursor) { cursor.advance() }
            default: cursor.advance()
            }
        }
    }
}

extension OBJElementStream {
    @inline(never) mutating func padTexCoords(to corner: Int) {
        texCoords.append(repeating: Self.none, count: corner - texCoords.count)
    }

    @inline(never) mutating func padNormals(to corner: Int) {
        normals.append(repeating: Self.none, count: corner - normals.count)
    }

    /// Whether a vertex occurs twice among the last corners.
    @inline(__always) func repeatsVertex(from first: Int, _ arity: Int) -> Bool {
        guard vertices.count >= first + arity else { return false }
        let corners = unsafe vertices.base + first
        guard arity == 3 else { return unsafe Self.repeats(corners, arity) }
        return unsafe corners[0] == corners[1] || corners[1] == corners[2] || corners[0] == corners[2]
    }

    /// Static, because a method that isn't inlined would copy the whole stream for each face.
    @inline(never) private static func repeats(_ corners: UnsafePointer<Int32>, _ arity: Int) -> Bool {
        if arity <= 16 {
            for a in 1..<max(arity, 1) {
                for b in 0..<a where unsafe corners[a] == corners[b] { return true }
            }
            return false
        }
        var seen = Set<Int32>(minimumCapacity: arity)
        for index in 0..<arity where unsafe !seen.insert(corners[index]).inserted { return true }
        return false
    }
}
