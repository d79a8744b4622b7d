import Dispatch

/// A job as seen from outside: reports its progress and can be cancelled.
///
/// Inputs and outputs that were opened with it count their bytes here. They fail with ``SystemError/isCancelled``
/// within a few megabytes after it is cancelled. All methods may be called from any thread.
public final class Work: @unchecked Sendable {
    private let lock = Lock()
    private let report: (@Sendable (Progress) -> Void)?
    private var progress = Progress(phase: .reading)
    private var cancelled = false
    private var sealed = false
    private var isReporting = false
    private var lastReport: UInt64?
    /// The number of further checks until it cancels itself; nil: it doesn't.
    private var checksLeft: Int?

    /// The shortest interval between two reports of one phase, in nanoseconds: 20 a second.
    private static let reportInterval: UInt64 = 50_000_000

    /// Creates work that has not begun.
    ///
    /// - Parameter report: receives the progress, at most 20 times a second and in one call at a time, on the working
    ///   threads. It may cancel the work.
    public init(report: (@Sendable (Progress) -> Void)? = nil) {
        self.report = report
    }

    /// Creates work that cancels itself at a check, so that tests can cancel at each.
    ///
    /// - Parameter check: the number of checks before.
    package convenience init(cancelledAfter check: Int) {
        self.init()
        checksLeft = check
    }

    /// Whether the work is cancelled, at a check; call it with the lock held.
    private func isCancelledNow() -> Bool {
        if let left = checksLeft {
            checksLeft = left - 1
            if left <= 0, !sealed { cancelled = true }
        }
        return cancelled
    }

    /// Cancels the work at its next check.
    ///
    /// - Returns: whether the work is cancelled; false once the output is being named, which takes only a moment.
    @discardableResult
    public func cancel() -> Bool {
        lock.withLock {
            if !sealed { cancelled = true }
            return cancelled
        }
    }

    /// Whether the work was cancelled.
    public var isCancelled: Bool { lock.withLock { isCancelledNow() } }

    /// The current progress.
    public var current: Progress { lock.withLock { progress } }

    /// Begins a phase and reports it without waiting for the interval.
    public func begin(_ phase: Progress.Phase, total: Int? = nil) {
        lock.withLock {
            progress = Progress(phase: phase, total: total)
            lastReport = nil
            // The next of several conversions begins.
            if phase == .reading { sealed = false }
        }
        tell()
    }

    /// Prevents cancelling from here on; returns false when the work was cancelled before.
    func seal() -> Bool {
        lock.withLock {
            sealed = !isCancelledNow()
            return sealed
        }
    }

    /// Throws when the work is cancelled; for slow steps between reading and writing.
    public func lookUp() throws(SystemError) {
        if isCancelled { throw SystemError(operation: "work", path: "", number: SystemError.cancelledNumber) }
    }

    /// Counts bytes that were read; throws when the work is cancelled.
    ///
    /// Progress is the offset reached, not a sum, so bytes read twice count once. A reader that starts again at the
    /// front when it was nearly finished is in its second pass.
    func didRead(at offset: Int, _ count: Int, path: String) throws(SystemError) {
        let isOver = lock.withLock {
            guard progress.phase != .writing, progress.phase != .saving else { return isCancelledNow() }
            let (sum, overflow) = offset.addingReportingOverflow(count)
            let end = min(overflow ? .max : sum, progress.total ?? .max)
            let isSecond = progress.total.map { progress.completed > $0 / 10 * 9 && end < $0 / 2 } ?? false
            progress.completed = isSecond ? end : max(progress.completed, end)
            return isCancelledNow()
        }
        try advance(isOver, "read", path)
    }

    /// Counts bytes that were written; throws when the work is cancelled.
    func didWrite(_ count: Int, path: String) throws(SystemError) {
        let isOver = lock.withLock {
            if progress.phase == .writing {
                let (sum, overflow) = progress.completed.addingReportingOverflow(count)
                progress.completed = overflow ? .max : sum
            }
            return isCancelledNow()
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
