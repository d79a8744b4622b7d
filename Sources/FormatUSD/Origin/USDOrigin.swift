import MeshFormats
import MeshModel

/// The origin record: facts of the original scene that a layer can't express. Stored as `meshconv` in
/// `customLayerData`.
struct USDOrigin: Sendable {
    /// The original form of an attribute.
    struct Form: Sendable, Hashable {
        /// The owner as a reader finds it: a vertex set, or a mesh for element attributes.
        var owner: Int
        var isElement: Bool
        /// The index among the pools of the set, or nil for other attributes.
        var pool: Int?
        var attribute: OriginAttribute
        /// Where the residuals of flipped coordinates are in ``USDOrigin/residuals``; nil: the way back is exact.
        var residuals: Range<Int>?
    }

    /// A painted texture, and the texture coordinates that faces have in it.
    struct Painting: Sendable, Hashable {
        /// A pool of corner texture coordinates.
        struct Pool: Sendable, Hashable {
            /// The vertex set, and the index among its pools.
            var owner: Int
            var pool: Int
        }

        /// The texture's index as a reader finds it. The image has the same index.
        var texture: Int
        var pools: [Pool] = []
    }

    /// A node whose mesh was written as prims below it.
    struct Showing: Sendable, Hashable {
        /// The node's index as a reader finds it.
        var node: Int
        /// The mesh's index after the prims of each mesh were joined again.
        var mesh: Int
    }

    /// A node with both a camera and a light.
    struct Lighting: Sendable, Hashable {
        /// The node's index as a reader finds it.
        var node: Int
        /// The light's index in the record.
        var light: Int
    }

    /// A mesh and the prims that it was written as.
    struct MeshForm: Sendable, Hashable {
        var name: String?
        /// The number of prims.
        var count: Int
    }

    /// Whether the scene had an up axis and a unit.
    var hasUpAxis = true
    var hasUnit = true
    /// Whether the first node rotates a scene whose up axis is Z.
    var isRooted = false
    /// Whether what joints move lay below other nodes because a format wants it so.
    var nestsSkins = false
    /// The number of nodes that a reader should find. Node indices below refer to these nodes.
    var nodeCount = 0
    /// The nodes that were added, and those without a name.
    var generated: [Int] = []
    var nameless: [Int] = []
    var showing: [Showing] = []
    var meshes: [MeshForm] = []
    /// The scenes, if they are named or several, or leave nodes out. Their node indices don't count added nodes.
    var scenes: [SceneRoot] = []
    var defaultScene: Int?
    /// The number of materials added for primitives without one. They come last.
    var plainMaterials = 0
    /// The model of the material that elements without one had.
    var bareModel = MaterialModel.plain
    var namelessMaterials: [Int] = []
    var materials: [OriginMaterial] = []
    /// The names of the variants of materials, if the file has others.
    var variantNames: [String] = []
    /// Whether the last variant was added for the usual materials.
    var hasUsualVariant = false
    /// The variants that bind a shape's usual materials only because others bind something else, by mesh.
    var impliedVariants: [Int: [Int]] = [:]
    /// The texture painted from colours that are also written.
    var painting: Painting?
    /// The original forms of what nodes say about their instances.
    var instances: [InstanceForm] = []
    /// The original cameras, and the original of each camera that a reader finds. Empty if the layer has them exactly.
    var cameras: [Camera] = []
    var cameraNumbers: [Int] = []
    /// The original lights, in the same form.
    var lights: [Light] = []
    var lightNumbers: [Int] = []
    /// The lights of camera nodes.
    var lighting: [Lighting] = []
    /// The nodes that move like others, and the nodes whose children stand elsewhere in the file.
    var copies: [Copy] = []
    var families: [Family] = []
    /// The transforms of joints, where the file has others.
    var joints: [OriginNode] = []
    var skins: [SkinForm] = []
    /// The morph targets of meshes, and the weights of nodes.
    var targets: [TargetForm] = []
    var weights: [WeightForm] = []
    /// The clips in order.
    var clips: [Clip] = []
    /// Numbers of clips and skins, which are no text.
    var numbers: ContiguousArray<Float> = []
    /// What flipping texture coordinates rounds away, which is no text either.
    var residuals: ContiguousArray<Int32> = []
    /// Whether the scene says nothing about how it counts time.
    var isTimeless = false
    /// The re-centring offset of each vertex set, and the original transforms of the nodes that re-centring moved.
    var offsets: [Int: SIMD3<Double>] = [:]
    var nodes: [OriginNode] = []
    /// The metadata keys in order, if entries of one key aren't adjacent.
    var metadata: [String] = []
    var forms: [Form] = []
    /// The vertex sets of splats with original numbers, and their names.
    var splats: [SplatForm] = []
    /// The vertex sets that have no positions in the original scene.
    var pointless: [Int] = []
    /// The meshes whose corners have no indices in the original scene: each has its own vertex.
    var unshared: [Int] = []

    /// The rotation from Z up to Y up.
    static let turn = NodeTransform.matrix([1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1])

    /// Whether layer data can hold a metadata entry.
    static func isAllowed(_ entry: MetadataEntry) -> Bool {
        !entry.key.isEmpty && entry.key != OriginRecord.key
            && !entry.key.utf8.contains(0) && !entry.value.utf8.contains(0)
    }
}

extension USDOrigin.Form {
    /// Creates the form of an attribute of a shape.
    ///
    /// - Parameter pool: the index of its pool, if it has one.
    init(_ plan: USDAttributePlan, _ shape: USDPlannedShape, pool: Int?) {
        self.init(
            owner: shape.number, isElement: plan.domain == .uniform, pool: pool,
            attribute: OriginAttribute(
                plan.attribute, storedAs: plan.semantic.name, components: plan.values.components,
                isColor: plan.isColor))
    }
}
