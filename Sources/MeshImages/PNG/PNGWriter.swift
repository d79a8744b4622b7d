import MeshArchive
import MeshBytes

/// Writes images as PNG (ISO/IEC 15948): not interlaced, with the required chunks only, and `sRGB` if requested.
///
/// The same pixels give the same bytes on any number of threads, for one version of zlib.
package struct PNGWriter: Hashable, Sendable {
    /// The width in pixels, from 1.
    package var width: Int
    /// The height in pixels, from 1.
    package var height: Int
    /// The layout of a pixel.
    package var layout: PixelLayout
    /// 8, or 16 for samples of two bytes, the most significant first.
    package var bitDepth = 8
    /// The compression level, from 1, fastest, to 9.
    package var level = 2
    /// The filter of all rows; nil: for each the one with the smallest sum of magnitudes, the first of equals.
    package var filter: PNGFilter?
    /// Whether the file declares its colours as sRGB-encoded.
    package var isSRGB = false

    package init(width: Int, height: Int, layout: PixelLayout) {
        self.width = width
        self.height = height
        self.layout = layout
    }

    /// The approximate number of bytes compressed together; constant, so that threads don't change the output.
    private static let bandSize = 1 << 20
    /// The maximum width and height of a PNG.
    private static let mostPixels = 0x7FFF_FFFF

    /// Returns the file.
    ///
    /// - Parameters:
    ///   - pixels: `height` rows of `width` pixels from the top, without gaps.
    ///   - threads: the maximum number of threads.
    /// - Throws: an error if the number of bytes doesn't match the pixels, or there are no pixels.
    package func file(_ pixels: [UInt8], threads: Int = 1) throws(ImageError) -> [UInt8] {
        let parts = try stream(pixels, threads: threads)
        var output: [UInt8] = []
        output.reserveCapacity(parts.reduce(128) { $0 + $1.count + 32 })
        output += PNGChunk.signature
        PNGChunk.append(.header, header, to: &output)
        if isSRGB { PNGChunk.append(.sRGB, [0], to: &output) }
        for part in parts { PNGChunk.append(.data, part, to: &output) }
        PNGChunk.append(.end, [], to: &output)
        return output
    }

    /// The contents of the header.
    var header: [UInt8] {
        var header: [UInt8] = []
        header.append(bigEndian: UInt32(width))
        header.append(bigEndian: UInt32(height))
        header += [UInt8(bitDepth), layout.colorType, 0, 0, 0]
        return header
    }

    /// Returns the pixels, filtered and compressed: the parts of a zlib stream. Throws as ``file(_:threads:)``.
    func stream(_ pixels: [UInt8], threads: Int) throws(ImageError) -> [[UInt8]] {
        let samples = bitDepth / 8 * layout.rawValue
        let (rowCount, isWide) = width.multipliedReportingOverflow(by: samples)
        let (byteCount, isHigh) = rowCount.multipliedReportingOverflow(by: height)
        guard width > 0, height > 0, width <= Self.mostPixels, height <= Self.mostPixels, !isWide, !isHigh,
            bitDepth == 8 || bitDepth == 16
        else {
            throw fault("expected an image of 1 to \(Self.mostPixels) pixels each way, found \(width) × \(height)")
        }
        guard pixels.count == byteCount else {
            throw fault("expected \(byteCount) bytes of pixels, found \(pixels.count)")
        }
        let rowsPerBand = max(1, Self.bandSize / rowCount)
        let bandCount = height / rowsPerBand + (height % rowsPerBand == 0 ? 0 : 1)
        let level = min(max(level, 1), 9)
        let bands = try Parallel.map(bandCount, threads: threads) { (band) throws(ImageError) in
            let rows = band * rowsPerBand..<min((band + 1) * rowsPerBand, height)
            let filtered = PNGRows.filtered(pixels, rows, rowCount: rowCount, distance: samples, filter: filter)
            return try PNGBand(filtered, level: level, isLast: rows.upperBound == height)
        }
        var parts: [[UInt8]] = []
        var checksum = Adler32()
        for (index, band) in bands.enumerated() {
            checksum.append(band.checksum, count: band.byteCount)
            // Deflate with a window of 32 KiB, fastest level; a multiple of 31 (RFC 1950).
            var data: [UInt8] = index == 0 ? [0x78, 0x01] : []
            data += band.deflated
            if index == bandCount - 1 { data.append(bigEndian: checksum.value) }
            parts.append(data)
        }
        return parts
    }

    private func fault(_ message: String) -> ImageError {
        ImageError(code: .unrepresentable, byte: 0, message: message)
    }
}

/// Some rows of an image, filtered and compressed.
struct PNGBand: Sendable {
    /// The blocks of a deflate stream; they end at a byte boundary.
    private(set) var deflated: [UInt8] = []
    /// The number of bytes that they decompress to.
    let byteCount: Int
    /// The checksum of those bytes.
    let checksum: Adler32

    init(_ filtered: [UInt8], level: Int, isLast: Bool) throws(ImageError) {
        byteCount = filtered.count
        var output: [UInt8] = []
        output.reserveCapacity(filtered.count / 2)
        do throws(ArchiveError) {
            var deflater = try Deflater(imageLevel: level)
            checksum = deflater.updateCounting(filtered, into: &output)
            if isLast { deflater.finish(into: &output) } else { deflater.endBlock(into: &output) }
        } catch {
            throw ImageError(error, byte: 0)
        }
        deflated = output
    }
}
