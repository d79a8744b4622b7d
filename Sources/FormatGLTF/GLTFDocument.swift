import MeshBytes
import MeshFormats
import MeshModel

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
    /// The images that are files beside or data URIs (those without a name), in the tree's order; nil: in a view.
    var images: [SceneImage?] = []

    var defects: [Diagnostic] { GLTFCheck.findings(self) }
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
    /// Whether the bytes are there, but broken (`lenient`).
    var isBroken = false
    /// Why the bytes are missing.
    var reason: Wording = ""
    /// The name of the file that is missing.
    var name: String?
    /// The path of the file that was read, if any.
    var path: String?
}
