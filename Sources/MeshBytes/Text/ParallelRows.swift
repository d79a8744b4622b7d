/// Formats rows of text on several threads and writes them in order.
public enum ParallelRows {
    /// Formats rows in chunks and writes the chunks in row order; the bytes do not depend on the number of threads.
    ///
    /// - Parameters:
    ///   - rowCount: the number of rows.
    ///   - rowsPerChunk: the number of rows that one call formats.
    ///   - threads: the maximum number of workers; at most two more chunks than workers are in memory.
    ///   - sink: the output.
    ///   - maxBytesPerRow: the memory reserved for a row; longer rows are allowed and cost a copy.
    ///   - body: appends the text of a range of rows.
    public static func write(
        rowCount: Int,
        rowsPerChunk: Int = 16384,
        threads: Int,
        to sink: ByteSink,
        maxBytesPerRow: Int = 64,
        _ body: @Sendable (Range<Int>, inout TextBuffer) -> Void
    ) throws(SystemError) {
        guard rowCount > 0 else { return }
        let rows = min(max(1, rowsPerChunk), rowCount)
        let (product, overflow) = max(1, maxBytesPerRow).multipliedReportingOverflow(by: rows)
        let capacity = overflow ? largestFirstCapacity : min(product, largestFirstCapacity)
        let chunkCount = (rowCount - 1) / rows + 1
        @Sendable func range(_ chunk: Int) -> Range<Int> {
            let first = chunk * rows
            return first..<first + min(rows, rowCount - first)
        }
        try Parallel.inOrder(chunkCount, threads: threads) { () throws(SystemError) in
            Room(capacity: capacity)
        } make: { (chunk, room) throws(SystemError) in
            room.text.removeAll()
            body(range(chunk), &room.text)
        } take: { (room) throws(SystemError) in
            try sink.write(room.text)
        }
    }

    /// The text of a chunk.
    private final class Room {
        var text: TextBuffer
        init(capacity: Int) { text = TextBuffer(capacity: capacity) }
    }

    /// The maximum memory first reserved for a chunk.
    private static let largestFirstCapacity = 64 << 20
}
