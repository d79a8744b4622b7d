import Dispatch

/// Keeps work waiting until somebody opens it.
final class Gate: @unchecked Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private let queue = DispatchQueue(label: "gate")
    private var isOpen = false

    func open() {
        queue.sync { isOpen = true }
        semaphore.signal()
    }

    /// Waits on a thread that may be held up; half a minute is as good as never.
    func wait() {
        _ = semaphore.wait(timeout: .now() + 30)
        semaphore.signal()
    }

    /// Waits in a task, whose thread others need.
    func opened() async throws {
        while !queue.sync(execute: { isOpen }) { try await Task.sleep(for: .milliseconds(1)) }
    }
}
