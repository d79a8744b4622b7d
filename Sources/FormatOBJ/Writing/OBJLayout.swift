import MeshModel

/// The complete plan of a file: lists of numbers, objects with their elements, and materials.
struct OBJLayout: Sendable {
    /// Comment lines before everything else, with their `#`; the origin record first.
    var remarks: [String] = []
    /// The vertices, set after set.
    var vertices: [OBJVertexPart] = []
    /// The `vt` lines.
    var texCoords: [OBJNumbers] = []
    /// The `vn` lines.
    var normals: [OBJNumbers] = []
    /// The objects, which follow the lists.
    var objects: [OBJObject] = []
    /// The materials of the MTL file; empty when there is none.
    var materials: [MTLMaterialLayout] = []
    /// The images that materials use, in the order of their first use; the names are as the MTL spells them.
    var images: [SceneImage] = []
    /// The source of each written part; only image names depend on the output.
    var correspondence = Correspondence()
}

/// The vertices of one set.
struct OBJVertexPart: Sendable {
    /// The number of vertices.
    var count: Int
    /// The numbers on a line, in order: the position, then a colour or a weight.
    var numbers: [OBJNumbers]
}

/// An `o` statement and the elements under it.
struct OBJObject: Sendable {
    /// The name; without one, the statement is a bare `o`.
    var name: String?
    /// Whether an `o` statement is written; elements before the first one are an object too.
    var isStated: Bool
    /// The elements in order.
    var elements: [OBJElements]
}

/// The elements of one primitive.
struct OBJElements: Sendable {
    /// `f`, `l` or `p`.
    var keyword: UInt8
    var primitive: Primitive
    /// The number of the first vertex of the primitive's set.
    var firstVertex: Int64
    /// The texture coordinates of corners.
    var texCoord: OBJCornerIndex?
    /// The normals of corners.
    var normal: OBJCornerIndex?
    /// The statements before the first element.
    var opening: [String]
    /// `g` statements before later elements, ascending.
    var groupChanges: [GroupChange] = []
    /// The smoothing group of each element, if it is written.
    var smoothing: Column?
    /// The material of each element, if they differ.
    var materials: Column?
    /// The generated material of elements that have none.
    var plainMaterial: Int?

    /// A `g` statement before an element.
    struct GroupChange: Sendable {
        var element: Int
        var line: String
    }
}

/// How corners index a list.
struct OBJCornerIndex: Sendable {
    /// The number in the list of this source's row 0.
    var first: Int64
    /// The number of rows; an index outside of them means no value.
    var count: Int
    /// The rows of corners; nil when they equal the vertices.
    var use: CornerAttribute?
}
