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
        guard threads > 1, chunkCount > 1 else {
            var buffer = TextBuffer(capacity: capacity)
            for chunk in 0..<chunkCount {
                buffer.removeAll()
                body(range(chunk), &buffer)
                try sink.write(buffer)
            }
            return
        }
        let workers = min(threads, chunkCount)
        let queue = ChunkQueue(count: chunkCount, bufferCount: workers + 2, capacity: capacity, sink: sink)
        Parallel.workers(workers) { _ in
            while let work = queue.next() {
                body(range(work.chunk), &work.slot.buffer)
                queue.finish(work.chunk, work.slot)
            }
        }
        try queue.result.get()
    }

    /// The maximum memory first reserved for a chunk.
    private static let largestFirstCapacity = 64 << 20
}

/// A buffer that passes from worker to worker.
private final class BufferSlot {
    var buffer: TextBuffer
    init(capacity: Int) { buffer = TextBuffer(capacity: capacity) }
}

/// Hands out chunks together with buffers, and writes finished chunks in order.
///
/// The worker that finishes the next chunk due writes it, and all finished ones after it, while the others go on
/// formatting. A chunk begins only with a buffer in hand, so the chunk due always has one: there is no deadlock.
private final class ChunkQueue: @unchecked Sendable {
    private let lock = Lock()
    private let sink: ByteSink
    private let count: Int
    private let capacity: Int
    private var buffersToMake: Int
    private var idle: [BufferSlot] = []
    private var finished: [Int: BufferSlot] = [:]
    private var nextChunk = 0
    private var dueChunk = 0
    private var isWriting = false
    private var failure: SystemError?

    init(count: Int, bufferCount: Int, capacity: Int, sink: ByteSink) {
        self.count = count
        self.capacity = capacity
        self.sink = sink
        buffersToMake = bufferCount
    }

    /// The result; read it after all workers have ended.
    var result: Result<Void, SystemError> {
        if let failure { return .failure(failure) }
        return .success(())
    }

    /// The next chunk and an empty buffer for it; nil when no chunks are left. Waits for a buffer.
    func next() -> (chunk: Int, slot: BufferSlot)? {
        lock.withLock {
            while true {
                guard nextChunk < count, failure == nil else { return nil }
                if let slot = idle.popLast() ?? makeSlot() {
                    nextChunk += 1
                    slot.buffer.removeAll()
                    return (nextChunk - 1, slot)
                }
                lock.wait()
            }
        }
    }

    private func makeSlot() -> BufferSlot? {
        guard buffersToMake > 0 else { return nil }
        buffersToMake -= 1
        return BufferSlot(capacity: capacity)
    }

    /// Takes a formatted chunk, and writes all chunks that are due.
    func finish(_ chunk: Int, _ slot: BufferSlot) {
        var due: BufferSlot? = lock.withLock {
            finished[chunk] = slot
            guard !isWriting else { return nil }
            isWriting = true
            return takeDue()
        }
        while let slot = due {
            var failed: SystemError?
            do throws(SystemError) {
                try sink.write(slot.buffer)
            } catch {
                failed = error
            }
            due = lock.withLock {
                idle.append(slot)
                dueChunk += 1
                if let failed { failure = failed }
                lock.wakeAll()
                return takeDue()
            }
        }
    }

    /// Returns the chunk that is due, or nil after giving up the right to write. Call it with the lock held.
    private func takeDue() -> BufferSlot? {
        if failure == nil, let slot = finished.removeValue(forKey: dueChunk) { return slot }
        isWriting = false
        return nil
    }
}
