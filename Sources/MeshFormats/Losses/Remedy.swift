public import MeshModel

/// Endings of outputs that keep what another target has no place for: what planners of any format may name as remedies.
///
/// Each says no more than that the same loss does not happen there. Conformance types every remedy that a report names.
public enum Remedy {
    /// What keeps values of vertices or elements.
    ///
    /// PLY has a property for each number and each list, one set of colours and texture coordinates, and normals of
    /// vertices. glTF has rows of up to four numbers and further sets, of vertices only.
    ///
    /// - Parameters:
    ///   - attribute: what has no place.
    ///   - content: whose it is; vertices and elements of different forms have one property in PLY.
    ///   - isOfElements: whether it has a row for each element instead of each vertex.
    public static func keeping(_ attribute: Attribute, of content: Content, isOfElements: Bool = false) -> String? {
        let width = attribute.values.components
        let rows: String? = isOfElements ? nil : ".glb"
        switch attribute.semantic {
        case .smoothingGroup: return isOfElements ? ".obj" : nil
        case .normal: return isOfElements ? nil : width >= 3 ? ".ply" : nil
        case .texCoord(0): return isOfElements ? nil : width == 2 ? ".ply" : nil
        case .color(0):
            guard width >= 3 else { return nil }
            let isAlike = content.colorForms.types.isSubset(of: [Content.ColorForms.Form(attribute)])
            let type = attribute.values.type
            let isFit = attribute.normalized ? type == .uint8 || type == .uint16 : !type.isInteger
            return isAlike && isFit ? ".ply" : rows
        case let other where other.isColor || other.isTexCoord: return rows
        default: return attribute.offsets != nil || width == 1 ? ".ply" : width <= 4 ? rows : nil
        }
    }

    /// What keeps the transparency of colours: in PLY all have it or none.
    public static func keepingAlpha(of content: Content) -> String { content.colorForms.haveAlpha ? ".ply" : ".glb" }

    /// What keeps named sets of elements: OBJ has groups, USD sets of faces by any name.
    public static func keeping(_ family: SubsetFamily, of primitive: Primitive) -> String? {
        if family.name == "groups" { return ".obj" }
        return primitive.topology == .polygons && !family.name.isEmpty && family.name != "materialBind" ? ".usda" : nil
    }

    /// What keeps how a texture is laid on: MTL has options with a dash, glTF samplers and transforms.
    public static func keepingOptions(of slot: TextureSlot) -> String {
        slot.options.contains { $0.name.hasPrefix("-") } ? ".obj" : ".glb"
    }

    /// What keeps settings and textures of a material that are more than one image: MTL where it has words for all.
    public static func keeping(_ material: Material) -> String {
        let names = material.parameters.map(\.name) + material.textures.map(\.slot)
        return names.allSatisfy(isOfMTL) ? ".obj" : ".glb"
    }

    /// What keeps entries of metadata that are no lines of text: glTF, but for the name of its own record.
    public static func keepingMetadata(of key: String) -> String? { key == OriginRecord.key ? nil : ".glb" }

    /// What keeps an image: MTL where it has a word for what shows it, glTF also one that nothing shows.
    public static func keepingImage(_ index: Int, of scene: Scene) -> String? {
        let shows = { (slot: TextureSlot) -> Bool in
            scene.textures.indices.contains(slot.texture) && scene.textures[slot.texture].image == index
        }
        let slots = scene.materials.flatMap(\.textures).filter(shows).map(\.slot)
        if slots.contains(where: isOfMTL) { return ".obj" }
        return scene.images[index].isFound ? ".glb" : nil
    }

    /// Whether MTL has a word for a setting or for what a texture shows; names that it alone has begin with a capital.
    private static func isOfMTL(_ name: String) -> Bool {
        namesOfMTL.contains(name) || name.first?.isUppercase == true
    }

    private static let namesOfMTL: Set<String> = [
        "baseColor", "alpha", "haloAlpha", "emissive", "normal", "bump", "displacement", "decal", "reflection", "illum",
        "sharpness", "roughness", "metallic", "sheen", "clearcoat", "clearcoatRoughness", "anisotropy",
        "anisotropyRotation", "occlusion", "occlusionRoughnessMetallic", "roughnessMetallicOcclusion",
    ]
}
