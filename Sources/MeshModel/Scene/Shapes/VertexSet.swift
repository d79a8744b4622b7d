/// Vertices and their attributes; any number of primitives, even of several meshes, may use one set.
public struct VertexSet: Sendable {
    /// The number of vertices.
    public var count: Int
    /// Attributes with one row per vertex, in the source's order; `POSITION` among them when the source has positions.
    public var attributes: [Attribute]
    /// Values that corners of primitives index, such as OBJ's `vt` and `vn` lists; see ``CornerAttribute``.
    public var pools: [Attribute]

    /// Creates a set.
    public init(count: Int, attributes: [Attribute] = [], pools: [Attribute] = []) {
        self.count = count
        self.attributes = attributes
        self.pools = pools
    }

    /// Returns the attribute with this meaning, if there is one.
    public func attribute(_ semantic: AttributeSemantic) -> Attribute? {
        attributes.first { $0.semantic == semantic }
    }
}
