/// The contents of a file, independent of its format: glTF's names for the parts, USD's for interpolation.
///
/// Values are copied on write; columns are shared. Indices between the parts are checked by ``MeshScene/validate()``.
public struct MeshScene: Sendable {
    /// The scenes of the file, each with a name and its root nodes.
    public var scenes: [SceneRoot] = []
    /// The scene to show, if the source names one.
    public var defaultScene: Int?
    /// Nodes in the source's order.
    public var nodes: [Node] = []
    /// Meshes in the source's order.
    public var meshes: [Mesh] = []
    /// Vertex sets in the source's order.
    public var vertexSets: [VertexSet] = []
    /// Materials in the source's order.
    public var materials: [SceneMaterial] = []
    /// The names of the looks that a viewer can choose, each with other materials, in the source's order.
    public var materialVariants: [String] = []
    /// The model whose material without settings elements without a material have.
    public var bareModel = MaterialModel.plain
    /// Textures in the source's order.
    public var textures: [Texture] = []
    /// Images in the source's order.
    public var images: [SceneImage] = []
    /// Cameras in the source's order.
    public var cameras: [Camera] = []
    /// Lights in the source's order.
    public var lights: [Light] = []
    /// Skins in the source's order.
    public var skins: [Skin] = []
    /// Motions in the source's order.
    public var clips: [AnimationClip] = []
    /// Whether the source's format wants nodes with a skin below other nodes, as USD does. glTF wants them among the roots.
    public var nestsSkins = false
    /// How the source counts time, if it says so.
    public var timeline: Timeline?
    /// Records other than geometry: PLY's unknown elements.
    public var tables: [SceneTable] = []
    /// The up axis, if the source defines it.
    public var upAxis: UpAxis?
    /// Metres per scene unit, if the source defines it.
    public var metersPerUnit: Double?
    /// The source's entries about itself, in its order; keys may repeat.
    public var metadata: [MetadataEntry] = []

    /// Creates an empty scene.
    public init() {}

    /// Creates a scene of one unnamed node that shows one unnamed mesh.
    public init(vertexSets: [VertexSet], primitives: [Primitive]) {
        self.vertexSets = vertexSets
        meshes = [Mesh(primitives: primitives)]
        nodes = [Node(mesh: 0)]
        scenes = [SceneRoot(roots: [0])]
        defaultScene = 0
    }
}

/// The axis that points up.
public enum UpAxis: String, Sendable, Hashable { case y = "Y", z = "Z" }

/// One of the scenes of a file.
public struct SceneRoot: Sendable, Hashable {
    /// The scene's name.
    public var name: String?
    /// The root nodes.
    public var roots: [Int]

    /// Creates a scene.
    public init(name: String? = nil, roots: [Int]) {
        self.name = name
        self.roots = roots
    }
}

/// A node of the hierarchy.
public struct Node: Sendable, Hashable {
    /// The name as the source has it; names may repeat.
    public var name: String?
    /// The transform relative to the parent.
    public var transform: NodeTransform = .identity
    /// The child nodes.
    public var children: [Int] = []
    /// The mesh that it shows.
    public var mesh: Int?
    /// The camera that the node places.
    public var camera: Int?
    /// The light that the node places.
    public var light: Int?
    /// The skin that moves the vertices of its mesh. The transform of such a node moves only its children.
    public var skin: Int?
    /// The weights of its mesh's morph targets at rest, one for each; nil: those of the mesh.
    public var weights: [Double]?
    /// The copies of its mesh that it shows instead of the mesh; nil: it shows the mesh once.
    public var instances: NodeInstances?
    /// Whether the node and all below it are shown. What is hidden still moves what joints move.
    public var isVisible: Bool

    /// Creates a node.
    public init(
        name: String? = nil, transform: NodeTransform = .identity, children: [Int] = [], mesh: Int? = nil,
        camera: Int? = nil, light: Int? = nil, skin: Int? = nil, weights: [Double]? = nil,
        instances: NodeInstances? = nil, isVisible: Bool = true
    ) {
        self.name = name
        self.instances = instances
        self.transform = transform
        self.children = children
        self.mesh = mesh
        self.camera = camera
        self.light = light
        self.skin = skin
        self.weights = weights
        self.isVisible = isVisible
    }
}

/// A node's transform in the form that the source uses; always float64.
public enum NodeTransform: Sendable, Hashable {
    /// No transform.
    case identity
    /// Translation, rotation (unit quaternion x y z w) and scale; the scale is applied first.
    case trs(translation: SIMD3<Double>, rotation: SIMD4<Double>, scale: SIMD3<Double>)
    /// Sixteen numbers in column-major order, for column vectors.
    case matrix([Double])

    /// Whether the matrix is projective, so that parallel lines may meet: not a rotation, scale and translation.
    public var hasPerspective: Bool {
        guard case .matrix(let m) = self, m.count == 16 else { return false }
        return m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] == 0
    }
}

/// Primitives that a node shows together.
public struct Mesh: Sendable {
    /// The name as the source has it.
    public var name: String?
    /// The primitives in the source's order.
    public var primitives: [Primitive]
    /// The shapes that all primitives can change to, in the source's order.
    public var targets: [MorphTarget]

    /// Creates a mesh.
    public init(name: String? = nil, primitives: [Primitive], targets: [MorphTarget] = []) {
        self.name = name
        self.primitives = primitives
        self.targets = targets
    }
}

/// Rows of named columns with no meaning in the scene; kept unchanged.
public struct SceneTable: Sendable {
    /// The name as the source has it.
    public var name: String
    /// The number of rows of each column.
    public var rowCount: Int
    /// The columns, each named by its semantic.
    public var columns: [Attribute]

    /// Creates a table.
    public init(name: String, rowCount: Int, columns: [Attribute]) {
        self.name = name
        self.rowCount = rowCount
        self.columns = columns
    }
}

/// An entry of the source about itself.
public struct MetadataEntry: Sendable, Hashable {
    /// The kind of entry: `comment`, `obj_info` …
    public var key: String
    /// Its text.
    public var value: String

    /// Creates an entry.
    public init(key: String, value: String) {
        self.key = key
        self.value = value
    }
}
