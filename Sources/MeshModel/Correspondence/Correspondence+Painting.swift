extension Correspondence {
    /// A texture that was painted from colours, for viewers that show textures only.
    public struct PaintedColors: Sendable {
        /// The texture coordinates that a primitive got: a new pool of its vertex set with row `c` for corner `c`.
        public struct Surface: Sendable {
            /// The mesh.
            public var mesh: Int
            /// The primitive in the mesh.
            public var primitive: Int
            /// The index of the pool in the vertex set.
            public var pool: Int
            /// Two components for each corner, counted from the bottom left.
            public var coordinates: Attribute

            /// Creates a surface.
            public init(mesh: Int, primitive: Int, pool: Int, coordinates: Attribute) {
                self.mesh = mesh
                self.primitive = primitive
                self.pool = pool
                self.coordinates = coordinates
            }
        }

        /// The primitives with colours in the texture.
        public var surfaces: [Surface]
        /// The image; it follows the images of the scene, as its texture follows the textures.
        public var image: SceneImage
        /// The width of the image in texels.
        public var width: Int
        /// The texels, sRGB-encoded, row after row from the top: `components` bytes each.
        public var pixels: [UInt8]
        /// 3, or 4 with alpha.
        public var components: Int
        /// The colour space in which colours were interpolated, and in which a face's colour is the mean of its
        /// corners'.
        public var blending: Frame.ColorSpace
        /// The largest allowed difference between the texture and a face's colour at its centre, in 1/255 of an encoded
        /// component.
        public var largestDifference: Double
        /// The materials that got the texture, before and after, by index.
        public var materials: [Int: (before: SceneMaterial, after: SceneMaterial)]
        /// The material that was made for faces without one; it follows those of the scene.
        public var newMaterial: SceneMaterial?

        /// The height of the image in texels.
        public var height: Int { width > 0 && components > 0 ? pixels.count / components / width : 0 }

        /// Creates a painting.
        public init(
            surfaces: [Surface], image: SceneImage, width: Int, pixels: [UInt8], components: Int,
            blending: Frame.ColorSpace, largestDifference: Double,
            materials: [Int: (before: SceneMaterial, after: SceneMaterial)],
            newMaterial: SceneMaterial?
        ) {
            self.surfaces = surfaces
            self.image = image
            self.width = width
            self.pixels = pixels
            self.components = components
            self.blending = blending
            self.largestDifference = largestDifference
            self.materials = materials
            self.newMaterial = newMaterial
        }
    }
}
