/// What a file shows, in a form that no format owns: glTF's names for the parts, USD's for interpolation.
///
/// Values are copied on write; columns are shared. Indices between the parts are checked by ``Scene/validate()``.
public struct Scene: Sendable {
    /// The scenes of the file: a name and the roots of each.
    public var scenes: [SceneRoot] = []
    /// The scene that is shown, if the source says which.
    public var defaultScene: Int?
    /// Nodes in the source's order.
    public var nodes: [Node] = []
    /// Meshes in the source's order.
    public var meshes: [Mesh] = []
    /// Vertex sets in the source's order.
    public var vertexSets: [VertexSet] = []
    /// Materials in the source's order.
    public var materials: [Material] = []
    /// Textures in the source's order.
    public var textures: [Texture] = []
    /// Images in the source's order.
    public var images: [Image] = []
    /// Cameras in the source's order.
    public var cameras: [Camera] = []
    /// Lights in the source's order.
    public var lights: [Light] = []
    /// Records that are no geometry: PLY's unknown elements.
    public var tables: [Table] = []
    /// The axis that points up, if the source says so.
    public var upAxis: UpAxis?
    /// Metres per scene unit, if the source says so.
    public var metersPerUnit: Double?
    /// What the source says about itself, in its order; keys may repeat.
    public var metadata: [MetadataEntry] = []

    /// An empty scene.
    public init() {}

    /// A scene of one unnamed node that shows one unnamed mesh.
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
    /// The nodes at its top.
    public var roots: [Int]

    /// A scene from its parts.
    public init(name: String? = nil, roots: [Int]) {
        self.name = name
        self.roots = roots
    }
}

/// A place in the hierarchy.
public struct Node: Sendable, Hashable {
    /// The name as the source has it; names may repeat.
    public var name: String?
    /// Where the node stands in its parent.
    public var transform: Transform = .identity
    /// The nodes below.
    public var children: [Int] = []
    /// The mesh that it shows.
    public var mesh: Int?
    /// The camera that stands there.
    public var camera: Int?
    /// The light that shines from there.
    public var light: Int?

    /// A node from its parts.
    public init(
        name: String? = nil, transform: Transform = .identity, children: [Int] = [], mesh: Int? = nil,
        camera: Int? = nil, light: Int? = nil
    ) {
        self.name = name
        self.transform = transform
        self.children = children
        self.mesh = mesh
        self.camera = camera
        self.light = light
    }
}

/// Where a node stands, as the source says it; float64 always.
public enum Transform: Sendable, Hashable {
    /// Where its parent stands.
    case identity
    /// Translation, rotation (unit quaternion x y z w), scale: applied scale first.
    case trs(translation: SIMD3<Double>, rotation: SIMD4<Double>, scale: SIMD3<Double>)
    /// Sixteen numbers, column by column, for column vectors.
    case matrix([Double])

    /// Whether it moves points as no rotation, scale and translation can: parallel lines meet.
    public var hasPerspective: Bool {
        guard case .matrix(let m) = self, m.count == 16 else { return false }
        return m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] == 0
    }
}

/// Primitives that are shown together.
public struct Mesh: Sendable {
    /// The name as the source has it.
    public var name: String?
    /// The primitives in the source's order.
    public var primitives: [Primitive]

    /// A mesh from its parts.
    public init(name: String? = nil, primitives: [Primitive]) {
        self.name = name
        self.primitives = primitives
    }
}

/// Rows of named columns that no part of the scene understands; kept at full size.
public struct Table: Sendable {
    /// The name as the source has it.
    public var name: String
    /// The number of rows; each column has as many elements.
    public var rowCount: Int
    /// The columns, each named by its semantic.
    public var columns: [Attribute]

    /// A table from its parts.
    public init(name: String, rowCount: Int, columns: [Attribute]) {
        self.name = name
        self.rowCount = rowCount
        self.columns = columns
    }
}

/// A line that the source says about itself.
public struct MetadataEntry: Sendable, Hashable {
    /// What kind of line: `comment`, `obj_info` …
    public var key: String
    /// Its text.
    public var value: String

    /// An entry from its parts.
    public init(key: String, value: String) {
        self.key = key
        self.value = value
    }
}
