import MeshBytes
import MeshFormats

/// The state that indices are resolved with, and the counts so far.
struct OBJPieceState: Sendable {
    var counts = OBJStatementCounts()
    var tally = OBJTally()
    /// The counts that indices are compared with; nil in the first pass.
    var bounds: OBJBounds?
    /// The counts before the chunk; only known together with ``bounds``.
    var base = OBJBase()
    var isLenient = false
    /// Whether an index was found that only the counts of the whole file can judge, such as 0.
    var hasDoubtfulIndex = false
    /// Whether the element being read has a vertex that does not exist.
    var isElementBroken = false
}

extension OBJPieceState {
    /// The vertex that a corner names.
    @inline(__always)
    mutating func vertex(
        _ raw: Int64, _ corner: Int, _ relative: inout GrowingArray<Int32>, _ cursor: TextCursor
    ) throws(ReadError) -> Int32 {
        if raw > 0, raw <= Int64(Int32.max), bounds == nil { return Int32(truncatingIfNeeded: raw &- 1) }
        guard let bounds else { return doubtful(raw, counts.vertices, corner, &relative) }
        let index = raw > 0 ? raw - 1 : Int64(base.vertices + counts.vertices).addingReportingOverflow(raw).partialValue
        if raw != 0, index >= 0, index < bounds.vertices { return Int32(truncatingIfNeeded: index) }
        guard isLenient else { throw invalidIndex(raw, bounds.vertices, cursor) }
        isElementBroken = true
        return 0
    }

    /// The `vt` row that a corner names, or none.
    @inline(__always)
    mutating func texCoord(
        _ raw: Int64, _ corner: Int, _ relative: inout GrowingArray<Int32>, at position: Int
    ) -> Int32 {
        if raw > 0, raw <= Int64(Int32.max), bounds == nil { return Int32(truncatingIfNeeded: raw &- 1) }
        guard let bounds else { return doubtful(raw, counts.texCoords, corner, &relative) }
        return row(
            raw, base.texCoords + counts.texCoords, bounds.texCoords, .texCoordMissing, at: position)
    }

    /// The `vn` row that a corner names, or none.
    @inline(__always)
    mutating func normal(
        _ raw: Int64, _ corner: Int, _ relative: inout GrowingArray<Int32>, at position: Int
    ) -> Int32 {
        if raw > 0, raw <= Int64(Int32.max), bounds == nil { return Int32(truncatingIfNeeded: raw &- 1) }
        guard let bounds else { return doubtful(raw, counts.normals, corner, &relative) }
        return row(raw, base.normals + counts.normals, bounds.normals, .normalMissing, at: position)
    }

    /// Resolves an index that is relative, or that can't be valid.
    @inline(never)
    private mutating func doubtful(
        _ raw: Int64, _ count: Int, _ corner: Int, _ relative: inout GrowingArray<Int32>
    ) -> Int32 {
        guard raw < 0, raw > Int64(Int32.min) else {
            hasDoubtfulIndex = true
            return 0
        }
        relative.append(Int32(truncatingIfNeeded: corner))
        return Int32(clamping: Int64(count) + raw)
    }

    @inline(never)
    private mutating func row(
        _ raw: Int64, _ before: Int, _ total: Int, _ issue: OBJIssue, at position: Int
    ) -> Int32 {
        let index = raw > 0 ? raw - 1 : Int64(before).addingReportingOverflow(raw).partialValue
        if raw != 0, index >= 0, index < total { return Int32(truncatingIfNeeded: index) }
        tally.add(issue, at: position)
        return OBJElementStream.none
    }

    @inline(never) private func invalidIndex(_ raw: Int64, _ total: Int, _ cursor: TextCursor) -> ReadError {
        let start = OBJPiece.wordStart(cursor)
        let wanted = total == 0 ? "a vertex, but no vertex comes before it" : "a vertex from 1 to \(total)"
        let count = base.vertices + counts.vertices
        let relative = raw < 0 ? " after \(count) vertices" : ""
        return ReadError(.invalidIndex, .byte(start), "expected \(wanted), found \(raw)\(relative)")
    }
}
