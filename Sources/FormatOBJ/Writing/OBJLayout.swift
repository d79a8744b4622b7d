import MeshFormats
import MeshModel

/// A file as it will be written: lists of numbers, objects with their elements, and materials, all decided.
struct OBJLayout: Sendable {
    /// Comment lines before everything else, with their `#`; the origin record first.
    var remarks: [String] = []
    /// The vertices, set after set.
    var vertices: [OBJVertexPart] = []
    /// The `vt` lines.
    var texCoords: [OBJNumbers] = []
    /// The `vn` lines.
    var normals: [OBJNumbers] = []
    /// What follows the lists.
    var objects: [OBJObject] = []
    /// The materials of the MTL file; empty: there is none.
    var materials: [MTLMaterialLayout] = []
    /// The images that materials use, in the order of their first use; the names are as the MTL spells them.
    var images: [Image] = []
    /// Where each part comes from; only image names depend on the output.
    var correspondence = Correspondence()
}

/// The vertices of one set.
struct OBJVertexPart: Sendable {
    /// How many.
    var count: Int
    /// What stands on a line, in order: the position, then a colour or a weight.
    var numbers: [OBJNumbers]
}

/// An `o` statement and the elements under it.
struct OBJObject: Sendable {
    /// The name; an object without one has a bare statement.
    var name: String?
    /// Whether a statement is written: what stands before the first one is an object too.
    var isStated: Bool
    /// The elements in order.
    var elements: [OBJElements]
}

/// The elements of one primitive.
struct OBJElements: Sendable {
    /// `f`, `l` or `p`.
    var keyword: UInt8
    /// The elements.
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
    /// The smoothing group of each element, when it is written.
    var smoothing: Column?
    /// The material of each element, when they differ.
    var materials: Column?

    /// A statement before an element.
    struct GroupChange: Sendable {
        var element: Int
        var line: String
    }
}

/// Where corners find their row of a list.
struct OBJCornerIndex: Sendable {
    /// The number of the list's row that is row 0 here.
    var first: Int64
    /// How many rows there are; what lies outside is no row.
    var count: Int
    /// The rows, or nil when they are the vertices'.
    var use: CornerAttribute?
}
