extension Correspondence {
    /// A texture that was painted from colours, for viewers that show textures only.
    public struct PaintedColors: Sendable {
        /// The coordinates that a primitive got: a new pool of its vertex set, whose row `c` is that of corner `c`.
        public struct Surface: Sendable {
            /// The mesh.
            public var mesh: Int
            /// The primitive of the mesh.
            public var primitive: Int
            /// The number of the pool in its vertex set.
            public var pool: Int
            /// Two numbers for each corner, which count from the bottom left.
            public var coordinates: Attribute

            /// A surface from its parts.
            public init(mesh: Int, primitive: Int, pool: Int, coordinates: Attribute) {
                self.mesh = mesh
                self.primitive = primitive
                self.pool = pool
                self.coordinates = coordinates
            }
        }

        /// The primitives whose colours the texture shows.
        public var surfaces: [Surface]
        /// The image; it stands behind those of the scene, and its texture behind the scene's.
        public var image: Image
        /// The width of the image in texels.
        public var width: Int
        /// The texels, sRGB-encoded, row after row from the top: `components` bytes each.
        public var pixels: [UInt8]
        /// 3, or 4 with alpha.
        public var components: Int
        /// The space in which colours were mixed, and in which a face's is the mean of its corners'.
        public var blending: Frame.ColorSpace
        /// How far the texture may be from a face's colour at its centre, in 1/255 of an encoded component.
        public var largestDifference: Double
        /// The materials of the scene that got the texture, as they were and as they are.
        public var materials: [Int: (before: Material, after: Material)]
        /// The material that was made for faces without one; it stands behind those of the scene.
        public var newMaterial: Material?

        /// The height of the image in texels.
        public var height: Int { width > 0 && components > 0 ? pixels.count / components / width : 0 }

        /// A painting from its parts.
        public init(
            surfaces: [Surface], image: Image, width: Int, pixels: [UInt8], components: Int,
            blending: Frame.ColorSpace, largestDifference: Double,
            materials: [Int: (before: Material, after: Material)],
            newMaterial: Material?
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
