import MeshArchive

/// Reads JPEG files (ITU-T T.81, JFIF): 8-bit baseline, extended sequential and progressive ones with Huffman codes.
///
/// All computation is in integers, in the order that libjpeg-turbo's exact method uses: the pixels are the same on
/// every platform, and the same as that library's. A file that ends early or has invalid data yields what could be
/// decoded, grey for the rest, and a finding.
package enum JPEGReader {
    static func isJPEG(_ bytes: Span<UInt8>) -> Bool {
        bytes.count >= 3 && bytes[0] == 0xFF && bytes[1] == JPEGMarker.start.code && bytes[2] == 0xFF
    }

    /// Decodes the image of a file: grey or RGB.
    package static func image(
        _ bytes: Span<UInt8>, limits: ImageLimits = ImageLimits()
    ) throws(ImageError) -> PixelImage {
        var segments = try JPEGSegments(bytes, limits)
        var scan = try segments.readToScan(bytes)
        guard scan != nil, let frame = segments.frame else {
            throw ImageError(
                code: .invalidValue, byte: segments.position, message: "expected a scan, found the end of the image")
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
            width: frame.width, height: frame.height, layout: frame.components.count == 1 ? .gray : .rgb,
            samples: .bytes(assembly.pixels(decoding.finished())),
            storedBitDepth: 8)
        image.color = segments.color
        image.findings = (decoding.findings + segments.findings).sorted { $0.byte < $1.byte }
        return image
    }
}
