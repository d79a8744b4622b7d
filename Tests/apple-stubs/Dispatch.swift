// swift-format-ignore-file
// The declarations of Dispatch that the libraries use. For apple-typecheck.sh only: never linked, never run.

public class DispatchQueue: @unchecked Sendable {
    public class func concurrentPerform(iterations: Int, execute work: (Int) -> Void) {}
}

public class DispatchSemaphore: @unchecked Sendable {
    public init(value: Int) {}
    public func wait() {}
    @discardableResult public func signal() -> Int { 0 }
}

public struct DispatchTime: Sendable {
    public static func now() -> DispatchTime { DispatchTime() }
    public var uptimeNanoseconds: UInt64 { 0 }
}
