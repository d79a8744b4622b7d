import MeshArchive

/// The description of the image in a PNG file.
struct PNGHeader {
    let width: Int
    let height: Int
    let bitDepth: Int
    let colorType: Int
    let isInterlaced: Bool

    /// The samples per pixel in the file: 1 for a palette's index.
    var channels: Int {
        switch colorType {
        case 2: 3
        case 4: 2
        case 6: 4
        default: 1
        }
    }

    /// The number of bytes from a pixel to the next, at least 1.
    var distance: Int { max(1, channels * bitDepth / 8) }

    /// The number of bytes in a row of `pixels` pixels.
    func rowCount(_ pixels: Int) -> Int {
        pixels * channels * bitDepth / 8 + (pixels * channels * bitDepth % 8 == 0 ? 0 : 1)
    }

    init(_ bytes: Span<UInt8>, _ chunk: PNGChunk, _ limits: ImageLimits) throws(ImageError) {
        func fault(_ message: String, _ code: ImageError.Code = .invalidValue) -> ImageError {
            ImageError(code: code, byte: chunk.range.lowerBound, message: message)
        }
        guard chunk.range.count == 13 else { throw fault("expected 13 bytes of IHDR, found \(chunk.range.count)") }
        let start = chunk.range.lowerBound
        width = Int(bytes.bigEndian(start))
        height = Int(bytes.bigEndian(start + 4))
        bitDepth = Int(bytes[start + 8])
        colorType = Int(bytes[start + 9])
        let (compression, filter, interlace) = (bytes[start + 10], bytes[start + 11], bytes[start + 12])
        isInterlaced = interlace == 1
        guard (1...0x7FFF_FFFF).contains(width), (1...0x7FFF_FFFF).contains(height) else {
            throw fault("expected a width and height from 1 to 2147483647, found \(width) × \(height)")
        }
        // Above 2⁵⁰ pixels, sizes in bytes would overflow.
        guard width * height <= min(limits.pixelCount, 1 << 50) else {
            throw fault(
                "expected at most \(limits.pixelCount) pixels, found \(width) × \(height)", .limitExceeded)
        }
        let depths = [0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16]]
        guard let possible = depths[colorType] else {
            throw fault("expected colour type 0, 2, 3, 4 or 6, found \(colorType)")
        }
        guard possible.contains(bitDepth) else {
            throw fault("expected a bit depth of colour type \(colorType), found \(bitDepth)")
        }
        guard compression == 0, filter == 0, interlace <= 1 else {
            throw fault(
                "expected compression 0, filter 0 and interlace 0 or 1, found \(compression), \(filter), \(interlace)",
                .unsupported)
        }
    }

    /// A part of the image that is stored separately: the whole, or a pass of Adam7.
    struct Pass {
        var width: Int
        var height: Int
        /// The image column of the first pixel, and the distance between columns.
        var left: Int
        var across: Int
        /// The image row of the first row, and the distance between rows.
        var top: Int
        var down: Int
    }

    /// The passes that have pixels, in the file's order.
    var passes: [Pass] {
        guard isInterlaced else { return [Pass(width: width, height: height, left: 0, across: 1, top: 0, down: 1)] }
        let all = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
        return all.compactMap { left, top, across, down in
            guard left < width, top < height else { return nil }
            return Pass(
                width: (width - left + across - 1) / across, height: (height - top + down - 1) / down, left: left,
                across: across, top: top, down: down)
        }
    }
}
