import Dispatch

/// One piece of work, seen from outside: how far it is, and a way to end it.
///
/// Inputs and outputs that were opened with it count their bytes here and fail with ``SystemError/isCancelled`` once it
/// is cancelled: within one piece of a few megabytes. Everything may be called from any thread.
public final class Work: @unchecked Sendable {
    private let lock = Lock()
    private let report: (@Sendable (Progress) -> Void)?
    private var progress = Progress(phase: .reading)
    private var cancelled = false
    private var sealed = false
    private var isReporting = false
    private var lastReport: UInt64?

    /// The shortest time between two reports of one phase, in nanoseconds: 20 a second.
    private static let reportInterval: UInt64 = 50_000_000

    /// Work that has not begun.
    ///
    /// - Parameter report: is told how far the work is, at most 20 times a second and one call at a time, from the
    ///   threads that work. It may cancel the work.
    public init(report: (@Sendable (Progress) -> Void)? = nil) {
        self.report = report
    }

    /// Ends the work as soon as it looks up.
    ///
    /// - Returns: whether that is still possible; false once the output gets its name: then it is done in a moment.
    @discardableResult
    public func cancel() -> Bool {
        lock.withLock {
            if !sealed { cancelled = true }
            return cancelled
        }
    }

    /// Whether it was cancelled.
    public var isCancelled: Bool { lock.withLock { cancelled } }

    /// How far it is.
    public var current: Progress { lock.withLock { progress } }

    /// Begins a phase; the first report of each phase is never held back for long.
    public func begin(_ phase: Progress.Phase, total: Int? = nil) {
        lock.withLock {
            progress = Progress(phase: phase, total: total)
            lastReport = nil
            // The next conversion of several begins.
            if phase == .reading { sealed = false }
        }
        tell()
    }

    /// Takes the right to finish: from here on cancelling changes nothing. False when it was cancelled before.
    func seal() -> Bool {
        lock.withLock {
            sealed = !cancelled
            return sealed
        }
    }

    /// Fails when the work is cancelled; for whatever takes long between reading and writing.
    public func lookUp() throws(SystemError) {
        if isCancelled { throw SystemError(operation: "work", path: "", number: SystemError.cancelledNumber) }
    }

    /// Counts bytes that were read; fails when the work is cancelled.
    ///
    /// The place counts, not the sum: what is looked at twice counts once. A reader that begins at the front again
    /// when it was nearly through is on its second way.
    func didRead(at offset: Int, _ count: Int, path: String) throws(SystemError) {
        let isOver = lock.withLock {
            guard progress.phase != .writing, progress.phase != .saving else { return cancelled }
            let (sum, overflow) = offset.addingReportingOverflow(count)
            let end = min(overflow ? .max : sum, progress.total ?? .max)
            let isSecond = progress.total.map { progress.completed > $0 / 10 * 9 && end < $0 / 2 } ?? false
            progress.completed = isSecond ? end : max(progress.completed, end)
            return cancelled
        }
        try advance(isOver, "read", path)
    }

    /// Counts bytes that were written; fails when the work is cancelled.
    func didWrite(_ count: Int, path: String) throws(SystemError) {
        let isOver = lock.withLock {
            if progress.phase == .writing {
                let (sum, overflow) = progress.completed.addingReportingOverflow(count)
                progress.completed = overflow ? .max : sum
            }
            return cancelled
        }
        try advance(isOver, "write", path)
    }

    private func advance(_ isOver: Bool, _ operation: String, _ path: String) throws(SystemError) {
        if isOver { throw SystemError(operation: operation, path: path, number: SystemError.cancelledNumber) }
        tell()
    }

    private func tell() {
        guard let report else { return }
        let now = DispatchTime.now().uptimeNanoseconds
        let due: Progress? = lock.withLock {
            if isReporting { return nil }
            if let lastReport, now &- lastReport < Self.reportInterval { return nil }
            isReporting = true
            lastReport = now
            return progress
        }
        guard let due else { return }
        report(due)
        lock.withLock { isReporting = false }
    }
}
