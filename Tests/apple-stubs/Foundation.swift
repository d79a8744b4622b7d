// swift-format-ignore-file
// The declarations of Foundation that the libraries use (developer.apple.com/documentation/foundation).
// For apple-typecheck.sh only: never linked, never run.
public protocol NSObjectProtocol: AnyObject {}
open class NSObject: NSObjectProtocol { public init() {} }

public struct UUID: Hashable, Sendable, CustomStringConvertible {
    public init() {}
    public var uuidString: String { "" }
    public var description: String { "" }
}

public struct URL: Hashable, Sendable {
    public init(filePath path: String) { self.init() }
    init() {}
    public enum DirectoryHint: Sendable { case isDirectory, notDirectory, checkFileSystem, inferFromPath }
    public static var documentsDirectory: URL { URL() }
    public static var temporaryDirectory: URL { URL() }
    public var isFileURL: Bool { true }
    public var absoluteString: String { "" }
    public var lastPathComponent: String { "" }
    public func deletingPathExtension() -> URL { self }
    public func path(percentEncoded: Bool = true) -> String { "" }
    public func appending<S: StringProtocol>(path: S, directoryHint: DirectoryHint = .inferFromPath) -> URL { self }
    public func startAccessingSecurityScopedResource() -> Bool { true }
    public func stopAccessingSecurityScopedResource() {}
}

public struct Data: Hashable, Sendable, RandomAccessCollection {
    public init() {}
    public init(contentsOf url: URL) throws {}
    public init(bytes: UnsafeRawPointer, count: Int) {}
    public init<S: Sequence>(_ elements: S) where S.Element == UInt8 {}
    public var startIndex: Int { 0 }
    public var endIndex: Int { 0 }
    public subscript(index: Int) -> UInt8 { 0 }
}

public protocol LocalizedError: Error { var errorDescription: String? { get } }
extension Error { public var localizedDescription: String { "" } }

open class FileManager: NSObject, @unchecked Sendable {
    open class var `default`: FileManager { FileManager() }
    open func createDirectory(at url: URL, withIntermediateDirectories createIntermediates: Bool, attributes: [String: Any]? = nil) throws {}
    open func removeItem(at URL: URL) throws {}
}

open class Progress: NSObject, @unchecked Sendable {
    public init(totalUnitCount unitCount: Int64) {}
    open var totalUnitCount: Int64 { get { 0 } set {} }
    open var completedUnitCount: Int64 { get { 0 } set {} }
    open var cancellationHandler: (@Sendable () -> Void)? { get { nil } set {} }
    open func addChild(_ child: Progress, withPendingUnitCount inUnitCount: Int64) {}
    open func cancel() {}
}

public protocol ProgressReporting: NSObjectProtocol { var progress: Progress { get } }

open class NSMutableArray: NSObject, Sequence {
    public subscript(index: Int) -> Any { get { 0 } set {} }
    public func makeIterator() -> AnyIterator<Any> { AnyIterator { nil } }
}

open class Bundle: NSObject, @unchecked Sendable {
    open class var main: Bundle { Bundle() }
    open var bundleIdentifier: String? { nil }
}
open class NSNumber: NSObject, @unchecked Sendable {}
