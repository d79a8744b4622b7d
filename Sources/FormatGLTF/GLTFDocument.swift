import MeshBytes
import MeshFormats

/// The native document of a glTF file: its unchanged tree, and the bytes that it refers to.
struct GLTFDocument: NativeDocument {
    /// Whether the file is a GLB.
    var isBinary: Bool
    /// The parsed JSON.
    var tree: JSONValue
    /// The JSON text that the tree was parsed from.
    var text: GLTFBytes
    /// The buffers, in the tree's order.
    var buffers: [GLTFBuffer]
    /// GLB chunks of unknown types, kept unchanged.
    var chunks: [GLBContainer.Chunk] = []
    /// The images in separate files, in the tree's order; nil: embedded.
    var images: [GLTFImageFile?] = []
}

/// A buffer of the tree.
struct GLTFBuffer: Sendable {
    /// Where a buffer's bytes are stored.
    enum Place: Sendable, Hashable {
        /// In the binary chunk of a GLB.
        case chunk
        /// In the tree, as a data URI.
        case text
        /// In a separate file.
        case file
        /// Nowhere: the tree names no source, or there is no such file.
        case missing
    }

    var place: Place
    /// The bytes, cut to the length that the tree declares.
    var bytes: GLTFBytes?
    /// Why the bytes are missing.
    var reason = ""
    /// The path of the file that was read, if any.
    var path: String?
}

/// An image in a separate file.
struct GLTFImageFile: Sendable {
    /// The name in the tree, percent-decoded.
    var name: String
    /// The path of the file; nil: it was not found, or the caller gave its bytes.
    var path: String?
    /// The bytes, if the caller gave them.
    var bytes: [UInt8]?
}

extension GLTFImageFile {
    /// Whether there are bytes to copy.
    var isFound: Bool { path != nil || bytes != nil }
}
