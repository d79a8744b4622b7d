extension Parallel {
    /// Makes chunks on several threads, and takes them in order, one at a time.
    ///
    /// The worker that finishes the next chunk due takes it, and all finished ones after it, while the others go on making. A
    /// chunk begins only with room in hand, so the chunk due always has some: there is no deadlock, even if all workers share
    /// one thread. The error of the lowest failing chunk is thrown, after all chunks below it were taken.
    ///
    /// - Parameters:
    ///   - count: the number of chunks.
    ///   - threads: the maximum number of workers; at most two more chunks than workers are in memory.
    ///   - room: creates room for a chunk, which is used again and again.
    ///   - make: makes a chunk in its room.
    ///   - take: takes a chunk.
    package static func inOrder<Room, E: Error>(
        _ count: Int, threads: Int, room: () throws(E) -> Room,
        make: @Sendable (Int, Room) throws(E) -> Void, take: (Room) throws(E) -> Void
    ) throws(E) {
        guard count > 0 else { return }
        guard threads > 1, count > 1 else {
            let room = try room()
            for chunk in 0..<count {
                try make(chunk, room)
                try take(room)
            }
            return
        }
        let workers = min(threads, count)
        var rooms: [Room] = []
        for _ in 0..<min(workers + 2, count) { rooms.append(try room()) }
        try withoutActuallyEscaping(take) { take throws(E) in
            let queue = ChunkQueue<Room, E>(count: count, rooms: rooms, take: take)
            Self.workers(workers) { _ in
                while let (chunk, room) = queue.next() {
                    do throws(E) {
                        try make(chunk, room)
                        queue.finish(chunk, .success(room))
                    } catch {
                        queue.finish(chunk, .failure(error))
                    }
                }
            }
            if let failure = queue.failure { throw failure }
        }
    }
}

/// Hands out chunks together with rooms, and takes finished chunks in order.
private final class ChunkQueue<Room, E: Error>: @unchecked Sendable {
    private let lock = Lock()
    private let count: Int
    private let take: (Room) throws(E) -> Void
    private var idle: [Room]
    private var finished: [Int: Result<Room, E>] = [:]
    private var nextChunk = 0
    private var dueChunk = 0
    private var isTaking = false
    /// The first failure; read it after all workers have ended.
    private(set) var failure: E?

    init(count: Int, rooms: [Room], take: @escaping (Room) throws(E) -> Void) {
        self.count = count
        self.take = take
        idle = rooms
    }

    /// The next chunk and a room for it; nil when no chunks are left. Waits for a room.
    func next() -> (chunk: Int, room: Room)? {
        lock.withLock {
            while true {
                guard nextChunk < count, failure == nil else { return nil }
                if let room = idle.popLast() {
                    nextChunk += 1
                    return (nextChunk - 1, room)
                }
                lock.wait()
            }
        }
    }

    /// Keeps a chunk, and takes all chunks that are due.
    func finish(_ chunk: Int, _ result: Result<Room, E>) {
        var due: Result<Room, E>? = lock.withLock {
            finished[chunk] = result
            guard !isTaking else { return nil }
            isTaking = true
            return takeDue()
        }
        while let next = due {
            var failed: E?
            do throws(E) {
                try take(next.get())
            } catch {
                failed = error
            }
            due = lock.withLock {
                if case .success(let room) = next { idle.append(room) }
                dueChunk += 1
                if let failed { failure = failed }
                lock.wakeAll()
                return takeDue()
            }
        }
    }

    /// Returns the chunk that is due, or nil after giving up the right to take. Call it with the lock held.
    private func takeDue() -> Result<Room, E>? {
        if failure == nil, let next = finished.removeValue(forKey: dueChunk) { return next }
        isTaking = false
        return nil
    }
}
