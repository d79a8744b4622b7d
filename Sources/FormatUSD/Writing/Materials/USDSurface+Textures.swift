import MeshModel

// The shaders of textures, and of their coordinates.

extension USDSurface {
    /// Adds the shader of a texture.
    ///
    /// - Returns: the path of the shader.
    mutating func addTexture(
        _ own: TextureSlot, _ slot: USDTextureTable.Slot, _ image: Int, _ material: SceneMaterial,
        _ draft: inout USDDraft
    ) -> String {
        let name = "\(slot.name)Texture"
        let coordinates = coordinates(own, name, &draft)
        let prim = draft.layer.shader(name, "UsdUVTexture", below: prim)
        if let bias = bias(slot, material) {
            draft.layer.attribute(prim, "inputs:bias", "float4", .singles(.float4, bias))
        }
        draft.images[image].attributes.append(
            draft.layer.attribute(
                prim, "inputs:file", "asset", .text(.asset, USDWrittenFile.placeholder(image))))
        if let scale = scale(slot, own, material) {
            draft.layer.attribute(prim, "inputs:scale", "float4", .singles(.float4, scale))
        }
        draft.layer.attribute(prim, "inputs:sourceColorSpace", "token", .token(slot.isRaw ? "raw" : "sRGB"))
        draft.layer.connection(prim, "inputs:st", "float2", to: coordinates)
        for (name, input) in [("wrapS", "inputs:wrapS"), ("wrapT", "inputs:wrapT")] {
            // USD's default is black beyond the edge. Other formats repeat by default.
            let word = own.options.first { $0.name == name }?.words.first.flatMap { Int($0) }
            let isClamped = own.options.contains(TextureOption("-clamp", ["on"]))
            let wrap = USDTextureTable.wraps.first { $0.0 == word }?.1 ?? (isClamped ? "clamp" : "repeat")
            draft.layer.attribute(prim, input, "token", .token(wrap))
        }
        for output in ["r", "g", "b", "a"] { draft.layer.attribute(prim, "outputs:\(output)", "float", nil) }
        draft.layer.attribute(prim, "outputs:rgb", "float3", nil)
        return "\(path)/\(name)"
    }

    /// What is added to the texture's values times their factor.
    private func bias(_ slot: USDTextureTable.Slot, _ material: SceneMaterial) -> [Double]? {
        switch slot.name {
        case "normal": [-1, -1, -1, 0]
        // The shade is 1 + strength × (texel − 1).
        case "occlusion": material["occlusionStrength"]?.first.map { [1 - $0, 1 - $0, 1 - $0, 0] }
        default: nil
        }
    }

    /// The factor of the texture's values.
    private func scale(_ slot: USDTextureTable.Slot, _ own: TextureSlot, _ material: SceneMaterial) -> [Double]? {
        switch slot.name {
        case "normal":
            // The only valid scale for 8-bit normals. A normal strength is reported as a loss of the material.
            return [2, 2, 2, 1]
        case "baseColor":
            let color = material["baseColor"].flatMap { $0.count == 3 ? $0 : nil }
            let alpha = material["alpha"]?.first
            return color == nil && alpha == nil ? nil : (color ?? [1, 1, 1]) + [alpha ?? 1]
        case "emissive":
            guard let color = material["emissive"], color.count == 3 else { return nil }
            return color + [1]
        case "metallicRoughness":
            let (metallic, roughness) = (material["metallic"]?.first, material["roughness"]?.first)
            return metallic == nil && roughness == nil ? nil : [1, roughness ?? 1, metallic ?? 1, 1]
        case "occlusion":
            return material["occlusionStrength"]?.first.map { [$0, $0, $0, 1] }
        default:
            guard let value = material[slot.name]?.first, material[slot.name]?.count == 1 else { return nil }
            // Opacity may be any channel.
            return [value, value, value, slot.name == "alpha" ? value : 1]
        }
    }

    /// The path of the output that gives a texture its coordinates.
    private mutating func coordinates(_ own: TextureSlot, _ name: String, _ draft: inout USDDraft) -> String {
        func numbers(_ name: String, _ count: Int) -> [Double]? {
            own.numbers(name).flatMap { $0.count == count ? $0 : nil }
        }
        let set = (numbers("transformTexCoord", 1) ?? numbers("texCoord", 1)).flatMap { Int(exactly: $0[0]) } ?? 0
        let reader = addCoordinateReader(max(set, 0), &draft)
        var angle = numbers("rotation", 1)?[0] ?? 0
        var scale = numbers("scale", 2) ?? [1, 1]
        let offset = numbers("offset", 2) ?? [0, 0]
        let (sine, cosine) = Angles.sinCos(radians: angle)
        var move = [offset[0] + scale[1] * sine, 1 - offset[1] - scale[1] * cosine]
        // MTL's `-s` and `-o`, which count v from the bottom, as USD does.
        if let (classicScale, classicMove) = own.classic { (scale, move, angle) = (classicScale, classicMove, 0) }
        guard angle != 0 || scale != [1, 1] || move != [0, 0] || movingSlots.contains(own.slot) else { return reader }
        let prim = draft.layer.shader("\(name)Transform", "UsdTransform2d", below: prim)
        draft.layer.connection(prim, "inputs:in", "float2", to: reader)
        draft.layer.attribute(prim, "inputs:rotation", "float", .single(angle * 180 / .pi))
        draft.layer.attribute(prim, "inputs:scale", "float2", .singles(.float2, scale))
        draft.layer.attribute(prim, "inputs:translation", "float2", .singles(.float2, move))
        draft.layer.attribute(prim, "outputs:result", "float2", nil)
        return "\(path)/\(name)Transform.outputs:result"
    }

    /// Adds the shader of a coordinate set, once, and returns the path of its output.
    private mutating func addCoordinateReader(_ set: Int, _ draft: inout USDDraft) -> String {
        let name = set == 0 ? "st" : "st\(set)"
        if coordinateSets.insert(set).inserted {
            addReader("\(name)Reader", of: name, "float2", fallback: nil, &draft)
        }
        return "\(path)/\(name)Reader.outputs:result"
    }
}

extension TextureSlot {
    /// The finite numbers of an option, or nil if it has other words or none.
    fileprivate func numbers(_ name: String) -> [Double]? {
        guard let words = options.first(where: { $0.name == name })?.words else { return nil }
        let numbers = words.compactMap(Double.init)
        return numbers.isEmpty || numbers.count != words.count || !numbers.allSatisfy(\.isFinite) ? nil : numbers
    }

    /// The transform of MTL's options. A missing second number is the default.
    fileprivate var classic: (scale: [Double], move: [Double])? {
        let (scale, move) = (numbers("-s"), numbers("-o"))
        guard scale != nil || move != nil else { return nil }
        func pair(_ numbers: [Double]?, _ fill: Double) -> [Double] { Array(((numbers ?? [fill]) + [fill]).prefix(2)) }
        return (pair(scale, 1), pair(move, 0))
    }
}
