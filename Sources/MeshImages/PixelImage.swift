import MeshArchive

/// A decoded image.
package struct PixelImage: Hashable, Sendable {
    /// The samples of an image.
    package enum Samples: Hashable, Sendable {
        /// 8-bit samples; those of fewer bits are scaled to 0…255.
        case bytes([UInt8])
        /// 16-bit samples.
        case words([UInt16])
    }

    /// A file's statements about its colours. None of them is applied to the samples.
    package struct ColorFacts: Hashable, Sendable {
        /// The exponent of PNG's `gAMA`, times 100,000.
        package var gamma: Int?
        /// Whether the file declares its colours as sRGB-encoded (PNG's `sRGB`).
        package var isSRGB = false
        /// Whether the file holds an ICC profile.
        package var hasProfile = false
        /// Whether the file holds CMYK, which was converted to RGB by multiplying with black.
        package var isFromCMYK = false

        package init() {}
    }

    /// The width in pixels.
    package var width: Int
    /// The height in pixels.
    package var height: Int
    /// The components: grey, grey and alpha, RGB or RGBA. Palettes are resolved; a transparent colour is alpha.
    package var layout: PixelLayout
    /// Rows from the top, pixel by pixel, without gaps. Values as stored: no gamma or colour profile is applied.
    package var samples: Samples
    /// The bits per sample in the file: 1, 2, 4, 8 or 16.
    package var storedBitDepth: Int
    /// The file's statements about its colours.
    package var color = ColorFacts()
    /// Errors that didn't prevent reading the file, in the file's order.
    package var findings: [ImageError] = []

    /// Creates an image of these samples.
    ///
    /// - Parameters:
    ///   - width: the width in pixels.
    ///   - height: the height in pixels.
    ///   - layout: the components of a pixel.
    ///   - samples: `width` × `height` × the samples of a pixel, rows from the top.
    ///   - storedBitDepth: the bits per sample in the file.
    package init(width: Int, height: Int, layout: PixelLayout, samples: Samples, storedBitDepth: Int) {
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
    package init(_ bytes: Span<UInt8>, limits: ImageLimits = ImageLimits()) throws(ImageError) {
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
package struct ImageLimits: Hashable, Sendable {
    /// The maximum number of pixels.
    package var pixelCount = 1 << 28
    /// The maximum number of scans of a JPEG file; each may take time in proportion to the image's blocks.
    package var scanCount = 64

    package init() {}
}
