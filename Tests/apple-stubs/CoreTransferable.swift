// swift-format-ignore-file
// What is used of Core Transferable (developer.apple.com/documentation/coretransferable). Never linked, never run.
public import Foundation
public import UniformTypeIdentifiers

public protocol TransferRepresentation<Item>: Sendable { associatedtype Item: Transferable }
@preconcurrency public protocol Transferable: Sendable {
    associatedtype Representation: TransferRepresentation
    @TransferRepresentationBuilder<Self> static var transferRepresentation: Representation { get }
}
public struct SentTransferredFile: Sendable {
    public init(_ file: URL, allowAccessingOriginalFile: Bool = false) {}
}
public struct FileRepresentation<Item: Transferable>: TransferRepresentation {
    public init(exportedContentType: UTType, shouldAllowToOpenInPlace: Bool = false, exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile) {}
}
extension TransferRepresentation {
    public func exportingCondition(_ condition: @escaping @Sendable (Item) -> Bool) -> some TransferRepresentation<Item> { self }
}
public struct TupleTransferRepresentation<Item: Transferable, Value: Sendable>: TransferRepresentation {}
@resultBuilder public struct TransferRepresentationBuilder<Item: Transferable> {
    public static func buildExpression<Content: TransferRepresentation>(_ content: Content) -> Content where Content.Item == Item { content }
    public static func buildBlock<Content: TransferRepresentation>(_ content: Content) -> Content where Content.Item == Item { content }
    public static func buildBlock<A: TransferRepresentation, B: TransferRepresentation, C: TransferRepresentation, D: TransferRepresentation>(_ a: A, _ b: B, _ c: C, _ d: D) -> TupleTransferRepresentation<Item, (A, B, C, D)> where A.Item == Item, B.Item == Item, C.Item == Item, D.Item == Item { fatalError() }
}

extension Never: TransferRepresentation, Transferable {
    public typealias Item = Never
    public static var transferRepresentation: Never { fatalError() }
}
