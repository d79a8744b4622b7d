import MeshArchive
import MeshBytes

/// Writes images as JPEG (ITU-T T.81): baseline, 8 bits, one scan, with JFIF's header, which says grey or Y, Cb, Cr of
/// BT.601 with full range. Colours are meant as sRGB, as readers take those of a file without a profile.
///
/// Codes are made for each image: files are smaller than with the standard's codes, by half at the lowest qualities, and
/// counting symbols takes a tenth of the time. All arithmetic is in integers, so that the same pixels give the same bytes
/// on every machine and any number of threads.
///
/// - Memory: besides pixels and file, what is kept of the coefficients: about a byte a pixel, at most seven.
package struct JPEGWriter: Hashable, Sendable {
    /// How many colour differences are kept.
    package enum Sampling: Hashable, Sendable, CaseIterable {
        /// Those of each pixel: 4:4:4.
        case full
        /// The mean of each square of 2 × 2 pixels: 4:2:0.
        case halved
    }

    /// The width in pixels, 1 to 65,535.
    package var width: Int
    /// The height in pixels, 1 to 65,535.
    package var height: Int
    /// The layout of a pixel: grey or RGB.
    package var layout: PixelLayout
    /// From 1, smallest, to 100; scales the standard's example tables (K.1) as the IJG's library does.
    package var quality = 75
    /// The colour differences that are kept.
    package var sampling = Sampling.halved

    package init(width: Int, height: Int, layout: PixelLayout) {
        self.width = width
        self.height = height
        self.layout = layout
    }

    private static let longestSide = 65_535

    /// Returns the file.
    ///
    /// - Parameters:
    ///   - pixels: `height` rows of `width` pixels from the top, without gaps.
    ///   - threads: the maximum number of threads.
    /// - Throws: an error if the number of bytes doesn't match the pixels, or JPEG can't hold them.
    package func file(_ pixels: [UInt8], threads: Int = 1) throws(ImageError) -> [UInt8] {
        let sides = 1...Self.longestSide
        guard sides.contains(width), sides.contains(height) else {
            throw fault("expected an image of 1 to \(sides.upperBound) pixels each way, found \(width) × \(height)")
        }
        guard layout == .gray || layout == .rgb else {
            throw fault("expected grey or RGB without alpha, found \(layout.rawValue) samples per pixel")
        }
        guard (1...100).contains(quality) else { throw fault("expected a quality of 1 to 100, found \(quality)") }
        guard pixels.count == width * height * layout.rawValue else {
            throw fault("expected \(width * height * layout.rawValue) bytes of pixels, found \(pixels.count)")
        }
        let tables = [JPEGQuantizer(.luma, quality: quality), JPEGQuantizer(.chroma, quality: quality)]
        let rows = JPEGSampler(self)
        let bands = try Parallel.map(rows.unitsDown, threads: threads) { (row) throws(ImageError) in
            rows.coefficients(pixels, unitRow: row, tables)
        }
        let kinds = rows.blockKinds
        var codes = JPEGCodes()
        codes.count(bands, kinds)
        let (dc, ac) = codes.tables()

        var output: [UInt8] = [0xFF, JPEGMarker.start.code]
        // Version 1.01, an aspect of 1 : 1, no thumbnail.
        append(.applicationJFIF, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0], &output)
        let kindCount = layout == .gray ? 1 : 2
        for kind in 0..<kindCount { append(.quantization, [UInt8(kind)] + tables[kind].fileOrder, &output) }
        var frame: [UInt8] = [8]
        for side in [height, width] { frame += [UInt8(side >> 8), UInt8(side & 0xFF)] }
        var scan = [UInt8(layout.rawValue)]
        frame.append(UInt8(layout.rawValue))
        for component in 0..<layout.rawValue {
            let (name, kind) = (UInt8(component + 1), UInt8(min(component, 1)))
            frame += [name, component == 0 && rows.step == 2 ? 0x22 : 0x11, kind]
            scan += [name, kind << 4 | kind]
        }
        append(.baseline, frame, &output)
        for kind in 0..<kindCount {
            append(.huffmanTables, [UInt8(kind)] + dc[kind].description, &output)
            append(.huffmanTables, [0x10 | UInt8(kind)] + ac[kind].description, &output)
        }
        append(.scan, scan + [0, 63, 0], &output)
        codes.write(bands, kinds, dc, ac, to: &output)
        output += [0xFF, JPEGMarker.end.code]
        return output
    }

    private func append(_ marker: JPEGMarker, _ content: [UInt8], _ output: inout [UInt8]) {
        let length = content.count + 2
        output += [0xFF, marker.code, UInt8(length >> 8), UInt8(length & 0xFF)]
        output += content
    }

    private func fault(_ message: String) -> ImageError {
        ImageError(code: .unrepresentable, byte: 0, message: message)
    }
}
