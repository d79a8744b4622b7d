extension Correspondence {
    /// Vertex colours that were sampled from textures.
    public struct SampledColors: Sendable {
        /// A decoded image: rows of texels from the top.
        public struct Texels: Sendable {
            /// The width in texels.
            public var width: Int
            /// The height in texels.
            public var height: Int
            /// 1: grey, 2: grey and alpha, 3: RGB, 4: RGB and alpha.
            public var components: Int
            /// `width` × `height` × `components` samples of 8 bits, the colours sRGB-encoded; empty if they have 16.
            public var bytes: [UInt8]
            /// The samples of a 16-bit image.
            public var words: [UInt16]

            /// Creates texels; nil if the number of samples doesn't match.
            public init?(width: Int, height: Int, components: Int, bytes: [UInt8] = [], words: [UInt16] = []) {
                let (area, isWide) = width.multipliedReportingOverflow(by: height)
                let (count, isLarge) = area.multipliedReportingOverflow(by: components)
                guard width > 0, height > 0, (1...4).contains(components), !isWide, !isLarge,
                    count == (bytes.isEmpty ? words.count : bytes.count)
                else { return nil }
                self.width = width
                self.height = height
                self.components = components
                self.bytes = bytes
                self.words = words
            }

            /// Whether texels have alpha.
            @inlinable public var hasAlpha: Bool { components % 2 == 0 }
        }

        /// The colours of a vertex set.
        public struct Made: Sendable {
            /// The vertex set.
            public var set: Int
            /// One row for each vertex: three or four bytes, sRGB-encoded.
            public var colors: Attribute

            /// Colours from their parts.
            public init(set: Int, colors: Attribute) {
                self.set = set
                self.colors = colors
            }
        }

        /// The sets that got colours.
        public var made: [Made]
        /// Decodes an image; nil if it can't be read. A check of the colours decodes again: large images aren't kept in
        /// case one comes.
        public var decode: @Sendable (SceneImage) -> Texels?
        /// The materials that lost the texture, before and after, by index; otherwise its colours would apply twice.
        public var materials: [Int: (before: SceneMaterial, after: SceneMaterial)]

        /// Sampled colours from their parts.
        public init(
            made: [Made], materials: [Int: (before: SceneMaterial, after: SceneMaterial)],
            decode: @escaping @Sendable (SceneImage) -> Texels?
        ) {
            self.made = made
            self.decode = decode
            self.materials = materials
        }
    }
}

extension SceneMaterial {
    /// Whether the material uses alpha, as in glTF's alpha mode.
    public var usesAlpha: Bool { (self["alphaMode"]?.first ?? 0) > 0 && !isOpaque }
}
