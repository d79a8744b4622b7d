import MeshBytes
import MeshFormats
import MeshModel

/// What a layer itself can't say about the scene that it was written from: the entry `meshconv` of `customLayerData`.
struct USDOrigin: Sendable {
    /// What an attribute was in the scene.
    struct Form: Sendable, Hashable {
        /// Where a reader finds it: a vertex set, or a mesh if it belongs to elements.
        var owner: Int
        var isElement: Bool
        /// The place among the pools of the set; nil: it is no pool.
        var pool: Int?
        var attribute: OriginAttribute
    }

    /// A texture that was painted, and where faces are in it.
    struct Painting: Sendable, Hashable {
        /// Texture coordinates of corners.
        struct Pool: Sendable, Hashable {
            /// The vertex set, and the place among its pools.
            var owner: Int
            var pool: Int
        }

        /// The texture as a reader finds it; the image has the same number.
        var texture: Int
        var pools: [Pool] = []
    }

    /// A node that shows a mesh whose prims are below it.
    struct Showing: Sendable, Hashable {
        /// The node as a reader finds it.
        var node: Int
        /// The mesh, once prims of a mesh are one mesh again.
        var mesh: Int
    }

    /// A node that has a light beside its camera.
    struct Lighting: Sendable, Hashable {
        /// The node as a reader finds it.
        var node: Int
        /// The light among those of the record.
        var light: Int
    }

    /// A mesh, by its prims.
    struct MeshForm: Sendable, Hashable {
        var name: String?
        /// How many prims it has.
        var count: Int
    }

    /// Whether the scene said which axis is up, and its unit.
    var hasUpAxis = true
    var hasUnit = true
    /// Whether the first node turns a scene whose up axis is Z.
    var isRooted = false
    /// How many nodes a reader finds; what is said of nodes is for that many.
    var nodeCount = 0
    /// The nodes that were added, and those without a name.
    var generated: [Int] = []
    var nameless: [Int] = []
    var showing: [Showing] = []
    var meshes: [MeshForm] = []
    /// The scenes, if they have names or are several; their nodes as they are without those that were added.
    var scenes: [SceneRoot] = []
    var defaultScene: Int?
    /// How many materials were made for what has none; they are the last.
    var plainMaterials = 0
    var namelessMaterials: [Int] = []
    var materials: [OriginMaterial] = []
    /// What was painted from colours that stand beside it.
    var painting: Painting?
    /// The cameras, and for each that a reader finds which it is; empty: they are as the layer has them.
    var cameras: [Camera] = []
    var cameraNumbers: [Int] = []
    /// The lights, likewise.
    var lights: [Light] = []
    var lightNumbers: [Int] = []
    /// The lights of nodes that are cameras.
    var lighting: [Lighting] = []
    /// From where positions of vertex sets are counted, and the nodes that stand further for what they show, among those
    /// that the scene had.
    var offsets: [Int: SIMD3<Double>] = [:]
    var nodes: [OriginNode] = []
    /// The keys of metadata in their order, where entries of one key don't lie together.
    var metadata: [String] = []
    var forms: [Form] = []
    /// The vertex sets whose points have no place in the scene.
    var pointless: [Int] = []

    /// What makes Y of Z.
    static let turn = Transform.matrix([1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1])

    /// An origin of which there is nothing to say.
    init() {}

    /// Whether layer data can hold an entry of metadata.
    static func isAllowed(_ entry: MetadataEntry) -> Bool {
        !entry.key.isEmpty && entry.key != OriginRecord.key
            && !entry.key.utf8.contains(0) && !entry.value.utf8.contains(0)
    }
}

extension USDOrigin.Form {
    /// The form of an attribute as a shape has it.
    ///
    /// - Parameter pool: the number of its pool, if it is one.
    init(_ plan: USDAttributePlan, _ shape: USDPlannedShape, pool: Int?) {
        self.init(
            owner: shape.number, isElement: plan.domain == .uniform, pool: pool,
            attribute: OriginAttribute(
                plan.attribute, storedAs: plan.semantic.name, components: plan.values.components,
                isColor: plan.isColor))
    }
}
