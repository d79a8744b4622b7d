import MeshFormats
import MeshModel

/// A USD file, put together: its layer, and the images that go with it.
struct USDWrittenFile: Sendable {
    /// How the layer is encoded.
    enum Encoding: Sendable, Hashable { case text, crate }

    /// The layer. Where it names an image, the name is that of ``ImageFile``.
    var layer = USDLayer()
    /// How it is encoded.
    var encoding = Encoding.crate
    /// Whether layer and images are one package.
    var isPackage = false
    /// The images, in the order of the file.
    var images: [ImageFile] = []
    /// What the source's parts became.
    var correspondence = Correspondence()

    /// An image that goes with the layer.
    struct ImageFile: Sendable {
        /// Its bytes, or where they are.
        var image: Image
        /// What its bytes are.
        var kind: ImageKind
        /// The image of the scene.
        var index: Int
        /// The attributes of the layer that name it.
        var attributes: [Int] = []
    }
}
