extension Scene {
    /// The primitives over each vertex set, in the order of the meshes: scenes may have thousands of both.
    public var primitivesOfSets: [Int: [Primitive]] {
        var primitives: [Int: [Primitive]] = [:]
        for mesh in meshes {
            for primitive in mesh.primitives { primitives[primitive.vertexSet, default: []].append(primitive) }
        }
        return primitives
    }
}
