import MeshBytes

/// Admits work while its reservations fit a budget. The rest waits, first come, first served.
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
    /// Tickets that were cancelled before they were queued.
    private var withdrawn: Set<Int> = []

    init(budget: Int) { self.budget = budget }

    /// The numbers of running and waiting tickets, and the reserved part of the budget.
    var state: (running: Int, waiting: Int, reserved: Int) {
        lock.withLock { (running, waiting.count, reserved) }
    }

    /// Waits until `cost` fits the remaining budget. A cost above the whole budget waits until nothing else is running.
    ///
    /// After admission the caller must call ``leave(_:)`` in the end.
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
        // A cancellation after admission may have left the ticket in `withdrawn`.
        lock.withLock { _ = withdrawn.remove(ticket) }
        if !isLetIn { throw CancellationError() }
    }

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
        // If the removed one was first and too large, those behind it may fit now.
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

    /// Removes and returns the waiting ones that fit, from the front of the queue. Call it with the lock held.
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
