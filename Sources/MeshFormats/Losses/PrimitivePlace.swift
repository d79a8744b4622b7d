public import MeshModel

/// A primitive that is written, and where it stands in the scene.
public struct PrimitivePlace: Sendable {
    /// Its mesh.
    public var mesh: Int
    /// Its place in the mesh.
    public var index: Int
    /// The primitive.
    public var primitive: Primitive

    /// A place from its parts.
    public init(mesh: Int, index: Int, primitive: Primitive) {
        self.mesh = mesh
        self.index = index
        self.primitive = primitive
    }

    /// The primitive's path.
    public var path: String { ScenePath.primitive(mesh: mesh, index) }
    /// The path of an attribute of its elements.
    public func path(_ semantic: AttributeSemantic) -> String {
        ScenePath.elementAttribute(mesh: mesh, primitive: index, semantic)
    }
    /// The attribute of its elements, when it has a row for each.
    public func attribute(_ semantic: AttributeSemantic) -> Attribute? {
        primitive.elementAttributes.first {
            $0.semantic == semantic && $0.offsets == nil && $0.count == primitive.elementCount
        }
    }
}
