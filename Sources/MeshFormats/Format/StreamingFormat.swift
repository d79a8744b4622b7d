public import MeshBytes
public import MeshModel

/// A format some of whose files can be turned into another variant while they are read, a piece at a time.
public protocol StreamingFormat: ReadableFormat, WritableFormat {
    /// Reads and writes at once, in memory that does not grow with the file.
    ///
    /// The bytes are those that the way by the whole document gives, native or through its scene, and a plan for what is
    /// returned tells the losses of that way.
    ///
    /// - Parameters:
    ///   - input: the source.
    ///   - variant: what it becomes.
    ///   - reading: how it is read.
    ///   - writing: how it is written.
    ///   - digesting: whether the rows are digested as they are read, for a proof.
    ///   - output: where the result goes.
    /// - Returns: the document without its rows. Nil where there is anything to remark on or to refuse, or where rows
    ///   can't be taken one by one: what went to `output` by then is to be thrown away, and
    ///   ``ReadableFormat/read(_:options:)`` says the rest.
    func stream(
        _ input: Input, to variant: String, reading: ReadOptions, writing: WriteOptions, digesting: Bool,
        output: Output
    ) throws(WriteError) -> StreamedDocument?

    /// Reads what ``stream(_:to:reading:writing:digesting:output:)`` wrote, as a reader does that knows nothing of its
    /// origin, and digests the rows, in memory that does not grow with the file.
    ///
    /// - Returns: nil for a file that is not as `stream` writes them.
    func digest(_ input: Input, reading: ReadOptions) throws(ReadError) -> StreamedDocument?
}

/// A document of which the rows were seen but are not in memory.
public struct StreamedDocument: Sendable {
    /// The document without its rows.
    public var document: Document
    /// What the rows hold; nil where nobody asked.
    public var rows: RowDigests?

    /// A document from its parts.
    public init(_ document: Document, rows: RowDigests?) {
        self.document = document
        self.rows = rows
    }
}

/// Digests of the pieces of a file, which workers finish in any order: those that touch become one.
public final class PieceDigests: @unchecked Sendable {
    // `pieces` is only touched with the lock held.
    private let lock = Lock()
    private let paths: [String]
    private var pieces: [(range: Range<Int>, digests: RowDigests)] = []

    /// A collection without pieces, of columns with these paths.
    public init(_ paths: [String]) { self.paths = paths }

    /// Digests without rows, to be filled from one piece.
    public var empty: RowDigests { RowDigests(paths) }

    /// Keeps the digests of a piece, of which the range says where in the file it lies.
    public func add(_ digests: RowDigests, of range: Range<Int>) {
        lock.withLock {
            let index = pieces.firstIndex { $0.range.lowerBound >= range.upperBound } ?? pieces.count
            pieces.insert((range, digests), at: index)
            join(index)
            if index > 0 { join(index - 1) }
        }
    }

    /// The digests of all pieces in the order of the file.
    public func joined() -> RowDigests {
        lock.withLock { pieces.reduce(into: RowDigests(paths)) { $0.append($1.digests) } }
    }

    /// Makes one of a piece and the next if they touch.
    private func join(_ index: Int) {
        guard index + 1 < pieces.count, pieces[index].range.upperBound == pieces[index + 1].range.lowerBound else {
            return
        }
        let next = pieces.remove(at: index + 1)
        pieces[index].digests.append(next.digests)
        pieces[index].range = pieces[index].range.lowerBound..<next.range.upperBound
    }
}
