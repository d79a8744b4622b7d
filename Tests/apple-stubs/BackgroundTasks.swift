// swift-format-ignore-file
// What is used of background tasks (developer.apple.com/documentation/backgroundtasks). Never linked, never run.
public import Dispatch
public import Foundation

open class BGTask: NSObject {
    open var expirationHandler: (() -> Void)? { get { nil } set {} }
    open func setTaskCompleted(success: Bool) {}
}
@available(iOS 26, *)
open class BGContinuedProcessingTask: BGTask, ProgressReporting {
    open var progress: Progress { fatalError() }
}
open class BGTaskRequest: NSObject {}
@available(iOS 26, *)
open class BGContinuedProcessingTaskRequest: BGTaskRequest {
    public enum SubmissionStrategy: Int, @unchecked Sendable { case fail, queue }
    public init(identifier: String, title: String, subtitle: String) {}
    open var strategy: SubmissionStrategy { get { .queue } set {} }
}
open class BGTaskScheduler: NSObject, @unchecked Sendable {
    open class var shared: BGTaskScheduler { fatalError() }
    open func register(forTaskWithIdentifier identifier: String, using queue: DispatchQueue?, launchHandler: @escaping (BGTask) -> Void) -> Bool { true }
    open func submit(_ taskRequest: BGTaskRequest) throws {}
}
