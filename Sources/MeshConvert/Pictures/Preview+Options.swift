extension Preview {
    /// What a picture shows.
    public enum Subject: String, Sendable, CaseIterable {
        /// The model as it is seen.
        case model
        /// Depth of a package's frames, near to far from blue to red; grey is not measured.
        case depth
        /// Confidence of a package's frames: red, yellow and green for low, medium and high.
        case confidence
    }

    /// The side that a model is seen from.
    public enum Side: String, Sendable, CaseIterable {
        case corner, front, back, left, right, top, bottom
        /// As the corner, with the three axes alike.
        case iso
    }

    /// How a model is drawn.
    public enum Mode: String, Sendable, CaseIterable {
        /// Colours, textures and light.
        case shaded
        /// With one normal for each face.
        case flat
        /// Without light.
        case colors
        /// Light on a grey surface.
        case clay
        /// The directions of normals as colours.
        case normals
        /// With the edges of triangles.
        case edges
        /// Only the edges of triangles.
        case wireframe
        /// Faces that look away are red.
        case sides
    }

    /// The kind of file.
    public enum Form: String, Sendable, CaseIterable {
        case png
        case jpeg = "jpg"
    }

    /// How it is shown.
    public struct Options: Sendable, Hashable {
        /// What is shown.
        public var subject = Subject.model
        /// The side that a model is seen from.
        public var side = Side.corner
        /// The angles that a model is seen from, instead of a side: azimuth (0 front, 90 right) and elevation (90
        /// above) in degrees.
        public var angles: SIMD2<Double>?
        /// How a model is drawn.
        public var mode = Mode.shaded
        /// The width of a model's picture in pixels, 1 to 8192.
        public var width = 1024
        /// Its height.
        public var height = 768
        /// The colour behind a model, sRGB-encoded.
        public var background: SIMD3<UInt8>?
        /// The sides around the model to show, 2 to 100: on one sheet, or one after the other.
        public var turntable: Int?
        /// Whether the picture moves, as an animated PNG: through the clip, or around the model.
        public var isAnimated = false
        /// The most frames on a sheet of depth or confidence; of more, every second, third and so on is taken.
        public var mostFrames = 20
        /// The kind of file.
        public var form = Form.png

        /// Creates the default options.
        public init() {}

        private static let longestSide = 8192
        /// The pixels between the pictures of a sheet.
        static let gap = 4

        /// The columns and rows of a sheet of pictures, about as wide as high.
        func sheet(_ count: Int) -> (columns: Int, rows: Int) {
            let columns = (1...max(count, 1)).first { $0 * width >= ((count - 1) / $0 + 1) * height } ?? count
            return (columns, (count - 1) / columns + 1)
        }

        func check() throws(ConvertError) {
            guard (1...Self.longestSide).contains(width), (1...Self.longestSide).contains(height) else {
                throw .usage(
                    "expected a picture of 1 to \(Self.longestSide) pixels each way, found \(width) × \(height)")
            }
            if let turntable, !(2...100).contains(turntable) {
                throw .usage("expected a turntable of 2 to 100 sides, found \(turntable)")
            }
            if let turntable, !isAnimated {
                let (columns, rows) = sheet(turntable)
                let (sheetWidth, sheetHeight) = ((width + Self.gap) * columns, (height + Self.gap) * rows)
                guard sheetWidth < Self.longestSide, sheetHeight < Self.longestSide else {
                    throw .usage(
                        """
                        expected a sheet of at most \(Self.longestSide) pixels each way, found \(sheetWidth) × \
                        \(sheetHeight) for \(turntable) pictures
                        """)
                }
            }
            if isAnimated, form != .png { throw .usage("expected a .png for a picture that moves, found .jpg") }
            if isAnimated || turntable != nil, subject != .model {
                throw .usage("expected a model to turn or to move, found \(subject)")
            }
        }
    }
}
