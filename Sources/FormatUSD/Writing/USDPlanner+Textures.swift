import MeshBytes
import MeshFormats
import MeshModel

// Images that exist and that a material uses, and their texture shaders.

extension USDPlanner {
    /// Chooses the images to write. Must run before materials, which refer to them.
    mutating func planImages() {
        var isShown = Set<Int>()
        for material in scene.materials {
            for slot in material.textures where USDTextureTable.slots.contains(where: { $0.name == slot.slot }) {
                isShown.insert(scene.textures[slot.texture].image)
            }
        }
        for (index, image) in scene.images.enumerated() {
            let path = ScenePath.image(index)
            guard let contents = image.contents else {
                lose(
                    .textureMissing, .dropped, path, "image \(image.uri)", 1, "images",
                    "the file was not found: a layer has images that are there only")
                continue
            }
            let shown: [ImageKind] =
                [.png, .jpeg] + (options.isQuickLook ? [] : [.exr]) + (layout.isPackage ? [] : [.hdr, .bmp])
            guard let kind = contents.kind, shown.contains(kind) else {
                lose(
                    .textureDropped, .dropped, path, "image \(image.uri)", 1, "images",
                    options.isQuickLook
                        ? "Quick Look shows PNG and JPEG"
                        : layout.isPackage ? "a package has PNG, JPEG and EXR" : "USD shows PNG, JPEG, EXR, HDR and BMP"
                )
                continue
            }
            guard isShown.contains(index) else {
                lose(
                    .textureDropped, .dropped, path, "image \(image.uri)", 1, "images",
                    "in USD an image is what a material shows, and none shows this one")
                continue
            }
            imageNumbers[index] = layout.images.count
            layout.images.append(USDWrittenFile.ImageFile(image: image, kind: kind, index: index))
            if let name = image.name {
                lose(
                    .nameDropped, .dropped, path, "image \(name)", 1, "images",
                    "in USD an image is a file and has no name beside it")
            }
        }
        for (index, texture) in scene.textures.enumerated() {
            if let image = imageNumbers[texture.image] { textureNumbers[index] = image }
        }
    }

    /// The written image of a texture of the scene.
    func imageNumber(_ texture: Int) -> Int? { textureNumbers[texture] }

    // MARK: Shaders

    /// Adds the shader of a texture.
    ///
    /// - Returns: the path of the shader.
    mutating func addTexture(
        _ own: TextureSlot, _ slot: USDTextureTable.Slot, _ image: Int, _ material: Material,
        _ readers: inout USDTextureReaders
    ) -> String {
        let name = "\(slot.name)Texture"
        let coordinates = coordinates(own, &readers, name)
        let prim = layout.layer.define(name, "Shader", below: readers.prim)
        layout.layer.attribute(prim, "info:id", "token", .token("UsdUVTexture"), isUniform: true)
        if slot.name == "normal" {
            layout.layer.attribute(prim, "inputs:bias", "float4", .tuple(.float4, [-1, -1, -1, 0]))
        }
        layout.images[image].attributes.append(
            layout.layer.attribute(
                prim, "inputs:file", "asset", .text(.asset, USDWrittenFile.placeholder(image))))
        if let scale = scale(slot, own, material) {
            layout.layer.attribute(prim, "inputs:scale", "float4", .tuple(.float4, scale.map { Double(Float($0)) }))
        }
        layout.layer.attribute(prim, "inputs:sourceColorSpace", "token", .token(slot.isRaw ? "raw" : "sRGB"))
        layout.layer.connection(prim, "inputs:st", "float2", to: coordinates)
        for (name, input) in [("wrapS", "inputs:wrapS"), ("wrapT", "inputs:wrapT")] {
            // USD's default is black beyond the edge. Other formats repeat by default.
            let word = own.options.first { $0.name == name }?.words.first.flatMap { Int($0) }
            let isClamped = own.options.contains(TextureOption("-clamp", ["on"]))
            let wrap = USDTextureTable.wraps.first { $0.0 == word }?.1 ?? (isClamped ? "clamp" : "repeat")
            layout.layer.attribute(prim, input, "token", .token(wrap))
        }
        for output in ["r", "g", "b", "a"] { layout.layer.attribute(prim, "outputs:\(output)", "float", nil) }
        layout.layer.attribute(prim, "outputs:rgb", "float3", nil)
        return "\(readers.path)/\(name)"
    }

    /// The factor of the texture's values.
    private func scale(_ slot: USDTextureTable.Slot, _ own: TextureSlot, _ material: Material) -> [Double]? {
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
            return [value, value, value, 1]
        }
    }

    /// The path of the output that gives a texture its coordinates.
    private mutating func coordinates(
        _ own: TextureSlot, _ readers: inout USDTextureReaders, _ name: String
    ) -> String {
        func numbers(_ name: String, _ count: Int) -> [Double]? {
            guard let words = own.options.first(where: { $0.name == name })?.words else { return nil }
            let numbers = words.compactMap(Double.init)
            return numbers.count == count && words.count == count && numbers.allSatisfy(\.isFinite) ? numbers : nil
        }
        let set = (numbers("transformTexCoord", 1) ?? numbers("texCoord", 1)).flatMap { Int(exactly: $0[0]) } ?? 0
        let reader = self.reader(max(set, 0), &readers)
        var angle = numbers("rotation", 1)?[0] ?? 0
        var scale = numbers("scale", 2) ?? [1, 1]
        let offset = numbers("offset", 2) ?? [0, 0]
        var move = [
            offset[0] + scale[1] * Self.sine(angle), 1 - offset[1] - scale[1] * Self.sine(angle + .pi / 2),
        ]
        if angle == 0 { move = [offset[0], 1 - offset[1] - scale[1]] }
        if let own = classic(own) { (scale, move, angle) = (own.scale, own.move, 0) }
        guard angle != 0 || scale != [1, 1] || move != [0, 0] else { return reader }
        let prim = layout.layer.define("\(name)Transform", "Shader", below: readers.prim)
        layout.layer.attribute(prim, "info:id", "token", .token("UsdTransform2d"), isUniform: true)
        layout.layer.connection(prim, "inputs:in", "float2", to: reader)
        layout.layer.attribute(prim, "inputs:rotation", "float", .real(.float, Double(Float(angle * 180 / .pi))))
        layout.layer.attribute(prim, "inputs:scale", "float2", .tuple(.float2, scale.map { Double(Float($0)) }))
        layout.layer.attribute(prim, "inputs:translation", "float2", .tuple(.float2, move.map { Double(Float($0)) }))
        layout.layer.attribute(prim, "outputs:result", "float2", nil)
        return "\(readers.path)/\(name)Transform.outputs:result"
    }

    /// The transform of MTL's `-s` and `-o`, which count v from the bottom, as USD does.
    private func classic(_ own: TextureSlot) -> (scale: [Double], move: [Double])? {
        func numbers(_ name: String, _ fill: Double) -> [Double]? {
            guard let words = own.options.first(where: { $0.name == name })?.words else { return nil }
            let numbers = words.compactMap(Double.init)
            guard !numbers.isEmpty, numbers.count == words.count, numbers.allSatisfy(\.isFinite) else { return nil }
            return [numbers[0], numbers.count > 1 ? numbers[1] : fill]
        }
        let (scale, move) = (numbers("-s", 1), numbers("-o", 0))
        return scale == nil && move == nil ? nil : (scale ?? [1, 1], move ?? [0, 0])
    }

    /// The sine of an angle to float32 precision, by its series: formats don't use the C library.
    private static func sine(_ angle: Double) -> Double {
        let turn = 2 * Double.pi
        var x = angle.truncatingRemainder(dividingBy: turn)
        if x > .pi { x -= turn } else if x < -.pi { x += turn }
        var term = x
        var sum = x
        for step in 1..<16 {
            term *= -x * x / Double((2 * step) * (2 * step + 1))
            sum += term
        }
        return sum
    }

    private mutating func reader(_ set: Int, _ readers: inout USDTextureReaders) -> String {
        let name = set == 0 ? "st" : "st\(set)"
        let path = "\(readers.path)/\(name)Reader.outputs:result"
        guard readers.sets.insert(set).inserted else { return path }
        let prim = layout.layer.define("\(name)Reader", "Shader", below: readers.prim)
        layout.layer.attribute(prim, "info:id", "token", .token("UsdPrimvarReader_float2"), isUniform: true)
        layout.layer.attribute(prim, "inputs:varname", "string", .text(.string, name))
        layout.layer.attribute(prim, "outputs:result", "float2", nil)
        return path
    }
}

/// The shaders of a material that read texture coordinates.
struct USDTextureReaders {
    /// The material's prim and its path.
    var prim: Int
    var path: String
    /// The coordinate sets that have a shader.
    var sets: Set<Int> = []
}

extension USDWrittenFile {
    /// The placeholder for an image's path in the layer, until the output's name is known.
    static func placeholder(_ image: Int) -> String { "image\(image)" }
}
