/// Rows of text formatted on several threads and written in order.
public enum ParallelText {
    /// Formats rows in chunks and writes the chunks in row order; the bytes do not depend on the number of threads.
    ///
    /// - Parameters:
    ///   - rowCount: how many rows.
    ///   - rowsPerChunk: rows formatted by one call.
    ///   - threads: the most workers; at most two more chunks than workers are in memory.
    ///   - sink: where the text goes.
    ///   - maxBytesPerRow: the room set aside for a row; longer rows are allowed and cost a copy.
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
        let rows = max(1, rowsPerChunk)
        let capacity = max(1, maxBytesPerRow).multipliedReportingOverflow(by: min(rows, rowCount))
        var buffer = TextBuffer(capacity: capacity.overflow ? 1 << 20 : min(capacity.partialValue, 64 << 20))
        var first = 0
        while first < rowCount {
            let last = first + min(rows, rowCount - first)
            buffer.removeAll()
            body(first..<last, &buffer)
            if buffer.hasFailed {
                throw SystemError(operation: "write", path: sink.path, number: System.noMemory)
            }
            try unsafe sink.write(buffer.bytes)
            first = last
        }
    }
}
