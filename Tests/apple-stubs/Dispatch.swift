// swift-format-ignore-file
// The declarations of Dispatch that the libraries use. For apple-typecheck.sh only: never linked, never run.

public class DispatchQueue: @unchecked Sendable {
    public convenience init(label: String, qos: DispatchQoS = .unspecified) { self.init() }
    init() {}
    public class func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue { DispatchQueue() }
    public class func concurrentPerform(iterations: Int, execute work: (Int) -> Void) {}
    @preconcurrency public func async(execute work: @escaping @Sendable @convention(block) () -> Void) {}
    @preconcurrency public func asyncAfter(deadline: DispatchTime, execute work: @escaping @Sendable @convention(block) () -> Void) {}
}

public struct DispatchQoS: Equatable, Sendable {
    public enum QoSClass: Sendable { case background, utility, `default`, userInitiated, userInteractive, unspecified }
    public static let background = DispatchQoS()
    public static let utility = DispatchQoS()
    public static let `default` = DispatchQoS()
    public static let userInitiated = DispatchQoS()
    public static let userInteractive = DispatchQoS()
    public static let unspecified = DispatchQoS()
}

public enum DispatchTimeInterval: Sendable { case seconds(Int), milliseconds(Int), microseconds(Int), nanoseconds(Int), never }

public class DispatchSemaphore: @unchecked Sendable {
    public init(value: Int) {}
    public func wait() {}
    public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { .success }
    @discardableResult public func signal() -> Int { 0 }
}

public struct DispatchTime: Sendable {
    public static func now() -> DispatchTime { DispatchTime() }
    public var uptimeNanoseconds: UInt64 { 0 }
    public static func + (time: DispatchTime, interval: DispatchTimeInterval) -> DispatchTime { time }
}

public enum DispatchTimeoutResult: Sendable { case success, timedOut }
