import Dispatch
import MeshBytes

/// Hands out numbers in ascending order to several threads, while the memory that they need fits a budget.
///
/// Who doesn't fit waits, first come, first served. What needs more than the whole budget begins once nothing else runs.
final class JobQueue: @unchecked Sendable {
    /// A share of the budget.
    struct Share: Sendable {
        fileprivate let cost: Int
        /// Whether nothing else runs beside it.
        let isAlone: Bool
    }

    private let count: Int
    private let budget: Int
    private let lock = Lock()
    private var next = 0
    private var bound: Int
    private var reserved = 0
    private var running = 0
    private var tickets = 0
    private var serving = 0

    /// - Parameters:
    ///   - count: the numbers are 0 ..< `count`.
    ///   - budget: in bytes.
    init(_ count: Int, budget: Int) {
        (self.count, self.budget) = (count, max(0, budget))
        bound = count
    }

    /// Runs `body` for each number on this many threads, and waits for all of them.
    func run(threads: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let group = DispatchGroup()
        for _ in 0..<min(threads, count) {
            // A queue of its own has a thread of its own, however many processors there are.
            DispatchQueue(label: "meshconv.job").async(group: group) { while let number = self.take() { body(number) } }
        }
        group.wait()
    }

    private func take() -> Int? {
        lock.withLock {
            guard next < bound else { return nil }
            next += 1
            return next - 1
        }
    }

    /// Hands out no further numbers. Since they ascend, all below those that were handed out are done in the end.
    func stop() { lock.withLock { bound = min(bound, next) } }

    /// Waits until as many bytes fit the rest of the budget; nil: until nothing else runs. ``leave(_:)`` gives them back.
    func enter(_ cost: Int?) -> Share {
        lock.withLock {
            let ticket = tickets
            tickets += 1
            let share = Share(cost: min(max(0, cost ?? budget), budget), isAlone: (cost ?? .max) > budget)
            while ticket != serving || running > 0 && (share.isAlone || share.cost > budget - reserved) { lock.wait() }
            // Nobody enters beside one that wants to be alone.
            if !share.isAlone { serving += 1 }
            running += 1
            reserved += share.cost
            lock.wakeAll()
            return share
        }
    }

    func leave(_ share: Share) {
        lock.withLock {
            if share.isAlone { serving += 1 }
            running -= 1
            reserved -= share.cost
            lock.wakeAll()
        }
    }
}
