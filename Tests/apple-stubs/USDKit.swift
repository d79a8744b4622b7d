// swift-format-ignore-file
// The declarations of USDKit that MeshConvertApple uses (developer.apple.com/documentation/usdkit). The framework is of
// iOS 27; on older systems it is not loaded. For apple-typecheck.sh only: never linked, never run.
public import Foundation

@available(iOS 27, macOS 27, *)
public struct USDStage {
    public enum InitialLoadRule: Hashable, Sendable { case all, none }
    public struct ExportOptions: ExpressibleByArrayLiteral, Sendable {
        public init(arrayLiteral elements: ExportOptions...) {}
    }
    public static func open(_ url: URL, loadingPayloads: USDStage.InitialLoadRule = .all) throws -> USDStage { USDStage(of: UUID.self) }
    public func exportPackage(options: USDStage.ExportOptions = []) throws -> Data { Data() }
    // As in the framework, a stage is not Sendable.
    var content: AnyObject?
    init(of type: Any.Type) {}
}
@available(*, unavailable)
extension USDStage: Sendable {}
