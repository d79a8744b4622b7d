import MeshBytes
import MeshFormats
import MeshModel

/// What the file itself can't say about the scene that it was written from: the member `meshconv` of `asset.extras`.
struct GLTFOrigin: Sendable {
    /// Where the record is in the tree.
    static let pointer = "/asset/extras/\(OriginRecord.key)"

    /// What an attribute was in the scene.
    struct Form: Sendable, Hashable {
        var attribute: OriginAttribute
        /// The primitives of the file whose elements had the values, if vertices had not.
        var elements: [Place] = []
        /// Whether the way back gives it its name again; if not, nothing of it.
        var isNamed = true
    }

    /// A primitive of the file.
    struct Place: Sendable, Hashable {
        var mesh: Int
        var primitive: Int
    }

    /// What the vertices of a set were.
    struct SetForm: Sendable, Hashable {
        /// The attributes in the scene's order.
        var forms: [Form] = []
        /// The attributes that the scene did not have.
        var generated: [String] = []
        /// What positions are counted from; zero: from where they were.
        var offset = SIMD3<Double>.zero
        /// Whether what float32 leaves of positions is in an attribute of its own.
        var hasRest = false
        /// What was made of splats.
        var splats: SplatForm?
    }

    /// What the file has of splats beside the scene's own numbers.
    struct SplatForm: Sendable, Hashable {
        /// The numbers that are there as they were, too.
        var raw: [String] = []
        /// Whether colours were made for programs that know no splats.
        var hasColors = false
    }

    /// Whether the scene said nothing of up or unit, or something else than glTF.
    var upAxis: UpAxis? = .y
    var metersPerUnit: Double? = 1
    /// How many nodes were put above roots; they are the last.
    var rootNodes = 0
    /// The material of elements that had none; it is the last.
    var plainMaterial: Int?
    var materials: [OriginMaterial] = []
    /// The nodes that had a matrix and have its parts; where two are needed, the inner ones are the last but those above
    /// roots.
    var split: [OriginNode] = []
    /// The nodes that stand further for what they show.
    var nodes: [OriginNode] = []
    /// The keys of metadata in their order, where entries of one key don't lie together.
    var metadata: [String] = []
    var sets: [Int: SetForm] = [:]
    /// What the triangles of the file were.
    var polygons = GLTFPolygons()
    /// Which primitives of the file were one, and in which order their elements stood.
    var joins: [GLTFJoin] = []

    /// An origin of which there is nothing to say.
    init() {}

    /// Keeps from where positions are counted.
    mutating func add(_ offset: SIMD3<Double>, hasRest: Bool, set: Int) {
        guard offset != .zero || hasRest else { return }
        sets[set, default: SetForm()].offset = offset
        sets[set, default: SetForm()].hasRest = hasRest
    }

    /// Keeps what is worth keeping of a set.
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
