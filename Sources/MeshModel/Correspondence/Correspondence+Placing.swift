extension Correspondence {
    /// Texture coordinates that say alone where images lie, for formats that have one set of them and no transforms of
    /// textures.
    public struct PlacedTextures: Sendable {
        /// A vertex set whose coordinates changed.
        public struct Made: Sendable {
            /// The vertex set.
            public var set: Int
            /// The number of the coordinates that became the first ones; the former first ones got it, where there were
            /// some.
            public var number: Int
            /// The new coordinates: those of vertices, then those of pools, in the order of the vertex set.
            public var coordinates: [Attribute]

            /// A vertex set from its parts.
            public init(set: Int, number: Int, coordinates: [Attribute]) {
                self.set = set
                self.number = number
                self.coordinates = coordinates
            }
        }

        /// The vertex sets whose coordinates changed.
        public var made: [Made]
        /// The materials whose textures lie by the new coordinates, by index.
        public var materials: [Int: (before: SceneMaterial, after: SceneMaterial)]

        /// Placed textures from their parts.
        public init(made: [Made], materials: [Int: (before: SceneMaterial, after: SceneMaterial)]) {
            self.made = made
            self.materials = materials
        }
    }
}
