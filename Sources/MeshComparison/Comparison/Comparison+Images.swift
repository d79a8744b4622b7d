import MeshModel

extension Comparison {
    /// Whether two images have the same bytes, if both are in memory; images in files count as equal.
    package static let imagesInMemoryAreEqual: ImageEquality = { source, target in
        guard let bytes = source.bytes, let others = target.bytes else { return true }
        return bytes == others
    }

    /// Compares images by their bytes and names; where the bytes are stored is layout, and so is a file's name that
    /// became the name of the image inside a file.
    ///
    /// An image that wasn't found is compared by its reference.
    mutating func compareImages() {
        let from = source.scene.images
        let arrived = Set(links.images.compactMap { $0 })
        for index in from.indices where !arrived.contains(index) {
            add(.presence, ScenePath.image(index), count: 1)
        }
        for (index, image) in target.scene.images.enumerated() {
            guard links.images.indices.contains(index), let origin = links.images[index], from.indices.contains(origin)
            else {
                add(.generated, ScenePath.image(index), count: 1)
                continue
            }
            compare(from[origin], image, ScenePath.image(origin))
        }
    }

    private mutating func compare(_ from: SceneImage, _ to: SceneImage, _ path: String) {
        let isRenamed = !ExactText.areSame(from.name, to.name) && !to.isNamed(after: from)
        if isRenamed || (!from.isFound && from.uri != to.uri) { add(.names, path, count: 1) }
        guard from.isFound else { return }
        if !to.isFound {
            add(.presence, path, count: 1)
        } else if !imagesAreEqual(from, to) {
            add(.value, path, count: 1, valueClass: .approximated)
        }
    }
}
