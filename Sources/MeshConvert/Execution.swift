public import MeshBytes
import MeshModel

/// What of the machine a conversion may take.
///
/// Work runs on threads of its own, never on those that `async` code shares; what comes out does not depend on how many
/// there are.
public struct Execution: Sendable {
    /// The most threads; values below one count as one.
    public var threads: Int
    /// How urgent the work is, for the asynchronous form; nil: as urgent as the task that waits for it.
    ///
    /// The synchronous form works on its caller's thread and with its priority.
    public var priority: TaskPriority?
    /// The most bytes of memory that reading may need; an input that is known to need more is refused before it is
    /// read. Nil: no limit.
    public var memory: Int?

    /// What a conversion may take: as many threads as the container or the machine gives, unless said otherwise.
    public init(threads: Int = Parallel.availableThreads, priority: TaskPriority? = nil, memory: Int? = nil) {
        self.threads = max(1, threads)
        self.priority = priority
        self.memory = memory
    }
}

extension Execution {
    /// The threads, for comparisons.
    var workers: some Workers { Threads(count: threads) }
}

/// A number of threads that work at the same time.
private struct Threads: Workers {
    var count: Int

    func map<R: Sendable>(_ count: Int, _ body: @Sendable (Int) -> R) -> [R] {
        Parallel.map(count, threads: self.count, body)
    }
}
