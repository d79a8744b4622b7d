import Dispatch
import MeshBytes
public import MeshFormats

/// What conversions of files and of packages have in common.
extension ConvertOptions {
    /// Returns those of the losses that are refused.
    public func refused(_ losses: [Loss]) -> [Loss] {
        let worst: Loss.Severity
        switch effectiveStrictness {
        case .none: return []
        case .lossless: worst = .narrowed
        case .exact: worst = .rounded
        }
        return losses.filter { ($0.severity <= worst || $0.isUnseen) && !allowed.contains($0.code) }
    }

    /// Runs a conversion and measures its time.
    func timed(_ path: String, _ convert: () throws(ConvertError) -> Report) throws(ConvertError) -> Report {
        let start = ContinuousClock.now
        var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }
        do throws(ConvertError) {
            var report = try convert()
            report.seconds = seconds
            return report
        } catch .refused(var report) where work?.isCancelled != true {
            report.seconds = seconds
            throw .refused(report)
        } catch {
            // A cancelled step may throw any error; report the cancellation.
            guard work?.isCancelled == true else { throw error }
            throw .read(ReadError(.cancelled, .whole, "the work was cancelled"), path: path)
        }
    }

    /// Runs a conversion on a thread of its own, and calls `atEnd` when it ends, which may be shortly after a cancelled
    /// task has resumed.
    ///
    /// - Parameter convert: is given the options, with the work that the task's cancellation cancels.
    func aside(
        atEnd: @escaping @Sendable () -> Void = {},
        _ convert: @escaping @Sendable (ConvertOptions) throws(ConvertError) -> Report
    ) async throws -> Report {
        var options = self
        let work = options.work ?? Work()
        options.work = work
        let urgency = DispatchQoS(options.execution.priority ?? Task.currentPriority)
        let outcome = await AsyncWork(work).run(urgency) { [options] in
            defer { atEnd() }
            return Result { () throws(ConvertError) in try convert(options) }
        }
        switch outcome {
        case .success(let report): return report
        case .failure(let error) where !(error.isCancelled && Task.isCancelled): throw error
        default: throw CancellationError()
        }
    }
}

extension DispatchQoS {
    /// Creates the Dispatch class for a task's priority.
    fileprivate init(_ priority: TaskPriority) {
        self =
            switch priority {
            case .high...: .userInitiated
            case .medium..<(.high): .default
            case .utility..<(.medium): .utility
            default: .background
            }
    }
}
