import MeshBytes
import MeshFormats

/// A piece that is used again and again; one thread has it at a time.
final class OBJPieceBox: @unchecked Sendable {
    var piece = OBJPiece()
    /// What of it was taken over and is still to be copied.
    fileprivate var copies: [OBJPendingCopies.Copy] = []
}

/// The statements of all pieces so far, and pieces that wait for being used again.
final class OBJPieceJoiner: @unchecked Sendable {
    /// How many pieces room for the rest is guessed from.
    private static let piecesPerGuess = 8

    /// Touched by one thread at a time, in file order, and by the caller after that.
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

    /// An empty piece.
    func makeEmpty() -> OBJPieceBox {
        if let box = lock.withLock({ idle.popLast() }) { return box }
        let box = OBJPieceBox()
        box.piece.prepare(like: OBJFileStatements(), options, bounds: bounds)
        return box
    }

    /// Takes over the next piece in the file, all but its long lists: those have their places now.
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
        // Emptied lists keep their memory and what is in it, and nobody has the piece before it was copied.
        box.piece.prepare(like: join, options, bounds: bounds)
    }

    /// Copies the long lists of a piece that was taken over to their places, while the next one is.
    func copy(_ box: OBJPieceBox) {
        copies.run(box.copies)
        lock.withLock { idle.append(box) }
    }
}
