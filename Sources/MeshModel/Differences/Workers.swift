/// Runs independent tasks; the model itself creates no threads.
public protocol Workers: Sendable {
    /// Returns the results of `body` for 0 ..< `count`, in order; `body` may be called on several threads at once.
    func map<R: Sendable>(_ count: Int, _ body: @Sendable (Int) -> R) -> [R]
}

/// Runs all tasks on the caller's thread, in order.
public struct OneWorker: Workers {
    /// Creates the worker.
    public init() {}

    /// Returns the results of `body` for 0 ..< `count`, in order.
    public func map<R: Sendable>(_ count: Int, _ body: @Sendable (Int) -> R) -> [R] { (0..<count).map(body) }
}

extension Workers {
    /// Returns the results of `body` for consecutive chunks of 0 ..< `count`, in order.
    ///
    /// - Parameters:
    ///   - count: the number of rows.
    ///   - size: the number of rows in a chunk; the last may be smaller.
    ///   - body: the work on a chunk.
    package func map<R: Sendable>(pieces size: Int, of count: Int, _ body: @Sendable (Range<Int>) -> R) -> [R] {
        guard count > size else { return count > 0 ? [body(0..<count)] : [] }
        return map((count - 1) / size + 1) { body($0 * size..<min(($0 + 1) * size, count)) }
    }
}
