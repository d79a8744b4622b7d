import MeshFormats
import MeshModel

/// A planned USD file: its layer and images.
struct USDWrittenFile: Sendable {
    /// The encoding of the layer.
    enum Encoding: Sendable, Hashable { case text, crate }

    /// The layer. Images have the placeholder paths of ``placeholder(_:)``.
    let layer: USDLayer
    let encoding: Encoding
    /// Whether layer and images form one package.
    let isPackage: Bool
    /// The images, in file order.
    let images: [ImageFile]

    /// An image of the layer.
    struct ImageFile: Sendable {
        /// The image, by its bytes or path.
        var image: SceneImage
        /// What its bytes are.
        var kind: ImageKind
        /// The index of the image in the scene.
        var index: Int
        /// The attributes of the layer that name it.
        var attributes: [Int] = []
    }
}
