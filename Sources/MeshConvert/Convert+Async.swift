import Dispatch
import MeshBytes

/// Converts a file without blocking the caller; see the synchronous form.
///
/// The work runs on its own threads, independent of the caller's actor. Cancelling the task ends it within a tenth of a
/// second and leaves nothing behind.
///
/// - Throws: ``ConvertError``; `CancellationError` when the task was cancelled before the target appeared.
@concurrent @discardableResult
public func convert(
    _ source: String, to target: String, options: ConvertOptions = ConvertOptions()
) async throws -> Report {
    try await Pipeline().convert(.path(source), to: .path(target), options: options)
}

/// Converts a file, bytes, buffers or a scene into a file or memory without blocking the caller.
@concurrent @discardableResult
public func convert(
    _ source: Source, to target: Target, options: ConvertOptions = ConvertOptions()
) async throws -> Report {
    try await Pipeline().convert(source, to: target, options: options)
}

extension Pipeline {
    /// Converts a file without blocking the caller.
    @concurrent @discardableResult
    public func convert(
        _ source: String, to target: String, options: ConvertOptions = ConvertOptions()
    ) async throws -> Report {
        try await convert(.path(source), to: .path(target), options: options)
    }

    /// Converts any source to any target without blocking the caller.
    ///
    /// - Throws: ``ConvertError``; `CancellationError` when the task was cancelled before the target appeared.
    @concurrent @discardableResult
    public func convert(
        _ source: Source, to target: Target, options: ConvertOptions = ConvertOptions()
    ) async throws -> Report {
        try await convert(source, to: target, options: options) {}
    }

    /// Converts and calls `atEnd` when the work ends, which may be shortly after a cancelled task has resumed.
    func convert(
        _ source: Source, to target: Target, options: ConvertOptions, atEnd: @escaping @Sendable () -> Void
    ) async throws -> Report {
        var options = options
        let work = options.work ?? Work()
        options.work = work
        let urgency = DispatchQoS(options.execution.priority ?? Task.currentPriority)
        let outcome = await AsyncWork(work).run(urgency) { [options] in
            defer { atEnd() }
            return self.outcome(source, target, options)
        }
        switch outcome {
        case .success(let report): return report
        case .failure(let error) where !(error.isCancelled && Task.isCancelled): throw error
        default: throw CancellationError()
        }
    }

    private func outcome(_ source: Source, _ target: Target, _ options: ConvertOptions) -> AsyncWork.Outcome {
        do throws(ConvertError) { return .success(try convert(source, to: target, options: options)) } catch {
            return .failure(error)
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
