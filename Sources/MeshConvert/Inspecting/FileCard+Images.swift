import MeshFormats
import MeshImages
import MeshModel

extension FileCard {
    /// An image of the file and what materials use it for.
    package struct ImageFacts: Sendable, Hashable {
        /// The name: of its file, else the one that the source gives it; empty: it has none.
        package var name: String
        /// Whether it has a file or bytes.
        package var isFound: Bool
        /// The kind in words: `JPEG`; empty if it is not known.
        package var kind = ""
        /// The width and height in pixels; nil if they are not known.
        package var pixels: (width: Int, height: Int)? { width > 0 ? (width, height) : nil }
        private var width = 0
        private var height = 0
        /// The size of the file, in bytes.
        package var byteCount = 0
        /// What materials use it for, in plain words: `base colour`.
        package var uses: [String] = []

        /// Returns the facts of all images of a scene.
        static func all(in scene: MeshScene) -> [ImageFacts] {
            var all = scene.images.map(ImageFacts.init)
            for slot in scene.materials.flatMap(\.textures) where scene.textures.indices.contains(slot.texture) {
                let image = scene.textures[slot.texture].image
                guard all.indices.contains(image), !all[image].uses.contains(slot.plainName) else { continue }
                all[image].uses.append(slot.plainName)
            }
            return all
        }

        private init(_ image: SceneImage) {
            let file = image.uri.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
            // The bytes themselves, as a text, are no name.
            name = image.uri.hasPrefix("data:") || file.isEmpty ? image.name ?? "" : file
            isFound = image.isFound
            guard let input = try? image.open() else {
                isFound = false
                return
            }
            byteCount = input.byteCount
            // Size and kind come first, except for what cameras put before them.
            guard let head = try? input.read(0..<min(1 << 18, byteCount)) else { return }
            kind = ImageKind(head)?.name ?? ""
            if let header = ImageHeader(head) { (width, height) = (header.width, header.height) }
        }
    }

    /// Returns the kinds of images that show, each once, except some.
    package func imageKinds(except others: Set<String>) -> [String] {
        let kinds = Set(images.filter { $0.isFound && !$0.uses.isEmpty }.map(\.kind))
        return kinds.subtracting(others).map { $0.isEmpty ? "an unknown kind" : $0 }.sorted()
    }
}

extension TextureSlot {
    /// What the texture is for, in plain words.
    package var plainName: String { MaterialWords.name(slot) }
}
