/// Reads JPEG files (ITU-T T.81, JFIF): 8-bit baseline, extended sequential and progressive ones with Huffman codes.
///
/// All computation is in integers, in the order that libjpeg-turbo's exact method uses: the pixels are the same on
/// every platform, and the same as that library's. A file that ends early or has invalid data yields what could be
/// decoded, grey for the rest, and a finding.
package struct JPEGReader: Sendable {
    /// The width in pixels.
    package let width: Int
    /// The height in pixels.
    package let height: Int
    /// The layout of the decoded image: grey or RGB.
    package let layout: PixelLayout
    /// The file's statements about its colours.
    package let color: PixelImage.ColorFacts
    private let limits: ImageLimits

    /// Decodes the image of a file.
    package static func image(
        _ bytes: Span<UInt8>, limits: ImageLimits = ImageLimits()
    ) throws(ImageError) -> PixelImage {
        try JPEGReader(bytes, limits: limits).image(bytes)
    }

    static func isJPEG(_ bytes: Span<UInt8>) -> Bool {
        bytes.count >= 3 && bytes[0] == 0xFF && bytes[1] == JPEGMarker.start.code && bytes[2] == 0xFF
    }

    /// Reads the description of the image, up to the first scan.
    package init(_ bytes: Span<UInt8>, limits: ImageLimits = ImageLimits()) throws(ImageError) {
        var segments = try JPEGSegments(bytes, limits)
        guard try segments.readToScan(bytes) != nil, let frame = segments.frame else {
            throw ImageError(
                code: .invalidValue, byte: segments.position, message: "expected a scan, found the end of the image")
        }
        width = frame.width
        height = frame.height
        layout = frame.components.count == 1 ? .gray : .rgb
        color = segments.color
        self.limits = limits
    }

    /// Decodes the image.
    ///
    /// - Parameter bytes: the file that the reader was created with.
    package func image(_ bytes: Span<UInt8>) throws(ImageError) -> PixelImage {
        var segments = try JPEGSegments(bytes, limits)
        var scan = try segments.readToScan(bytes)
        guard let frame = segments.frame else {
            throw ImageError(
                code: .invalidValue, byte: segments.position, message: "expected a frame before a scan, found none")
        }
        var decoding = try JPEGDecoding(frame, bytes, from: segments.position)
        var count = 0
        while let next = scan {
            count += 1
            guard count <= limits.scanCount else {
                throw ImageError(
                    code: .limitExceeded, byte: segments.position,
                    message: "expected at most \(limits.scanCount) scans, found more")
            }
            segments.position = try decoding.decode(next, segments, bytes)
            scan = try segments.readToScan(bytes)
        }
        let assembly = JPEGAssembly(frame, segments.colorModel)
        var image = PixelImage(
            width: width, height: height, layout: layout, samples: .bytes(assembly.pixels(decoding.finished())),
            storedBitDepth: 8)
        image.color = segments.color
        image.findings = (decoding.findings + segments.findings).sorted { $0.byte < $1.byte }
        return image
    }
}
