// Bounds: a span has the array's own count, for the duration of the call.

// Arrays have no spans on the oldest supported systems.

extension PNGReader {
    /// Decodes the image of a file in an array.
    package static func image(_ bytes: [UInt8], limits: ImageLimits = ImageLimits()) throws(ImageError) -> PixelImage {
        try unsafe bytes.withUnsafeBufferPointer { (raw) throws(ImageError) in
            try unsafe image(raw.span, limits: limits)
        }
    }
}

extension PixelImage {
    /// Decodes a PNG or JPEG file in an array.
    package init(_ bytes: [UInt8], limits: ImageLimits = ImageLimits()) throws(ImageError) {
        self = try unsafe bytes.withUnsafeBufferPointer { (raw) throws(ImageError) in
            try unsafe PixelImage(raw.span, limits: limits)
        }
    }
}
