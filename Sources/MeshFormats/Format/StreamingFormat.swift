public import MeshBytes
public import MeshModel

/// A format that can convert some files to another variant while reading them, a chunk at a time.
public protocol StreamingFormat: ReadableFormat, WritableFormat {
    /// Reads and writes at the same time, in memory that does not grow with the file.
    ///
    /// The bytes are the same as on the route through the whole document, native or by its scene. A plan for the
    /// returned document reports the losses of that route.
    ///
    /// - Parameters:
    ///   - input: the source.
    ///   - variant: the variant to write.
    ///   - reading: options for reading.
    ///   - writing: options for writing.
    ///   - digesting: whether rows are digested as they are read, to verify the result.
    ///   - output: where the result goes.
    /// - Returns: the document without its rows. Nil if there is anything to diagnose or refuse, or if rows can't be
    ///   converted one by one. The caller then discards what went to `output` and uses
    ///   ``ReadableFormat/read(_:options:)``, which reports the details.
    func stream(
        _ input: Input, to variant: String, reading: ReadOptions, writing: WriteOptions, digesting: Bool,
        output: Output
    ) throws(WriteError) -> StreamedDocument?

    /// Reads and digests the output of ``stream(_:to:reading:writing:digesting:output:)`` like any other file, in
    /// memory that does not grow with the file.
    ///
    /// - Returns: nil for a file that `stream` can't have written.
    func digest(_ input: Input, reading: ReadOptions) throws(ReadError) -> StreamedDocument?
}

/// A document whose rows were read but not kept in memory.
public struct StreamedDocument: Sendable {
    /// The document without its rows.
    public var document: Document
    /// The digests of the rows; nil if not requested.
    public var rows: RowDigests?

    /// Creates a streamed document.
    public init(_ document: Document, rows: RowDigests?) {
        self.document = document
        self.rows = rows
    }
}

/// Collects digests of the chunks of a file, which workers finish in any order. Adjacent ones are joined.
public final class PieceDigests: @unchecked Sendable {
    // `pieces` is only touched with the lock held.
    private let lock = Lock()
    private let paths: [String]
    private var pieces: [(range: Range<Int>, digests: RowDigests)] = []

    /// Creates an empty collection for columns with these paths.
    public init(_ paths: [String]) { self.paths = paths }

    /// Empty digests, to be filled from one chunk.
    public var empty: RowDigests { RowDigests(paths) }

    /// Adds the digests of a chunk at a range of the file.
    public func add(_ digests: RowDigests, of range: Range<Int>) {
        lock.withLock {
            let index = pieces.firstIndex { $0.range.lowerBound >= range.upperBound } ?? pieces.count
            pieces.insert((range, digests), at: index)
            join(index)
            if index > 0 { join(index - 1) }
        }
    }

    /// Returns the digests of all chunks, joined in file order.
    public func joined() -> RowDigests {
        lock.withLock { pieces.reduce(into: RowDigests(paths)) { $0.append($1.digests) } }
    }

    /// Joins a chunk with the next one if they are adjacent.
    private func join(_ index: Int) {
        guard index + 1 < pieces.count, pieces[index].range.upperBound == pieces[index + 1].range.lowerBound else {
            return
        }
        let next = pieces.remove(at: index + 1)
        pieces[index].digests.append(next.digests)
        pieces[index].range = pieces[index].range.lowerBound..<next.range.upperBound
    }
}
