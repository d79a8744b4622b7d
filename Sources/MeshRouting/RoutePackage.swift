/// A layout of scan packages, where a conversion can begin or end beside the formats of meshes.
public struct RoutePackage: Hashable, Sendable {
    /// What it is called where it is read: `nerfstudio`; nil: it is not read.
    public var kind: String?
    /// What it is called where it is written, each a way of writing it: `raw`; empty: it is not written.
    public var variants: [String]

    /// A layout from its parts.
    public init(kind: String?, variants: [String]) {
        self.kind = kind
        self.variants = variants
    }

    /// One name for it: that of reading, else that of writing.
    var name: String { kind ?? variants.first ?? "" }
}
