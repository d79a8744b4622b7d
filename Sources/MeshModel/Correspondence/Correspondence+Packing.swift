extension Correspondence {
    /// Textures whose channels were put together for a format that has one image for several settings: glTF has
    /// roughness and metalness in the green and blue channel of one image, and opacity in the alpha of the base colour.
    public struct PackedTextures: Sendable {
        /// A channel of a texture of the scene.
        public struct Channel: Sendable, Hashable {
            /// The texture.
            public var texture: Int
            /// 0…3: red, green, blue, alpha. All colours of a grey image are its grey.
            public var component: Int

            /// Creates a channel of a texture.
            public init(_ texture: Int, _ component: Int) {
                self.texture = texture
                self.component = component
            }
        }

        /// An image that was put together.
        public struct Made: Sendable {
            /// The image file.
            public var image: SceneImage
            /// The origin of each of its three or four channels; nil: all texels are 255.
            public var channels: [Channel?]

            /// An image from its parts.
            public init(image: SceneImage, channels: [Channel?]) {
                self.image = image
                self.channels = channels
            }
        }

        /// The images; they follow those of the scene, each with a texture that follows the textures.
        public var made: [Made]
        /// The materials that show other textures than before, by index.
        public var materials: [Int: (before: SceneMaterial, after: SceneMaterial)]
        /// Decodes an image; nil if it can't be read.
        public var decode: @Sendable (SceneImage) -> SampledColors.Texels?

        /// Packed textures from their parts.
        public init(
            made: [Made], materials: [Int: (before: SceneMaterial, after: SceneMaterial)],
            decode: @escaping @Sendable (SceneImage) -> SampledColors.Texels?
        ) {
            self.made = made
            self.materials = materials
            self.decode = decode
        }
    }
}
