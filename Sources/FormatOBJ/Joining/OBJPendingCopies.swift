import MeshBytes

/// Copies of chunks into the joined lists of a file that threads have yet to finish.
///
/// The target of each row is decided in file order, one chunk at a time. Copying touches new memory, so it takes
/// longer, and may happen in any order. Call ``settle()`` before moving, reading or changing joined rows.
@safe final class OBJPendingCopies: @unchecked Sendable {
    @safe struct Copy {
        let source: UnsafeRawPointer
        let target: UnsafeMutableRawPointer
        let byteCount: Int

        /// - Bounds: the creator guarantees that both memory ranges are valid until this has run.
        func run() { unsafe target.copyMemory(from: source, byteCount: byteCount) }
    }

    private let lock = Lock()
    /// The number of chunks that are appended but not yet copied.
    private var waiting = 0
    /// The copies of the chunk being appended; used only by the thread that appends, which is one at a time.
    private var current: [Copy] = []

    /// Adds a copy of the chunk being appended.
    ///
    /// - Bounds: both memory ranges stay valid and in place until the chunk has run its copies or ``settle()`` was
    ///   called.
    func add<T: BitwiseCopyable>(_ source: UnsafePointer<T>, to target: UnsafeMutablePointer<T>, count: Int) {
        current.append(
            unsafe Copy(
                source: UnsafeRawPointer(source), target: UnsafeMutableRawPointer(target),
                byteCount: count * MemoryLayout<T>.stride))
    }

    /// Finishes the pending copies: everything appended so far is in place afterwards.
    func settle() {
        for copy in current { copy.run() }
        current.removeAll(keepingCapacity: true)
        lock.withLock { while waiting > 0 { lock.wait() } }
    }

    /// Hands over the copies of the appended chunk; the caller passes them to ``run(_:)``.
    func handOver(to copies: inout [Copy]) {
        copies.removeAll(keepingCapacity: true)
        swap(&copies, &current)
        lock.withLock { waiting += 1 }
    }

    /// Runs the copies of a chunk, on any thread.
    func run(_ copies: [Copy]) {
        for copy in copies { copy.run() }
        lock.withLock {
            waiting -= 1
            if waiting == 0 { lock.wakeAll() }
        }
    }
}
