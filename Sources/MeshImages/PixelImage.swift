/// A decoded image.
public struct PixelImage: Hashable, Sendable {
    /// The samples of an image.
    public enum Samples: Hashable, Sendable {
        /// 8-bit samples; those of fewer bits are scaled to 0…255.
        case bytes([UInt8])
        /// 16-bit samples.
        case words([UInt16])
    }

    /// A file's statements about its colours. None of them is applied to the samples.
    public struct ColorFacts: Hashable, Sendable {
        /// The exponent of PNG's `gAMA`, times 100,000.
        public var gamma: Int?
        /// Whether the file declares its colours as sRGB-encoded (PNG's `sRGB`).
        public var isSRGB = false
        /// Whether the file holds an ICC profile.
        public var hasProfile = false
        /// Whether the file holds CMYK, which was converted to RGB by multiplying with black.
        public var isFromCMYK = false

        /// Creates the facts of a file that states nothing.
        public init() {}
    }

    /// The width in pixels.
    public var width: Int
    /// The height in pixels.
    public var height: Int
    /// The components: grey, grey and alpha, RGB or RGBA. Palettes are resolved; a transparent colour is alpha.
    public var layout: PixelLayout
    /// Rows from the top, pixel by pixel, without gaps. Values as stored: no gamma or colour profile is applied.
    public var samples: Samples
    /// The bits per sample in the file: 1, 2, 4, 8 or 16.
    public var storedBitDepth: Int
    /// The file's statements about its colours.
    public var color = ColorFacts()
    /// Errors that didn't prevent reading the file, in the file's order.
    public var findings: [ImageError] = []

    /// Creates an image of these samples.
    ///
    /// - Parameters:
    ///   - width: the width in pixels.
    ///   - height: the height in pixels.
    ///   - layout: the components of a pixel.
    ///   - samples: `width` × `height` × the samples of a pixel, rows from the top.
    ///   - storedBitDepth: the bits per sample in the file.
    public init(width: Int, height: Int, layout: PixelLayout, samples: Samples, storedBitDepth: Int) {
        self.width = width
        self.height = height
        self.layout = layout
        self.samples = samples
        self.storedBitDepth = storedBitDepth
    }
}

extension PixelImage {
    /// Decodes a PNG or JPEG file, recognised by its first bytes.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - limits: the limits of the image's size.
    /// - Throws: an error with the code `input.unsupported` if the file is of neither kind.
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

/// The limits beyond which an image is refused.
public struct ImageLimits: Hashable, Sendable {
    /// The maximum number of pixels.
    public var pixelCount = 1 << 28
    /// The maximum number of scans of a JPEG file; each may take time in proportion to the image's blocks.
    public var scanCount = 64

    /// Creates the default limits.
    public init() {}
}
