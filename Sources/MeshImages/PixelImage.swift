/// A decoded image.
public struct PixelImage: Hashable, Sendable {
    /// The samples of an image.
    public enum Samples: Hashable, Sendable {
        /// Of 8 bits; those of fewer are scaled to 0…255.
        case bytes([UInt8])
        /// Of 16 bits.
        case words([UInt16])
    }

    /// What a file says of its colours. Nothing of it is applied to the samples.
    public struct ColorFacts: Hashable, Sendable {
        /// The exponent of PNG's `gAMA`, times 100,000.
        public var gamma: Int?
        /// Whether the file says that its colours are sRGB-encoded (PNG's `sRGB`).
        public var isSRGB = false
        /// Whether the file holds an ICC profile.
        public var hasProfile = false
        /// Whether the file holds CMYK, of which RGB was made by multiplying with black.
        public var isFromCMYK = false

        /// Facts of a file that says nothing.
        public init() {}
    }

    /// The width in pixels.
    public var width: Int
    /// The height in pixels.
    public var height: Int
    /// What a pixel has: grey, grey and alpha, RGB or RGBA. Palettes are resolved; a transparent colour is alpha.
    public var layout: PixelLayout
    /// Rows from the top, pixel after pixel, without gaps. Values as stored: no gamma, no colour profile is applied.
    public var samples: Samples
    /// The bits of a sample in the file: 1, 2, 4, 8 or 16.
    public var storedBitDepth: Int
    /// What the file says of its colours.
    public var color = ColorFacts()
    /// What is wrong with the file, though it could be read; in the file's order.
    public var findings: [ImageError] = []

    /// An image of these samples.
    ///
    /// - Parameters:
    ///   - width: the width in pixels.
    ///   - height: the height in pixels.
    ///   - layout: what a pixel has.
    ///   - samples: `width` × `height` × the samples of a pixel, rows from the top.
    ///   - storedBitDepth: the bits of a sample in the file.
    public init(width: Int, height: Int, layout: PixelLayout, samples: Samples, storedBitDepth: Int) {
        self.width = width
        self.height = height
        self.layout = layout
        self.samples = samples
        self.storedBitDepth = storedBitDepth
    }
}

extension PixelImage {
    /// Decodes a file by its first bytes: PNG or JPEG.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - limits: how large the image may be.
    /// - Throws: an error with the code `input.unsupported` when the file is of neither kind.
    public init(_ bytes: Span<UInt8>, limits: ImageLimits = ImageLimits()) throws(ImageError) {
        if PNGReader.isPNG(bytes) {
            self = try PNGReader.image(bytes, limits: limits)
        } else if JPEGReader.isJPEG(bytes) {
            self = try JPEGReader.image(bytes, limits: limits)
        } else {
            throw ImageError(code: .unsupported, byte: 0, message: "expected a PNG or JPEG file, found something else")
        }
    }
}

/// How large an image may be before it is refused.
public struct ImageLimits: Hashable, Sendable {
    /// The most pixels.
    public var pixelCount = 1 << 28
    /// The most scans of a JPEG file; each may cost as much time as the image has blocks.
    public var scanCount = 64

    /// The defaults.
    public init() {}
}
