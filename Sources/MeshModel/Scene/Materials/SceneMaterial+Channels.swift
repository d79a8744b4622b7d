extension SceneMaterial {
    /// Whether a texture shows a setting that glTF has in a channel of another setting's texture.
    package var hasLooseChannels: Bool {
        textures.contains { slot in
            switch slot.slot {
            case "roughness", "metallic": texture("metallicRoughness") == nil
            case "alpha", "occlusionRoughnessMetallic", "roughnessMetallicOcclusion": true
            case "occlusion": (slot.channel ?? 0) > 0
            default: false
            }
        }
    }
}

extension TextureSlot {
    /// The channel of the image that is used, 0…3 for red, green, blue, alpha, by USD's outputs or MTL's `-imfchan`;
    /// nil: none is named.
    package var channel: Int? {
        for option in options where option.words.count == 1 {
            switch (option.name, option.words[0]) {
            case ("channel", "r"), ("-imfchan", "r"): return 0
            case ("channel", "g"), ("-imfchan", "g"): return 1
            case ("channel", "b"), ("-imfchan", "b"): return 2
            // MTL's matte is the alpha channel.
            case ("channel", "a"), ("-imfchan", "m"): return 3
            default: continue
            }
        }
        return nil
    }
}
