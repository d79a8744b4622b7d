import MeshModel

extension SceneMaterial {
    /// Settings that a writer may add where the source has none. The law counts them but ignores their values.
    static let madeByWriters: Set<String> = ["metallic", "roughness", "doubleSided", "alphaMode", "vertexColors"]

    /// The names of materials that writers add, where they need names.
    private static let namesByWriters: Set<String> = ["White", "Colors", "ColorsAndOpacity"]

    /// Whether a writer may have added the material, for surfaces without one.
    var isMadeByWriter: Bool {
        textures.isEmpty && (name.map(Self.namesByWriters.contains) ?? true)
            && parameters.allSatisfy {
                Self.madeByWriters.contains($0.name) || $0 == MaterialParameter("baseColor", [1, 1, 1])
            }
    }
}
