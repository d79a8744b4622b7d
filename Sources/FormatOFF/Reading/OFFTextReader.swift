import MeshBytes
import MeshFormats

/// Reads text bodies. Nearly all have a row on each line: these are read in chunks on several threads. Others, and all
/// that have a defect, are read once more as a whole, which finds out what is wrong and where.
struct OFFTextReader {
    let input: Input
    let header: OFFHeader
    let options: ReadOptions

    /// - Parameter pieceByteCount: the size of the chunks; the result does not depend on it.
    func read(pieceByteCount: Int = 1 << 20) throws(ReadError) -> OFFRows {
        if let rows = try readLines(pieceByteCount) { return rows }
        let whole = try map(max(input.byteCount, 1)) { (piece) throws(ReadError) in
            var reader = OFFRowReader(piece.makeCursor(), header, areLines: false, isLenient: options.lenient)
            return try reader.read(from: 0)
        }
        return whole.first ?? OFFRows()
    }

    /// Reads a text whose lines are rows; nil: they are not, or something is wrong.
    private func readLines(_ pieceByteCount: Int) throws(ReadError) -> OFFRows? {
        let counts = try map(pieceByteCount) { (piece) throws(ReadError) in (piece.offset, Self.rowCount(piece)) }
        var total = 0
        var firstRows: [Int: Int] = [:]
        for (offset, count) in counts {
            firstRows[offset] = total
            total += count
        }
        guard total >= header.vertexCount + header.faceCount else { return nil }
        let parts = try map(pieceByteCount) { [firstRows] (piece) throws(ReadError) -> OFFRows? in
            guard let first = firstRows[piece.offset] else { return nil }
            var reader = OFFRowReader(piece.makeCursor(), header, areLines: true, isLenient: options.lenient)
            return try? reader.read(from: first)
        }
        var all = OFFRows()
        for part in parts {
            guard let part else { return nil }
            all.append(part)
        }
        return all
    }

    private func map<R: Sendable>(
        _ pieceByteCount: Int, _ body: @Sendable (TextPiece) throws(ReadError) -> R
    ) throws(ReadError) -> [R] {
        do throws(PieceError<ReadError>) {
            return try TextPieces.map(
                input, from: header.byteCount, pieceByteCount: pieceByteCount, threads: options.threads, body)
        } catch {
            throw ReadError(error)
        }
    }

    /// The number of lines that are neither blank nor a comment.
    private static func rowCount(_ piece: TextPiece) -> Int {
        var cursor = piece.makeCursor()
        var count = 0
        while true {
            cursor.skipWhitespace()
            if cursor.isAtEnd { return count }
            if cursor.peek() != 0x23 { count += 1 }
            cursor.skipLine()
        }
    }
}
