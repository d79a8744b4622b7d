import MeshModel

/// The complete plan of a file, for the writer.
struct OFFLayout: Sendable {
    /// The faces of a primitive.
    struct Faces: Sendable {
        var primitive: Primitive
        /// The number of vertices in the sets before its own.
        var base: Int
        /// The colours in the type that is written.
        var colors: Column?
    }

    var isText: Bool
    /// The comments, each of one line.
    var comments: [String] = []
    var vertexCount: Int
    /// The fields of a vertex in the order of a row, in the type that is written.
    var fields: [(field: OFFHeader.Field, values: Column)] = []
    var faces: [Faces] = []
}
