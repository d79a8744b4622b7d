/// Vertices and what is known of each; any number of primitives, even of several meshes, may use one set.
public struct VertexSet: Sendable {
    /// The number of vertices.
    public var count: Int
    /// One row per vertex each; `POSITION` among them when the source has positions. Order: as in the source.
    public var attributes: [Attribute]
    /// Values that corners of primitives index, such as OBJ's `vt` and `vn` lists; see ``CornerAttribute``.
    public var pools: [Attribute]

    /// A set from its parts.
    public init(count: Int, attributes: [Attribute] = [], pools: [Attribute] = []) {
        self.count = count
        self.attributes = attributes
        self.pools = pools
    }

    /// The attribute with this meaning, if vertices have one.
    public func attribute(_ semantic: AttributeSemantic) -> Attribute? {
        attributes.first { $0.semantic == semantic }
    }
}
