import MeshFormats
import MeshImages

extension ImageHeader {
    /// The header of an entry.
    ///
    /// - Throws: an error that names the entry when it is neither PNG nor JPEG, or ends before its size is told.
    init(of entry: PackageEntry) throws(ReadError) {
        // Thumbnails and profiles may stand before a JPEG's frame header: if 64 KiB don't reach it, more do.
        for count in [64 << 10, 4 << 20] {
            let bytes = try entry.beginning(count)
            if let header = Self(bytes) {
                self = header
                return
            }
            if bytes.count < count { break }
        }
        throw entry.fault(.invalidValue, "expected a PNG or JPEG file with its size, found another, or a part of one")
    }
}

extension PackageEntry {
    /// The decoded PNG of this entry: the one place where images are decoded.
    func png() throws(ReadError) -> PixelImage {
        let file = try bytes()
        var png = ImageLimits()
        png.pixelCount = limits.pixelCount
        do throws(ImageError) {
            return try PNGReader.image(file, limits: png)
        } catch {
            throw fault(
                ReadError.Code(rawValue: error.code.rawValue), error.message, at: .byte(error.byte))
        }
    }
}

extension PixelImage {
    /// The first channel in 8 bits, row by row.
    var firstChannel: [UInt8] {
        let channels = layout.rawValue
        switch samples {
        case .bytes(let bytes):
            return channels == 1 ? bytes : stride(from: 0, to: bytes.count, by: channels).map { bytes[$0] }
        case .words(let words):
            return stride(from: 0, to: words.count, by: channels).map { UInt8(truncatingIfNeeded: words[$0] >> 8) }
        }
    }
}
