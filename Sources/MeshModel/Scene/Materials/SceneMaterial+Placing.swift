// Textures that lie otherwise than the first set of texture coordinates says.

extension MeshScene {
    /// Whether a texture doesn't lie as the first set of coordinates says.
    package func hasPlacedTextures(keepsMTL: Bool) -> Bool {
        materials.contains { $0.leadingPlacement(keepsMTL: keepsMTL).map { !$0.isPlain } ?? false }
    }
}

extension SceneMaterial {
    /// The placement of the base colour's texture, or of the first one if it has none; nil: the material has none.
    package func leadingPlacement(keepsMTL: Bool) -> TexturePlacement? {
        guard var slot = texture("baseColor") ?? textures.first else { return nil }
        if keepsMTL { slot.options.removeAll { $0.name == "-s" || $0.name == "-o" } }
        return TexturePlacement(slot)
    }
}

extension TexturePlacement {
    /// Whether a texture lies as the first set of coordinates says.
    package var isPlain: Bool { withoutWrapping == TexturePlacement(TextureSlot("", texture: 0)) }

    package var withoutWrapping: TexturePlacement {
        var placement = self
        (placement.wrapS, placement.wrapT) = (.repeating, .repeating)
        return placement
    }
}
