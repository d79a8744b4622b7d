import Dispatch
import MeshBytes

/// Runs a conversion on a thread of its own while a task waits for it.
///
/// A cancelled task waits a moment for the work to notice, but no longer: a disk access or a long computation can't be
/// interrupted. Work left behind can no longer commit its files. It ends at its next check for cancellation, and frees
/// its memory and removes its temporary files.
final class AsyncWork: @unchecked Sendable {
    typealias Outcome = Result<Report, ConvertError>

    /// The time that a cancelled task waits. The promise is a tenth of a second.
    private static let patience = DispatchTimeInterval.milliseconds(60)

    private let work: Work
    private let lock = Lock()
    private var waiting: CheckedContinuation<Outcome?, Never>?
    private var outcome: Outcome??

    init(_ work: Work) { self.work = work }

    /// Runs `body` and returns its result; nil when the work was cancelled and didn't stop in time.
    func run(_ urgency: DispatchQoS, _ body: @escaping @Sendable () -> Outcome) async -> Outcome? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = lock.withLock {
                    if outcome == nil { waiting = continuation }
                    return outcome != nil
                }
                // A separate queue gives it a separate thread, so waiting for a disk doesn't block other work.
                DispatchQueue(label: "meshconv.convert", qos: urgency).async { self.end(body()) }
                if isOver { continuation.resume(returning: nil) }
            }
        } onCancel: {
            // If files are being committed already, the work ends in a moment by itself.
            guard work.cancel() else { return }
            DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: .now() + Self.patience) { self.end(nil) }
        }
    }

    private func end(_ outcome: Outcome?) {
        let waiting = lock.withLock {
            defer { self.waiting = nil }
            if self.outcome == nil { self.outcome = .some(outcome) }
            return self.waiting
        }
        waiting?.resume(returning: outcome)
    }
}
