#if canImport(Darwin)
    public import Foundation
    public import MeshConvert

    /// A conversion with the system's progress, for progress views and for work that goes on in the background.
    ///
    /// ```swift
    /// let conversion = try Conversion(url, to: .path(path))
    /// bar.observedProgress = conversion.progress
    /// let report = try await conversion.report
    /// ```
    public final class Conversion: NSObject, ProgressReporting, Sendable {
        /// The progress: an estimate that never falls. Cancelling it cancels the conversion.
        public let progress: Foundation.Progress
        private let task: Task<Report, any Error>

        /// Begins a conversion, with the priority of the calling task.
        ///
        /// - Parameters:
        ///   - source: what is converted.
        ///   - target: where the result goes.
        ///   - options: options of the conversion; its work is replaced.
        /// - Throws: ``MeshConvert/ConvertError/usage(_:)`` if source or target names no file.
        public init(
            _ source: some ConvertSource, to target: some ConvertTarget, options: ConvertOptions = ConvertOptions()
        ) throws(ConvertError) {
            let (source, target) = (try source.conversionSource(), try target.conversionTarget())
            let progress = Foundation.Progress(totalUnitCount: ConversionProgress.total)
            var options = options
            let state = ConversionProgress()
            options.work = Work { progress.completedUnitCount = state.update($0) }
            let task = Task { [options] in
                let report = try await convert(source, to: target, options: options)
                progress.completedUnitCount = ConversionProgress.total
                return report
            }
            progress.cancellationHandler = { task.cancel() }
            (self.progress, self.task) = (progress, task)
            super.init()
        }

        /// The report, once the conversion is done. Cancelling the waiting task cancels the conversion.
        ///
        /// - Throws: ``MeshConvert/ConvertError``; `CancellationError`.
        public var report: Report {
            get async throws {
                try await withTaskCancellationHandler {
                    try await task.value
                } onCancel: {
                    task.cancel()
                }
            }
        }

        /// Cancels the conversion; nothing is left behind.
        public func cancel() { progress.cancel() }
    }
#endif
