import MeshBytes
import MeshFormats

/// Reads OBJ files: pieces of the text on several threads, joined in file order.
enum OBJReader {
    /// The document in `input`.
    ///
    /// - Parameter pieceByteCount: the size of the pieces that threads work on; the result does not depend on it.
    static func read(
        _ input: Input, options: ReadOptions, pieceByteCount: Int = 1 << 19
    ) throws(ReadError) -> Document {
        do throws(ReadError) {
            let start = try OBJText.start(of: input)
            var bounds: OBJBounds?
            while true {
                var join = OBJJoin()
                try readStatements(input, from: start, pieceByteCount, options, bounds: bounds, into: &join)
                // Indices that point at nothing are only known at the end: a second reading says where they are.
                if bounds == nil, join.hasWrongIndex {
                    bounds = OBJBounds(
                        vertices: join.counts.vertices, texCoords: join.counts.texCoords,
                        normals: join.counts.normals, bases: join.bases)
                    continue
                }
                var builder = OBJSceneBuilder(input: input, options: options)
                return try builder.document(from: &join)
            }
        } catch {
            throw TextPlaces.located(error, in: input)
        }
    }

    /// Reads all statements, a few pieces at a time, so that memory is that of the result and not of the text.
    private static func readStatements(
        _ input: Input, from start: Int, _ pieceByteCount: Int, _ options: ReadOptions, bounds: OBJBounds?,
        into join: inout OBJJoin
    ) throws(ReadError) {
        let threads = max(1, options.threads)
        let piecesAtATime = threads == 1 ? 1 : min(threads * 4, 64)
        let boxes = (0..<piecesAtATime + 1).map { _ in PieceBox() }
        var offset = start
        while offset < input.byteCount {
            let end = try OBJText.lineStart(after: offset + piecesAtATime * pieceByteCount, in: input)
            for box in boxes { box.piece.prepare(like: join, options, bounds: bounds) }
            let indices: [Int]
            do throws(PieceError<ReadError>) {
                indices = try TextPieces.map(
                    input, from: offset, to: end, pieceByteCount: pieceByteCount, threads: threads,
                    continuation: true
                ) { (text) throws(ReadError) -> Int in
                    // Pieces of one call are numbered from 0 and each index is worked on by one thread.
                    let box = boxes[min(text.index, boxes.count - 1)]
                    try box.piece.read(text)
                    return text.index
                }
            } catch {
                throw OBJText.readError(error)
            }
            let before = join.base
            let corners = join.polygons.vertices.count
            for index in indices { try join.append(&boxes[min(index, boxes.count - 1)].piece, options.limits) }
            join.reserve(since: before, corners: corners, byteCount: end - offset, rest: input.byteCount - end)
            offset = end
        }
    }

    /// A piece that is used again and again; one thread has it at a time.
    private final class PieceBox: @unchecked Sendable {
        var piece = OBJPiece()
    }
}

extension OBJJoin {
    /// Whether some index points at nothing.
    var hasWrongIndex: Bool {
        if hasDoubtfulIndex { return true }
        return polygons.isWrong(counts) || lines.isWrong(counts) || points.isWrong(counts)
    }
}

extension OBJJoinedStream {
    func isWrong(_ counts: OBJStatementCounts) -> Bool {
        lowest.vertices < 0 || lowest.texCoords < -1 || lowest.normals < -1
            || Int(highest.vertices) >= counts.vertices || Int(highest.texCoords) >= counts.texCoords
            || Int(highest.normals) >= counts.normals
    }
}
