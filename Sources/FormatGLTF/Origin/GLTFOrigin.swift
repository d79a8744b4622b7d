import MeshFormats
import MeshModel

/// The origin record: facts about the source scene that glTF can't express, in `asset.extras.meshconv`.
struct GLTFOrigin: Sendable {
    /// Where the record is in the tree.
    static let pointer = "/asset/extras/\(OriginRecord.key)"

    /// The form that an attribute had in the scene.
    struct Form: Sendable, Hashable {
        var attribute: OriginAttribute
        /// The primitives of the file whose elements had the values, if vertices didn't have them.
        var elements: [Place] = []
        /// Whether reading back restores the name. If not, nothing of the attribute is restored.
        var isNamed = true
    }

    /// A primitive of the file.
    struct Place: Sendable, Hashable {
        var mesh: Int
        var primitive: Int
    }

    /// The form that the vertices of a set had in the scene.
    struct SetForm: Sendable, Hashable {
        /// The attributes in the scene's order.
        var forms: [Form] = []
        /// The names of the attributes that the scene did not have.
        var generated: [String] = []
        /// The offset that was subtracted from positions.
        var offset = SIMD3<Double>.zero
        /// Whether a separate attribute has the remainders of positions after rounding to float32.
        var hasRest = false
        /// The attributes that were derived from splats.
        var splats: SplatForm?
    }

    /// How splats are stored in the file.
    struct SplatForm: Sendable, Hashable {
        /// The names of the attributes that are also stored unchanged.
        var raw: [String]
        /// Whether colours were added for programs that don't know splats.
        var hasColors: Bool
    }

    /// The scene's up axis and unit; nil: the scene had none.
    var upAxis: UpAxis? = .y
    var metersPerUnit: Double? = 1
    /// The cameras and lights with lengths in the scene's unit; empty: the file has them like this.
    var cameras: [Camera] = []
    var lights: [Light] = []
    /// The number of nodes that were added above roots. They are the last nodes.
    var rootNodes = 0
    /// The index of the material of elements that had none. It is the last material.
    var plainMaterial: Int?
    var materials: [OriginMaterial] = []
    /// The textures and images that were put together from others; nil: none were.
    var packing: Packing?
    /// The images without a name in the scene, which are called as their files were.
    var imagesOfFiles: [Int] = []
    /// The nodes whose matrix was split into its parts. If that takes two nodes, the inner ones come last, before those
    /// above roots.
    var split: [OriginNode] = []
    /// The nodes with a skin that stand among the roots, though they had a parent.
    var lifted: [GLTFLiftedNode] = []
    /// The nodes that got a translation to undo the re-centring of positions.
    var nodes: [OriginNode] = []
    /// The keys of metadata in order, if entries of one key are not adjacent.
    var metadata: [String] = []
    var sets: [Int: SetForm] = [:]
    /// The polygons that the triangles of the file were cut from.
    var polygons = GLTFPolygons()
    /// The primitives of the file that were one, and the order of their elements.
    var joins: [GLTFJoin] = []

    /// Records the offset of a set's positions.
    mutating func add(_ offset: SIMD3<Double>, hasRest: Bool, set: Int) {
        guard offset != .zero || hasRest else { return }
        sets[set, default: SetForm()].offset = offset
        sets[set, default: SetForm()].hasRest = hasRest
    }

    /// Records the attributes of a set, unless reading needs no help.
    mutating func add(_ forms: [Form], set: Int, isPlain: Bool) {
        guard !isPlain else { return }
        sets[set, default: SetForm()].forms = forms.filter(\.isNamed)
    }
}

extension GLTFOrigin.Form {
    /// The form of what a plan stores.
    init(_ plan: GLTFAttributePlan) {
        attribute = OriginAttribute(
            plan.source, storedAs: plan.name, components: plan.rows.components, isColor: plan.source.semantic.isColor)
    }
}
