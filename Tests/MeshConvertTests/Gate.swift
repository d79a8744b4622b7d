import Dispatch
import Foundation
import Testing

/// How long tests wait before they fail. Beside hundreds of others a task may be queued for minutes, so this is only
/// for events that never come.
private let patience = 1800

/// Keeps work waiting until it is opened.
final class Gate: @unchecked Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private let queue = DispatchQueue(label: "gate")
    private var isOpen = false

    func open() {
        queue.sync { isOpen = true }
        semaphore.signal()
    }

    /// Waits on a thread that may be blocked.
    func wait() {
        _ = semaphore.wait(timeout: .now() + .seconds(patience))
        semaphore.signal()
    }

    /// Waits in a task, without blocking its thread.
    func opened() async throws { try await until { queue.sync { isOpen } } }
}

/// Waits in a task until something holds.
func until(_ condition: () throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(patience)
    while try !condition() {
        guard ContinuousClock.now < end else {
            Issue.record("it never came to that")
            return
        }
        try await Task.sleep(for: .milliseconds(1))
    }
}

/// The result of `body`, which must end; it takes seconds on an idle machine.
///
/// It has its own thread: the time limit of a test would also count the time in the queue.
func inTime<R: Sendable>(_ body: @escaping @Sendable () throws -> R) throws -> R {
    let answer = Answer<R>()
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        answer.result = Result { try body() }
        isDone.signal()
    }
    try #require(isDone.wait(timeout: .now() + .seconds(patience)) == .success, "it did not end")
    return try #require(answer.result).get()
}

/// The result of a thread; the semaphore keeps writing and reading apart.
private final class Answer<R: Sendable>: @unchecked Sendable {
    var result: Result<R, any Error>?
}
