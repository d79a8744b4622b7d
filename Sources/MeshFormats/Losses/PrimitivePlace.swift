public import MeshModel

/// A primitive to be written, with its position in the scene.
public struct PrimitivePlace: Sendable {
    /// The index of its mesh.
    public var mesh: Int
    /// The index in the mesh.
    public var index: Int
    /// The primitive.
    public var primitive: Primitive

    /// Creates a position.
    public init(mesh: Int, index: Int, primitive: Primitive) {
        self.mesh = mesh
        self.index = index
        self.primitive = primitive
    }

    /// The primitive's path.
    public var path: String { ScenePath.primitive(mesh: mesh, index) }
    /// Returns the path of an element attribute.
    public func path(_ semantic: AttributeSemantic) -> String {
        ScenePath.elementAttribute(mesh: mesh, primitive: index, semantic)
    }
    /// Returns an element attribute if it has one row for each element.
    public func attribute(_ semantic: AttributeSemantic) -> Attribute? {
        primitive.elementAttributes.first { $0.semantic == semantic && hasRowForEachElement($0) }
    }

    /// The element attributes that have one row for each element, by their meaning.
    package var attributes: [AttributeSemantic: Attribute] {
        primitive.elementAttributes.filter(hasRowForEachElement).byMeaning
    }

    private func hasRowForEachElement(_ attribute: Attribute) -> Bool {
        attribute.offsets == nil && attribute.count == primitive.elementCount
    }
}

extension MeshScene {
    /// All primitives, in the order of the meshes.
    package var primitivePlaces: [PrimitivePlace] {
        placedPrimitives.map { PrimitivePlace(mesh: $0.mesh, index: $0.index, primitive: $0.primitive) }
    }
}
