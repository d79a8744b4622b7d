import MeshBytes
import MeshFormats

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
    /// The images that are files beside, in the tree's order; nil: embedded.
    var images: [GLTFImageFile?] = []
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

/// An image in a file beside.
struct GLTFImageFile: Sendable {
    /// The name that the tree uses, decoded.
    var name: String
    /// Where it was found; nil: nowhere, or its bytes were given.
    var path: String?
    /// Its bytes when they were given.
    var bytes: [UInt8]?
}

extension GLTFImageFile {
    /// Whether there are bytes to copy.
    var isFound: Bool { path != nil || bytes != nil }
}
