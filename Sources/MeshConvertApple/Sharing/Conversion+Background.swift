#if canImport(BackgroundTasks) && canImport(UIKit) && os(iOS)
    import BackgroundTasks
    import Foundation
    public import MeshConvert
    import UIKit

    extension Conversion {
        /// Waits for the report, and lets the conversion go on when the app leaves the screen.
        ///
        /// From iOS 26 the system shows its progress and lets people cancel it (`BGContinuedProcessingTask`); before, the
        /// app has about half a minute, after which the conversion is cancelled. Either way nothing is left half-written.
        ///
        /// - Parameters:
        ///   - identifier: one that `BGTaskSchedulerPermittedIdentifiers` in `Info.plist` permits, such as
        ///     `com.example.app.convert.*` with anything for the star; once for each conversion.
        ///   - title: what people see.
        ///   - subtitle: what people see below it.
        /// - Throws: ``MeshConvert/ConvertError``; `CancellationError`.
        @MainActor public func reportFromBackground(
            identifier: String, title: String, subtitle: String
        ) async throws -> Report {
            if #available(iOS 26, *), continues(identifier, title: title, subtitle: subtitle) {
                return try await report
            }
            let assertion = UIApplication.shared.beginBackgroundTask(withName: title) { [self] in cancel() }
            defer { UIApplication.shared.endBackgroundTask(assertion) }
            return try await report
        }

        /// Asks for a task of the system; false, if it grants none at once.
        @available(iOS 26, *)
        @MainActor private func continues(_ identifier: String, title: String, subtitle: String) -> Bool {
            let scheduler = BGTaskScheduler.shared
            let isKnown = scheduler.register(forTaskWithIdentifier: identifier, using: nil) { @Sendable [self] task in
                guard let task = task as? BGContinuedProcessingTask else {
                    return task.setTaskCompleted(success: false)
                }
                follow(task)
            }
            guard isKnown else { return false }
            let request = BGContinuedProcessingTaskRequest(identifier: identifier, title: title, subtitle: subtitle)
            request.strategy = .fail
            do { try scheduler.submit(request) } catch { return false }
            return true
        }

        /// Shows the progress in a task of the system, until the conversion ends.
        @available(iOS 26, *)
        private func follow(_ task: BGContinuedProcessingTask) {
            task.progress.totalUnitCount = ConversionProgress.total
            task.progress.addChild(progress, withPendingUnitCount: ConversionProgress.total)
            task.expirationHandler = { [self] in cancel() }
            let followed = Followed(task: task)
            Task { [self] in
                let isDone = (try? await report) != nil
                followed.task.setTaskCompleted(success: isDone)
            }
        }
    }

    /// A task of the system, which may be completed on any thread.
    private struct Followed: @unchecked Sendable {
        let task: BGTask
    }
#endif
