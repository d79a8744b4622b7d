/// Plain names of a material's settings and textures. All losses and texts use this table.
package enum MaterialWords {
    private static let names = [
        "baseColor": "base colour", "emissive": "emission", "metallic": "metalness",
        "metallicRoughness": "metalness and roughness", "alpha": "opacity", "Ka": "ambient colour",
        "Ks": "specular colour", "Ns": "shininess", "Ni": "refraction", "Tf": "transmission", "illum": "lighting model",
    ]

    /// Returns the plain name of a setting or texture slot: `base colour` for `baseColor`.
    package static func name(_ setting: String) -> String {
        names[setting]
            ?? setting.reduce(into: "") { $0 += $1.isUppercase && !$0.isEmpty ? " \($1.lowercased())" : "\($1)" }
    }

    /// Returns a list of plain names: `base colour, shininess and 2 more`.
    package static func list(_ settings: [String]) -> String { settings.map(name).listed(most: 4) }
}
