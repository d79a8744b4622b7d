import MeshBytes

/// Hands progress to the caller's function as long as the call lasts.
final class ProgressRelay: @unchecked Sendable {
    private let lock = Lock()
    private var progress: ProgressCallback?
    private weak var call: (any Cancellable)?

    init(_ progress: ProgressCallback?) { self.progress = progress }

    /// Sets the call that the caller's function can cancel.
    func attend(to call: any Cancellable) { lock.withLock { self.call = call } }

    func tell(_ state: Work.Progress) {
        let (goesOn, call) = lock.withLock { (progress?(state) ?? true, self.call) }
        if !goesOn { call?.cancel() }
    }

    /// Returns when the function is not running; it isn't called from then on.
    func end() { lock.withLock { progress = nil } }
}
