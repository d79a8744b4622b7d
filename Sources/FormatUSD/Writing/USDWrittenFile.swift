import MeshFormats
import MeshModel

/// A planned USD file: its layer and images.
struct USDWrittenFile: Sendable {
    /// The encoding of the layer.
    enum Encoding: Sendable, Hashable { case text, crate }

    /// The layer. Images have the placeholder paths of ``placeholder(_:)``.
    var layer = USDLayer()
    /// The encoding of the layer.
    var encoding = Encoding.crate
    /// Whether layer and images form one package.
    var isPackage = false
    /// The images, in file order.
    var images: [ImageFile] = []
    /// The correspondence of the source with the file.
    var correspondence = Correspondence()

    /// An image of the layer.
    struct ImageFile: Sendable {
        /// The image, by its bytes or path.
        var image: Image
        /// What its bytes are.
        var kind: ImageKind
        /// The index of the image in the scene.
        var index: Int
        /// The attributes of the layer that name it.
        var attributes: [Int] = []
    }
}
