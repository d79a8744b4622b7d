import MeshBytes
import MeshFormats

/// A reusable chunk; one thread has it at a time.
final class OBJPieceBox: @unchecked Sendable {
    var piece = OBJPiece()
    /// The copies that are still to be run.
    fileprivate var copies: [OBJPendingCopies.Copy] = []
}

/// The statements of all chunks so far, and chunks that wait to be reused.
final class OBJPieceJoiner: @unchecked Sendable {
    /// The number of chunks from which memory for the rest is estimated.
    private static let piecesPerGuess = 8

    /// Used by one thread at a time, in file order, and by the caller afterwards.
    var join = OBJFileStatements()
    private let byteCount: Int
    private let options: ReadOptions
    private let bounds: OBJBounds?
    private let copies = OBJPendingCopies()
    private var joined = 0
    private var guess = (base: OBJBase(), corners: 0, start: 0)
    private let lock = Lock()
    private var idle: [OBJPieceBox] = []

    init(byteCount: Int, _ options: ReadOptions, bounds: OBJBounds?) {
        self.byteCount = byteCount
        self.options = options
        self.bounds = bounds
    }

    /// Returns an empty chunk, reused if possible.
    func makeEmpty() -> OBJPieceBox {
        if let box = lock.withLock({ idle.popLast() }) { return box }
        let box = OBJPieceBox()
        box.piece.prepare(like: OBJFileStatements(), options, bounds: bounds)
        return box
    }

    /// Appends the next chunk of the file; the values of its long lists are copied later.
    func append(_ box: OBJPieceBox) throws(ReadError) {
        if joined % Self.piecesPerGuess == 0 {
            guess = (join.base, join.polygons.vertices.count, box.piece.offset)
        }
        try join.append(&box.piece, options.limits, copies)
        joined += 1
        if joined % Self.piecesPerGuess == 0 {
            let end = box.piece.offset + box.piece.byteCount
            join.reserve(
                since: guess.base, corners: guess.corners, byteCount: end - guess.start, rest: byteCount - end)
        }
        copies.handOver(to: &box.copies)
        // Emptied lists keep their memory and its contents, and no one reuses the chunk before it is copied.
        box.piece.prepare(like: join, options, bounds: bounds)
    }

    /// Copies the long lists of an appended chunk into place, while the next chunk is appended.
    func copy(_ box: OBJPieceBox) {
        copies.run(box.copies)
        lock.withLock { idle.append(box) }
    }
}
