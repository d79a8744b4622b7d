import Dispatch
import Foundation
import Testing

/// How long tests wait for what must come. Beside hundreds of others a task may stand in line for minutes, so this is for
/// what never comes at all.
private let patience = 600

/// Keeps work waiting until somebody opens it.
final class Gate: @unchecked Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private let queue = DispatchQueue(label: "gate")
    private var isOpen = false

    func open() {
        queue.sync { isOpen = true }
        semaphore.signal()
    }

    /// Waits on a thread that may be held up.
    func wait() {
        _ = semaphore.wait(timeout: .now() + .seconds(patience))
        semaphore.signal()
    }

    /// Waits in a task, whose thread others need.
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

/// What `body` gives, which must end within a minute of its beginning.
///
/// It has a thread of its own: the time limit of a test would count how long it stands in line as well.
func withinAMinute<R: Sendable>(_ body: @escaping @Sendable () throws -> R) throws -> R {
    let answer = Answer<R>()
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        answer.result = Result { try body() }
        isDone.signal()
    }
    try #require(isDone.wait(timeout: .now() + .seconds(60)) == .success, "it did not end")
    return try #require(answer.result).get()
}

/// What a thread leaves behind; the semaphore keeps writing and reading apart.
private final class Answer<R: Sendable>: @unchecked Sendable {
    var result: Result<R, any Error>?
}
