import MeshBytes

/// Copies into the joined lists of a file that threads still make, each of the rows of its piece.
///
/// Where rows go is decided in file order, one piece at a time; copying them there, which touches new memory, takes
/// longer and may happen in any order. So whoever moves, reads or changes what was joined before lets these end first.
@safe final class OBJPendingCopies: @unchecked Sendable {
    /// Bytes that go from one place to another.
    @safe struct Copy {
        let source: UnsafeRawPointer
        let target: UnsafeMutableRawPointer
        let byteCount: Int

        /// - Bounds: whoever made it says that all bytes are there on both sides until it has run.
        func run() { unsafe target.copyMemory(from: source, byteCount: byteCount) }
    }

    private let lock = Lock()
    /// How many pieces were taken over and not yet copied.
    private var waiting = 0
    /// The copies of the piece that is taken over; touched by the thread that takes it over, which is one at a time.
    private var current: [Copy] = []

    /// Adds a copy of the piece that is taken over.
    ///
    /// - Bounds: the bytes are there on both sides, and stay where they are until the piece has run its copies or
    ///   ``settle()`` was called.
    func add<T: BitwiseCopyable>(_ source: UnsafePointer<T>, to target: UnsafeMutablePointer<T>, count: Int) {
        current.append(
            unsafe Copy(
                source: UnsafeRawPointer(source), target: UnsafeMutableRawPointer(target),
                byteCount: count * MemoryLayout<T>.stride))
    }

    /// Ends what is not done yet: everything that was appended so far is in its place after that.
    func settle() {
        for copy in current { copy.run() }
        current.removeAll(keepingCapacity: true)
        lock.withLock { while waiting > 0 { lock.wait() } }
    }

    /// Hands over the copies of the piece that was taken over; the caller runs them and says so.
    func handOver(to copies: inout [Copy]) {
        copies.removeAll(keepingCapacity: true)
        swap(&copies, &current)
        lock.withLock { waiting += 1 }
    }

    /// Runs the copies of a piece, on whatever thread.
    func run(_ copies: [Copy]) {
        for copy in copies { copy.run() }
        lock.withLock {
            waiting -= 1
            if waiting == 0 { lock.wakeAll() }
        }
    }
}
