/// A part of a text that begins and ends at line boundaries; its bytes are valid during the call it is given to.
@safe public struct TextPiece {
    /// The piece's place in file order; numbers ascend but may have gaps, where a line is longer than a piece.
    public let index: Int
    /// The absolute position of the first byte.
    public let offset: Int
    /// Whether no piece follows.
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
    /// The bytes themselves, valid during the call only.
    public var bytes: UnsafeRawBufferPointer { unsafe storage }
    /// A cursor at the first byte, valid during the call only.
    public func makeCursor() -> TextCursor { unsafe TextCursor(unsafe: storage, offset: offset) }
}

/// Why a walk over the pieces of a text ended early.
public enum PieceError<Body: Error>: Error {
    /// The work on a piece failed.
    case body(Body)
    /// Reading failed.
    case system(SystemError)
    /// The source had fewer bytes than when it was opened.
    case shrunk
}
