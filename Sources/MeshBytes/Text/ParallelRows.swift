/// Rows of text formatted on several threads and written in order.
public enum ParallelRows {
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

    /// The room first set aside for a chunk, however long its rows are said to be.
    private static let largestFirstCapacity = 64 << 20
}

/// A buffer that goes from worker to worker.
private final class BufferSlot {
    var buffer: TextBuffer
    init(capacity: Int) { buffer = TextBuffer(capacity: capacity) }
}

/// Hands out chunks together with buffers and writes what is finished, in order.
///
/// Whoever finishes the chunk that is due writes it, and all finished ones behind it, while the others go on formatting.
/// A chunk is begun only with a buffer in hand, so the one that is due always has one: nobody waits for ever.
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

    /// What came of it; ask after all workers have ended.
    var result: Result<Void, SystemError> {
        if let failure { return .failure(failure) }
        return .success(())
    }

    /// The next chunk and an empty buffer for it; nil when there is nothing more to do. Waits for a buffer.
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

    /// Takes a formatted chunk, and writes if it is its turn.
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

    /// The chunk that is due, or nil after giving up the right to write. Called with the lock held.
    private func takeDue() -> BufferSlot? {
        if failure == nil, let slot = finished.removeValue(forKey: dueChunk) { return slot }
        isWriting = false
        return nil
    }
}
