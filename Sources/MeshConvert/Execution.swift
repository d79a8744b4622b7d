public import MeshBytes
import MeshFormats
import MeshModel

/// The resources that a conversion may use.
///
/// Work runs on its own threads, never on the shared ones of `async` code. The output does not depend on their number.
public struct Execution: Sendable {
    /// The maximum number of threads; values below one count as one.
    public var threads: Int
    /// The priority of the asynchronous form; nil: that of the waiting task.
    ///
    /// The synchronous form works on its caller's thread and with its priority.
    public var priority: TaskPriority?
    /// The memory limit for reading, in bytes. An input that is known to need more is refused before it is read, unless
    /// memory spills (``spill(beyond:)``). Nil: no limit.
    public var memory: Int?

    /// Creates limits; by default as many threads as the container or the machine has.
    public init(threads: Int = Parallel.availableThreads, priority: TaskPriority? = nil, memory: Int? = nil) {
        self.threads = max(1, threads)
        self.priority = priority
        self.memory = memory
    }
}

extension Execution {
    /// From now on, no more than `byteCount` bytes of this process's large blocks are in memory. Others lie on the disk, in
    /// files without a name in the folder that TMPDIR names (else `/var/tmp` or `/tmp`), so that conversions may need more
    /// than the memory that is there. A folder in memory is not used.
    ///
    /// Call it once, before the first conversion. The output is the same.
    public static func spill(beyond byteCount: Int) {
        Spilling.begin(beyond: byteCount)
        OwnedMemory.largeBlocks = { try? MemoryBlock(byteCount: $0) }
    }

    /// The threads as workers for comparisons.
    var workers: some Workers { Threads(count: threads) }
}

/// A fixed number of threads as workers.
private struct Threads: Workers {
    var count: Int

    func map<R: Sendable>(_ count: Int, _ body: @Sendable (Int) -> R) -> [R] {
        Parallel.map(count, threads: self.count, body)
    }
}
