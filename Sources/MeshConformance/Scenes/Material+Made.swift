import MeshModel

extension Material {
    /// Settings that a writer may have made, where the source has none: the law counts them and does not look at them.
    static let madeByWriters: Set<String> = ["metallic", "roughness", "doubleSided", "alphaMode", "vertexColors"]

    /// What writers call them, where they need names.
    private static let namesByWriters: Set<String> = ["White", "Colors", "ColorsAndOpacity"]

    /// Whether a writer may have made all of it, for surfaces without a material.
    var isMadeByWriter: Bool {
        textures.isEmpty && (name.map(Self.namesByWriters.contains) ?? true)
            && parameters.allSatisfy {
                Self.madeByWriters.contains($0.name) || $0 == MaterialParameter("baseColor", [1, 1, 1])
            }
    }
}
