// Bounds: the bytes are those of a block that lives during the call.

/// A chunk of a text that begins and ends at line boundaries; its bytes are only valid during the call that receives
/// it.
@safe public struct TextPiece {
    /// The chunk's index in file order; indices ascend, with gaps where a line is longer than a chunk.
    public let index: Int
    /// The absolute position of the first byte.
    public let offset: Int
    /// Whether this is the last chunk.
    public let isLast: Bool
    private let storage: UnsafeRawBufferPointer

    init(index: Int, offset: Int, isLast: Bool, bytes: UnsafeRawBufferPointer) {
        self.index = index
        self.offset = offset
        self.isLast = isLast
        unsafe storage = unsafe bytes
    }

    /// The number of bytes.
    public var count: Int { unsafe storage.count }
    /// The bytes, valid only during the call.
    public var bytes: UnsafeRawBufferPointer { unsafe storage }
    /// Creates a cursor at the first byte, valid only during the call.
    public func makeCursor() -> TextCursor { unsafe TextCursor(unsafe: storage, offset: offset) }
}

/// The reason why reading the chunks of a text ended early.
public enum PieceError<Body: Error>: Error {
    /// The work on a chunk failed.
    case body(Body)
    /// Reading failed.
    case system(SystemError)
    /// The source had fewer bytes than when it was opened.
    case shrunk
}
