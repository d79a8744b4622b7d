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
                let joining = try readStatements(input, from: start, pieceByteCount, options, bounds: bounds)
                // Indices that point at nothing are only known at the end: a second reading says where they are.
                if bounds == nil, joining.join.hasWrongIndex {
                    bounds = OBJBounds(
                        vertices: joining.join.counts.vertices, texCoords: joining.join.counts.texCoords,
                        normals: joining.join.counts.normals, bases: joining.join.bases)
                    continue
                }
                var builder = OBJSceneBuilder(input: input, options: options)
                return try builder.document(from: &joining.join)
            }
        } catch {
            throw TextPlaces.located(error, in: input)
        }
    }

    /// Reads all statements, a few pieces at a time, so that memory is that of the result and not of the text.
    private static func readStatements(
        _ input: Input, from start: Int, _ pieceByteCount: Int, _ options: ReadOptions, bounds: OBJBounds?
    ) throws(ReadError) -> JoiningBox {
        let joining = JoiningBox(byteCount: input.byteCount, options, bounds: bounds)
        do throws(PieceError<ReadError>) {
            try TextPieces.fold(
                input, from: start, pieceByteCount: pieceByteCount, threads: max(1, options.threads),
                continuation: true
            ) { (text) throws(ReadError) -> PieceBox in
                let box = joining.takeBox()
                try box.piece.read(text)
                return box
            } inOrder: { (box) throws(ReadError) in
                try joining.append(box)
            }
        } catch {
            throw OBJText.readError(error)
        }
        return joining
    }
}

/// A piece that is used again and again; one thread has it at a time.
private final class PieceBox: @unchecked Sendable {
    var piece = OBJPiece()
}

/// The statements of all pieces so far, and pieces that wait for being used again.
private final class JoiningBox: @unchecked Sendable {
    /// How many pieces room for the rest is guessed from.
    private static let piecesPerGuess = 8

    /// Touched by one thread at a time, in file order, and by the caller after that.
    var join = OBJJoin()
    private let byteCount: Int
    private let options: ReadOptions
    private let bounds: OBJBounds?
    private var joined = 0
    private var guess = (base: OBJBase(), corners: 0, start: 0)
    private let lock = Lock()
    private var idle: [PieceBox] = []

    init(byteCount: Int, _ options: ReadOptions, bounds: OBJBounds?) {
        self.byteCount = byteCount
        self.options = options
        self.bounds = bounds
    }

    /// An empty piece.
    func takeBox() -> PieceBox {
        if let box = lock.withLock({ idle.popLast() }) { return box }
        let box = PieceBox()
        box.piece.prepare(like: OBJJoin(), options, bounds: bounds)
        return box
    }

    /// Takes over the next piece in the file.
    func append(_ box: PieceBox) throws(ReadError) {
        if joined % Self.piecesPerGuess == 0 {
            guess = (join.base, join.polygons.vertices.count, box.piece.offset)
        }
        try join.append(&box.piece, options.limits)
        joined += 1
        if joined % Self.piecesPerGuess == 0 {
            let end = box.piece.offset + box.piece.byteCount
            join.reserve(
                since: guess.base, corners: guess.corners, byteCount: end - guess.start, rest: byteCount - end)
        }
        box.piece.prepare(like: join, options, bounds: bounds)
        lock.withLock { idle.append(box) }
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
