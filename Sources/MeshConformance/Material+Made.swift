import MeshModel

extension Material {
    /// Settings that a writer may have made, where the source has none: the law counts them and does not look at them.
    static let madeByWriters: Set<String> = ["metallic", "roughness", "doubleSided", "alphaMode"]

    /// Whether a writer may have made all of it, for surfaces without a material.
    var isMadeByWriter: Bool {
        name == nil && textures.isEmpty && parameters.allSatisfy { Self.madeByWriters.contains($0.name) }
    }
}
