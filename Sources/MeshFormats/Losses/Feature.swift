public import MeshModel

/// Something of a scene that one format holds and another doesn't. ``Format/remedy(for:)`` answers for a format.
public enum Feature: Hashable, Sendable {
    /// Cameras, lights, several scenes or scenes with names, tables.
    case cameras, lights, scenes, tables
    /// Unit and up axis.
    case frame
    /// Nodes with transforms and instances; those of any matrix, such as a perspective.
    case nodes, matrices
    /// Polygons, without or with nodes that have transforms; faces of fewer than three corners.
    case flatPolygons, polygons, smallFaces
    /// Values of vertices or elements.
    case values(Values)
    /// The transparency of colours, which all colours have or only some.
    case alpha(ofAll: Bool)
    /// Named sets of elements.
    case subsets(family: String, Topology)
    /// Options of a texture, by name.
    case textureOptions([String])
    /// The settings and texture slots of a material, by name.
    case material([String])
    /// An image, with the names of the slots that show it.
    case image(slots: [String], isFound: Bool)
    /// Skins, morph targets and clips.
    case motion
    /// Copies of a mesh by rows of transforms.
    case instances
    /// Variants of materials.
    case variants
    /// Metadata that is no line of text.
    case metadata(key: String)

    /// Values of vertices or elements that need a place in a format.
    public struct Values: Hashable, Sendable {
        /// The meaning.
        public var semantic: AttributeSemantic
        /// The form of the numbers.
        public var form: Content.ColorForms.Form
        /// The number of components in a row.
        public var width: Int
        /// Whether rows are lists of any length.
        public var areLists: Bool
        /// Whether there is a row for each element instead of each vertex.
        public var areOfElements: Bool
        /// Whether all colours of the scene have this form.
        public var isOnlyForm: Bool
    }
}

extension Remedy {
    /// Returns the target that keeps values of vertices or elements.
    ///
    /// - Parameters:
    ///   - attribute: the attribute that can't be held.
    ///   - content: the content that has the attribute.
    ///   - isOfElements: whether it has a row for each element instead of each vertex.
    public static func keeping(_ attribute: Attribute, of content: Content, isOfElements: Bool = false) -> Remedy {
        let form = Content.ColorForms.Form(attribute)
        return .format(
            keeping: .values(
                Feature.Values(
                    semantic: attribute.semantic, form: form, width: attribute.values.components,
                    areLists: attribute.offsets != nil, areOfElements: isOfElements,
                    isOnlyForm: content.colorForms.types.isSubset(of: [form]))))
    }

    /// Returns the target that keeps named sets of elements.
    public static func keeping(_ family: SubsetFamily, of primitive: Primitive) -> Remedy {
        .format(keeping: .subsets(family: family.name, primitive.topology))
    }

    /// Returns the targets that keep the images of a scene, one for each.
    public static func keepingImages(of scene: MeshScene) -> [Remedy] {
        var slots = [[String]](repeating: [], count: scene.images.count)
        for slot in scene.materials.lazy.flatMap(\.textures) where scene.textures.indices.contains(slot.texture) {
            let image = scene.textures[slot.texture].image
            if slots.indices.contains(image) { slots[image].append(slot.slot) }
        }
        return zip(scene.images, slots).map { image, slots in
            // Only glTF has all of these.
            if image.kindOfExtensions != nil, !slots.isEmpty { return .ending("glb") }
            return .format(keeping: .image(slots: slots, isFound: image.isFound))
        }
    }
}
