import Dispatch

/// Runs work on several threads; results do not depend on their number.
public enum Parallel {
    /// The default number of threads: the container's limit, else the processors allowed.
    public static var availableThreads: Int {
        let allowed = max(1, System.affinityCount)
        guard let limit = ContainerLimits().processors else { return allowed }
        return max(1, min(limit, allowed))
    }

    /// Returns the results of `body` for 0 ..< `count`, in order.
    ///
    /// At most `threads` workers take indices in ascending order. After a failure no index above the failed one is
    /// started, all below it are finished, and the error of the lowest failing index is thrown: the same one on every
    /// schedule. With one thread, or one index, everything runs on the caller's thread.
    ///
    /// - Parameters:
    ///   - count: the number of indices; zero or less gives an empty array.
    ///   - threads: the maximum number of workers; values below one count as one.
    ///   - body: the work for one index; it must not depend on other indices.
    public static func map<R: Sendable, E: Error>(
        _ count: Int,
        threads: Int,
        _ body: @Sendable (Int) throws(E) -> R
    ) throws(E) -> [R] {
        guard count > 0 else { return [] }
        guard threads > 1, count > 1 else {
            var results: [R] = []
            results.reserveCapacity(count)
            for index in 0..<count { results.append(try body(index)) }
            return results
        }
        let state = Ordered<R, E>(count: count)
        DispatchQueue.concurrentPerform(iterations: min(threads, count)) { _ in
            while let index = state.next() {
                do throws(E) {
                    state.finish(index, .success(try body(index)))
                } catch {
                    state.finish(index, .failure(error))
                }
            }
        }
        return try state.joined()
    }

    /// Runs `body` once on each of `threads` workers at the same time, as far as the machine allows.
    static func workers(_ threads: Int, _ body: @Sendable (Int) -> Void) {
        if threads <= 1 {
            body(0)
        } else {
            DispatchQueue.concurrentPerform(iterations: threads, execute: body)
        }
    }
}

/// Hands out indices and collects results by index.
private final class Ordered<R: Sendable, E: Error>: @unchecked Sendable {
    private let lock = Lock()
    private var nextIndex = 0
    private var bound: Int
    private var results: [Result<R, E>?]

    init(count: Int) {
        bound = count
        results = Array(repeating: nil, count: count)
    }

    func next() -> Int? {
        lock.withLock {
            guard nextIndex < bound else { return nil }
            nextIndex += 1
            return nextIndex - 1
        }
    }

    func finish(_ index: Int, _ result: Result<R, E>) {
        lock.withLock {
            results[index] = result
            if case .failure = result { bound = min(bound, index) }
        }
    }

    func joined() throws(E) -> [R] {
        var values: [R] = []
        values.reserveCapacity(results.count)
        for case .some(let result) in results { values.append(try result.get()) }
        return values
    }
}
