import MeshBytes
import MeshFormats
import MeshModel

/// The native side of a glTF file: its tree as it is, and the bytes that it names.
struct GLTFDocument: NativeDocument {
    /// Whether the file is a GLB.
    var isBinary: Bool
    /// The tree.
    var tree: JSONValue
    /// The text that the tree was made of.
    var text: GLTFBytes
    /// The buffers, in the tree's order.
    var buffers: [GLTFBuffer]
    /// Chunks of a GLB that nobody here knows.
    var chunks: [GLBContainer.Chunk] = []
    /// The images that are files beside or data URIs (those without a name), in the tree's order; nil: in a view.
    var images: [Image?] = []
}

/// A buffer of the tree.
struct GLTFBuffer: Sendable {
    /// Where its bytes stand.
    enum Place: Sendable, Hashable {
        /// In the chunk of a GLB.
        case chunk
        /// In the tree, as a data URI.
        case text
        /// In a file beside.
        case file
        /// Nowhere: the tree does not say, or there is no such file.
        case missing
    }

    var place: Place
    /// The bytes, as many as the tree names or as there are.
    var bytes: GLTFBytes?
    /// Why there are none.
    var reason = ""
    /// The file that was read, if it is one.
    var path: String?
}
