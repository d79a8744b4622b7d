import MeshBytes

/// Lets work begin while what it reserves fits a budget; the rest waits its turn, first come, first served.
final class Admission: @unchecked Sendable {
    private struct Waiting {
        let ticket: Int
        let cost: Int
        let begin: CheckedContinuation<Bool, Never>
    }

    let budget: Int
    private let lock = Lock()
    private var reserved = 0
    private var running = 0
    private var waiting: [Waiting] = []
    private var nextTicket = 0
    /// Tickets that were given back before they got into the queue.
    private var withdrawn: Set<Int> = []

    init(budget: Int) { self.budget = budget }

    /// How many are at work, how many wait, and how much of the budget the former have reserved.
    var state: (running: Int, waiting: Int, reserved: Int) {
        lock.withLock { (running, waiting.count, reserved) }
    }

    /// Waits until `cost` fits what is left of the budget; whoever needs more than all of it waits to be alone.
    ///
    /// Whoever was let in calls ``leave(_:)`` in the end.
    ///
    /// - Throws: `CancellationError` when the task is cancelled while it waits.
    func enter(_ cost: Int) async throws {
        let ticket = lock.withLock {
            nextTicket += 1
            return nextTicket
        }
        let isLetIn = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                queue(Waiting(ticket: ticket, cost: cost, begin: continuation))
            }
        } onCancel: {
            withdraw(ticket)
        }
        // Whoever was cancelled after that leaves no trace here.
        lock.withLock { _ = withdrawn.remove(ticket) }
        if !isLetIn { throw CancellationError() }
    }

    /// Gives back what was reserved.
    func leave(_ cost: Int) {
        let admitted = lock.withLock {
            reserved -= cost
            running -= 1
            return admit()
        }
        for next in admitted { next.begin.resume(returning: true) }
    }

    private func queue(_ newcomer: Waiting) {
        let admitted: [Waiting]? = lock.withLock {
            if withdrawn.remove(newcomer.ticket) != nil { return nil }
            waiting.append(newcomer)
            return admit()
        }
        guard let admitted else { return newcomer.begin.resume(returning: false) }
        for next in admitted { next.begin.resume(returning: true) }
    }

    private func withdraw(_ ticket: Int) {
        // The one in front may have been too large for what is left, and those behind it are not.
        let (gone, admitted): (Waiting?, [Waiting]) = lock.withLock {
            guard let place = waiting.firstIndex(where: { $0.ticket == ticket }) else {
                withdrawn.insert(ticket)
                return (nil, [])
            }
            return (waiting.remove(at: place), admit())
        }
        gone?.begin.resume(returning: false)
        for next in admitted { next.begin.resume(returning: true) }
    }

    /// Takes those from the front of the queue that fit; only while the lock is held.
    private func admit() -> [Waiting] {
        var admitted: [Waiting] = []
        while let first = waiting.first, running == 0 || first.cost <= budget - reserved {
            waiting.removeFirst()
            running += 1
            reserved += first.cost
            admitted.append(first)
        }
        return admitted
    }
}
