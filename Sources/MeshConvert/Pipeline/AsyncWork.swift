import Dispatch
import MeshBytes

/// A conversion on a thread of its own, and the task that waits for it.
///
/// A cancelled task waits for the work to look up, and not for ever: a disk or a long computation can't be called off.
/// What is left alone then has lost the right to name its files; it ends by itself at its next look, and takes its
/// memory and its unnamed files with it.
final class AsyncWork: @unchecked Sendable {
    typealias Outcome = Result<Report, ConvertError>

    /// How long a cancelled task waits; what is promised is a tenth of a second.
    private static let patience = DispatchTimeInterval.milliseconds(60)

    private let work: Work
    private let lock = Lock()
    private var waiting: CheckedContinuation<Outcome?, Never>?
    private var outcome: Outcome??

    init(_ work: Work) { self.work = work }

    /// What came of `body`; nil when the work was cancelled and didn't look up in time.
    func run(_ urgency: DispatchQoS, _ body: @escaping @Sendable () -> Outcome) async -> Outcome? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = lock.withLock {
                    if outcome == nil { waiting = continuation }
                    return outcome != nil
                }
                // A queue of its own has a thread of its own: what waits for a disk blocks nobody.
                DispatchQueue(label: "meshconv.convert", qos: urgency).async { self.end(body()) }
                if isOver { continuation.resume(returning: nil) }
            }
        } onCancel: {
            // What gets its names now is done in a moment.
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
