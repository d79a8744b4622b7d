public import MeshModel

/// File extensions of targets that keep what another target can't hold. Planners of all formats name them as remedies.
///
/// A remedy only promises that the same loss does not happen there. Conformance tries every remedy that a report names.
public enum Remedy {
    /// Returns the target that keeps values of vertices or elements.
    ///
    /// PLY can hold each number and each list as a property, one set of colours and texture coordinates, and vertex
    /// normals. glTF can hold rows of up to four numbers and further sets, for vertices only.
    ///
    /// - Parameters:
    ///   - attribute: the attribute that can't be held.
    ///   - content: the content that has the attribute. In PLY, vertices and elements of different forms share one
    ///     property.
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

    /// Returns the target that keeps the transparency of colours. In PLY all colours have it or none.
    public static func keepingAlpha(of content: Content) -> String { content.colorForms.haveAlpha ? ".ply" : ".glb" }

    /// Returns the target that keeps named sets of elements: OBJ has groups, USD sets of faces by any name.
    public static func keeping(_ family: SubsetFamily, of primitive: Primitive) -> String? {
        if family.name == "groups" { return ".obj" }
        return primitive.topology == .polygons && !family.name.isEmpty && family.name != "materialBind" ? ".usda" : nil
    }

    /// Returns the target that keeps texture options: MTL has options with a dash, glTF samplers and transforms.
    public static func keepingOptions(of slot: TextureSlot) -> String {
        slot.options.contains { $0.name.hasPrefix("-") } ? ".obj" : ".glb"
    }

    /// Returns the target that keeps all settings and textures of a material: MTL if it can express them all.
    public static func keeping(_ material: Material) -> String {
        let names = material.parameters.map(\.name) + material.textures.map(\.slot)
        return names.allSatisfy(isOfMTL) ? ".obj" : ".glb"
    }

    /// Returns the target that keeps metadata entries that are not lines of text: glTF, except under the key of its own
    /// record.
    public static func keepingMetadata(of key: String) -> String? { key == "meshconv" ? nil : ".glb" }

    /// Returns the target that keeps an image: MTL if it can express a slot that uses it; glTF even if nothing uses it.
    public static func keepingImage(_ index: Int, of scene: Scene) -> String? {
        let shows = { (slot: TextureSlot) -> Bool in
            scene.textures.indices.contains(slot.texture) && scene.textures[slot.texture].image == index
        }
        let slots = scene.materials.flatMap(\.textures).filter(shows).map(\.slot)
        if slots.contains(where: isOfMTL) { return ".obj" }
        return scene.images[index].isFound ? ".glb" : nil
    }

    /// Whether MTL can express a setting or texture slot. Names that only MTL has begin with a capital.
    private static func isOfMTL(_ name: String) -> Bool {
        namesOfMTL.contains(name) || name.first?.isUppercase == true
    }

    private static let namesOfMTL: Set<String> = [
        "baseColor", "alpha", "haloAlpha", "emissive", "normal", "bump", "displacement", "decal", "reflection", "illum",
        "sharpness", "roughness", "metallic", "sheen", "clearcoat", "clearcoatRoughness", "anisotropy",
        "anisotropyRotation", "occlusion", "occlusionRoughnessMetallic", "roughnessMetallicOcclusion",
    ]
}
