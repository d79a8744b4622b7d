public import MeshModel

/// A target or setting that keeps what is lost. The command line shows it as what to type, an app in its own words.
///
/// A remedy only promises that the same loss does not happen there. Conformance tries every remedy that a report names.
public enum Remedy: Hashable, Sendable {
    /// A file with this extension, without the dot: `ply`.
    case ending(String)
    /// Another value of a setting.
    case setting(Setting, String)

    /// A variant by name: `stl.ascii`.
    public static func variant(_ id: String) -> Remedy { .setting(.variant, id) }

    /// A value of a format's option.
    public static func option(_ name: String, _ value: String) -> Remedy { .setting(.option, "\(name)=\(value)") }

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
    public static func keeping(_ attribute: Attribute, of content: Content, isOfElements: Bool = false) -> Remedy? {
        let width = attribute.values.components
        let rows: Remedy? = isOfElements ? nil : .ending("glb")
        switch attribute.semantic {
        case .smoothingGroup: return isOfElements ? .ending("obj") : nil
        case .normal: return isOfElements ? nil : width >= 3 ? .ending("ply") : nil
        case .texCoord(0): return isOfElements ? nil : width == 2 ? .ending("ply") : nil
        case .color(0):
            guard width >= 3 else { return nil }
            let isAlike = content.colorForms.types.isSubset(of: [Content.ColorForms.Form(attribute)])
            let type = attribute.values.type
            let isFit = attribute.normalized ? type == .uint8 || type == .uint16 : !type.isInteger
            return isAlike && isFit ? .ending("ply") : rows
        case let other where other.isColor || other.isTexCoord: return rows
        default: return attribute.offsets != nil || width == 1 ? .ending("ply") : width <= 4 ? rows : nil
        }
    }

    /// Returns the target that keeps the transparency of colours. In PLY all colours have it or none.
    public static func keepingAlpha(of content: Content) -> Remedy {
        content.colorForms.haveAlpha ? .ending("ply") : .ending("glb")
    }

    /// Returns the target that keeps named sets of elements: OBJ has groups, USD sets of faces by any name.
    public static func keeping(_ family: SubsetFamily, of primitive: Primitive) -> Remedy? {
        if family.name == "groups" { return .ending("obj") }
        return primitive.topology == .polygons && !family.name.isEmpty && family.name != "materialBind"
            ? .ending("usda") : nil
    }

    /// Returns the target that keeps texture options: MTL has options with a dash, glTF samplers and transforms.
    public static func keepingOptions(of slot: TextureSlot) -> Remedy {
        slot.options.contains { $0.name.hasPrefix("-") } ? .ending("obj") : .ending("glb")
    }

    /// Returns the target that keeps all settings and textures of a material: MTL if it can express them all.
    public static func keeping(_ material: Material) -> Remedy {
        let names = material.parameters.map(\.name) + material.textures.map(\.slot)
        return names.allSatisfy(isOfMTL) ? .ending("obj") : .ending("glb")
    }

    /// Returns the target that keeps metadata entries that are not lines of text: glTF, except under the key of its own
    /// record.
    public static func keepingMetadata(of key: String) -> Remedy? { key == "meshconv" ? nil : .ending("glb") }

    /// Returns the target that keeps an image: MTL if it can express a slot that uses it; glTF even if nothing uses it.
    public static func keepingImage(_ index: Int, of scene: Scene) -> Remedy? {
        let shows = { (slot: TextureSlot) -> Bool in
            scene.textures.indices.contains(slot.texture) && scene.textures[slot.texture].image == index
        }
        let slots = scene.materials.flatMap(\.textures).filter(shows).map(\.slot)
        if slots.contains(where: isOfMTL) { return .ending("obj") }
        return scene.images[index].isFound ? .ending("glb") : nil
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
