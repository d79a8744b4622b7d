// swift-format-ignore-file
// What is used of uniform types (developer.apple.com/documentation/uniformtypeidentifiers). Never linked, never run.
public struct UTType: Hashable, Sendable {
    public init?(_ identifier: String) {}
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {}
    public static var data: UTType { fatalError() }
    public static var item: UTType { fatalError() }
    public static var folder: UTType { fatalError() }
}
