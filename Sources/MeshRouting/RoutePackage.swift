/// A layout of scan packages, where a conversion can begin or end, like a mesh format.
public struct RoutePackage: Hashable, Sendable {
    /// The name for reading: `nerfstudio`; nil: it can't be read.
    public var kind: String?
    /// The names for writing, one for each variant: `raw`; empty: it can't be written.
    public var variants: [String]

    /// Creates a layout.
    public init(kind: String?, variants: [String]) {
        self.kind = kind
        self.variants = variants
    }

    /// The name of the layout: that for reading, else the first for writing.
    var name: String { kind ?? variants.first ?? "" }
}
