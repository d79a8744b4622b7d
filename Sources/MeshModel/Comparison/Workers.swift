/// Whoever does pieces of work that don't depend on each other; the model itself makes no threads.
public protocol Workers: Sendable {
    /// The results of `body` for 0 ..< `count`, in order; `body` may be called on several threads at once.
    func map<R: Sendable>(_ count: Int, _ body: @Sendable (Int) -> R) -> [R]
}

/// The caller's own thread, which does one piece after the other.
public struct OneWorker: Workers {
    /// The one that there always is.
    public init() {}

    /// The results of `body` for 0 ..< `count`, in order.
    public func map<R: Sendable>(_ count: Int, _ body: @Sendable (Int) -> R) -> [R] { (0..<count).map(body) }
}

extension Workers {
    /// The results of `body` for pieces of 0 ..< `count` that follow each other, in order.
    ///
    /// - Parameters:
    ///   - count: how many rows.
    ///   - size: the rows of a piece; the last has what is left.
    ///   - body: the work on a piece.
    func map<R: Sendable>(pieces size: Int, of count: Int, _ body: @Sendable (Range<Int>) -> R) -> [R] {
        guard count > size else { return count > 0 ? [body(0..<count)] : [] }
        return map((count - 1) / size + 1) { body($0 * size..<min(($0 + 1) * size, count)) }
    }
}
