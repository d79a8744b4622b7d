package import MeshConvert
import MeshImages

/// The pixels of a texture as graphics frameworks take them: rows from the top, without gaps, a byte per sample.
package struct SurfaceImage: Sendable, Equatable {
    package var width: Int
    package var height: Int
    /// 4: red, green, blue and alpha, sRGB-encoded, not multiplied with it; 1: one channel.
    package var channels: Int
    package var pixels: [UInt8]

    /// Decodes a PNG or JPEG image; nil if it is of another kind, broken or not there.
    ///
    /// - Parameter channel: the channel that counts; nil: all.
    package init?(_ image: SceneImage, channel: Int? = nil) {
        guard let input = try? image.open(), let bytes = try? input.read(0..<input.byteCount),
            let decoded = try? PixelImage(bytes)
        else { return nil }
        self.init(decoded, channel: channel)
    }

    init(_ image: PixelImage, channel: Int?) {
        (width, height, channels) = (image.width, image.height, channel == nil ? 4 : 1)
        let samples: [UInt8] =
            switch image.samples {
            case .bytes(let bytes): bytes
            case .words(let words): words.map { UInt8($0 >> 8) }
            }
        let stored = image.layout.rawValue
        pixels = []
        pixels.reserveCapacity(width * height * channels)
        for start in Swift.stride(from: 0, to: samples.count - stored + 1, by: stored) {
            let alpha = image.layout.hasAlpha ? samples[start + stored - 1] : 255
            let isGray = stored < 3
            func sample(_ place: Int) -> UInt8 { place == 3 ? alpha : samples[start + (isGray ? 0 : place)] }
            if let channel { pixels.append(sample(channel)) } else { pixels += (0..<4).map(sample) }
        }
    }

    /// The pixels of another program's texture as an image in PNG; nil if the sizes don't fit.
    ///
    /// - Parameters:
    ///   - pixels: a byte for each sample.
    ///   - rowStride: the distance between rows in bytes.
    ///   - channels: 1 to 4.
    package static func png(
        _ pixels: [UInt8], width: Int, height: Int, rowStride: Int, channels: Int
    ) -> SceneImage? {
        guard let layout = PixelLayout(rawValue: channels), width > 0, height > 0 else { return nil }
        let (row, overflow) = width.multipliedReportingOverflow(by: channels)
        let (size, sizeOverflow) = rowStride.multipliedReportingOverflow(by: height - 1)
        guard !overflow, !sizeOverflow, rowStride >= row, size <= pixels.count - row else { return nil }
        var packed: [UInt8] = []
        packed.reserveCapacity(row * height)
        for line in 0..<height { packed += pixels[line * rowStride..<line * rowStride + row] }
        let file = try? PNGWriter(width: width, height: height, layout: layout).file(packed)
        return file.map { SceneImage(uri: "", bytes: $0, mediaType: "image/png") }
    }
}
