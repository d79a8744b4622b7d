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
    /// The images that materials use, in the order of their first use.
    var images: [OBJImage] = []
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

/// An image that materials use.
struct OBJImage: Sendable {
    /// What the MTL says when the image is not copied.
    var uri: String
    /// The file that is copied.
    var path: String?
    /// The bytes that are written.
    var bytes: [UInt8]?
    /// The extension of the copy.
    var ending: String

    /// Whether the image is written beside the output.
    var isCopied: Bool { path != nil || bytes != nil }

    /// What the MTL says: a name that belongs to the output when the image is copied.
    func name(_ index: Int, stem: String) -> String {
        isCopied ? "\(stem)_texture\(index).\(ending)" : uri
    }

    /// The extension of a copy of a file: letters and digits only, `bin` when there are none.
    static func ending(of file: String) -> String {
        let base = file.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? ""
        guard let dot = base.lastIndex(of: ".") else { return "bin" }
        let ending = base[base.index(after: dot)...].unicodeScalars.filter { scalar in
            ("a"..."z") ~= scalar || ("A"..."Z") ~= scalar || ("0"..."9") ~= scalar
        }
        return ending.isEmpty ? "bin" : String(String.UnicodeScalarView(ending))
    }
}
