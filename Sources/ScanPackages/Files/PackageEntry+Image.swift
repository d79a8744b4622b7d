import MeshArchive
import MeshFormats
import MeshImages

extension ImageHeader {
    /// Reads the header of an entry.
    ///
    /// - Throws: an error that names the entry when it is neither PNG nor JPEG, or ends before its size.
    init(of entry: PackageEntry) throws(ReadError) {
        // Thumbnails and profiles may precede a JPEG's frame header: if it isn't within 64 KiB, more is read.
        for count in [64 << 10, 4 << 20] {
            let bytes = try entry.beginning(count)
            if let header = Self(bytes) {
                self = header
                return
            }
            if bytes.count < count { break }
        }
        throw entry.fault(.invalidValue, "this is not a PNG or JPEG file, or only a part of one")
    }
}

extension PackageEntry {
    /// Decodes this entry as PNG, as depth, confidence and masks are.
    func png() throws(ReadError) -> PixelImage {
        try decoded { bytes, limits throws(ImageError) in try PNGReader.image(bytes, limits: limits) }
    }

    /// Decodes this entry as PNG or JPEG, as pictures are.
    func image() throws(ReadError) -> PixelImage {
        try decoded { bytes, limits throws(ImageError) in try PixelImage(bytes, limits: limits) }
    }

    private func decoded(
        _ body: ([UInt8], ImageLimits) throws(ImageError) -> PixelImage
    ) throws(ReadError) -> PixelImage {
        let file = try bytes()
        var limits = ImageLimits()
        limits.pixelCount = self.limits.pixelCount
        do throws(ImageError) {
            return try body(file, limits)
        } catch {
            let place = InputLocation.sideFile(path, .byte(error.byte))
            throw error.code == .limitExceeded
                ? ReadError(beyond: .pixels, place, error.message)
                : ReadError(ReadError.Code(rawValue: error.code.rawValue), place, error.message)
        }
    }
}

extension PixelImage {
    /// All samples in 8 bits.
    private var allBytes: [UInt8] {
        switch samples {
        case .bytes(let bytes): bytes
        case .words(let words): words.map { UInt8(truncatingIfNeeded: $0 >> 8) }
        }
    }

    /// The first channel in 8 bits, row by row.
    var firstChannel: [UInt8] { first(of: allBytes) }

    /// Three bytes a pixel: red, green and blue; grey three times, alpha left out.
    var rgbBytes: [UInt8] {
        let bytes = allBytes
        if layout == .rgb { return bytes }
        let channels = layout.rawValue
        let (green, blue) = channels < 3 ? (0, 0) : (1, 2)
        var rgb: [UInt8] = []
        rgb.reserveCapacity(width * height * 3)
        for pixel in stride(from: 0, to: bytes.count, by: channels) {
            rgb.append(bytes[pixel])
            rgb.append(bytes[pixel + green])
            rgb.append(bytes[pixel + blue])
        }
        return rgb
    }

    /// The first of the channels of each pixel.
    func first<Sample>(of samples: [Sample]) -> [Sample] {
        let channels = layout.rawValue
        return channels == 1 ? samples : stride(from: 0, to: samples.count, by: channels).map { samples[$0] }
    }
}
