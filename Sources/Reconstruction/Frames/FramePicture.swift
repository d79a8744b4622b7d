/// The picture of a frame: the same view as its depth, of any size.
///
/// - Order: rows from the top.
/// - Units: sRGB-encoded bytes.
public struct FramePicture: Sendable {
    /// The pixels as the source has them.
    enum Pixels: Sendable {
        /// Three bytes a pixel.
        case rgb(ContiguousArray<UInt8>)
        /// Brightness at full size, and pairs of Cb and Cr at a size of their own: ARKit's two planes.
        case planes(luma: ContiguousArray<UInt8>, chroma: ContiguousArray<UInt8>, chromaWidth: Int, chromaHeight: Int)
    }

    /// The pixels of a row.
    public let width: Int
    /// The number of rows.
    public let height: Int
    let pixels: Pixels

    /// Creates a picture of `height` rows of `width` pixels with three bytes each: red, green, blue.
    ///
    /// - Throws: a defect if the number of bytes is another.
    public init(rgb: [UInt8], width: Int, height: Int) throws(FrameDefect) {
        let (area, overflow) = width.multipliedReportingOverflow(by: height)
        guard width > 0, height > 0, !overflow, area <= Int.max / 3, rgb.count == area * 3 else {
            throw FrameDefect(.picture, "expected 3 bytes for each of \(width) × \(height) pixels, found \(rgb.count)")
        }
        self.width = width
        self.height = height
        pixels = .rgb(ContiguousArray(rgb))
    }

    /// Creates a picture from memory with three bytes a pixel: red, green, blue.
    public init(rgb: ImageMemory) throws(FrameDefect) {
        width = rgb.width
        height = rgb.height
        pixels = .rgb(try rgb.values(channels: 3, zero: 0, part: .picture))
    }

    /// Creates a picture from the two planes that ARKit's camera gives: BT.601, full range.
    ///
    /// - Parameters:
    ///   - luma: Y, a byte a pixel, at the picture's size.
    ///   - chroma: Cb and Cr, two bytes a pixel, of the same view at a size of its own, usually half of `luma`'s.
    public init(luma: ImageMemory, chroma: ImageMemory) throws(FrameDefect) {
        width = luma.width
        height = luma.height
        pixels = .planes(
            luma: try luma.values(channels: 1, zero: 0, part: .picture),
            chroma: try chroma.values(channels: 2, zero: 0, part: .picture), chromaWidth: chroma.width,
            chromaHeight: chroma.height)
    }

    /// The colours of an image of the same view with another size, three bytes a pixel.
    ///
    /// Each colour is the mean of the pixels whose middles lie in the new pixel, or, where there are none, of the
    /// pixel that holds its middle.
    package func colors(width newWidth: Int, height newHeight: Int) -> ContiguousArray<UInt8> {
        switch pixels {
        case .rgb(let bytes):
            if newWidth == width, newHeight == height { return bytes }
            return Self.means(bytes, 3, width, height, newWidth, newHeight)
        case .planes(let luma, let chroma, let chromaWidth, let chromaHeight):
            let y = Self.means(luma, 1, width, height, newWidth, newHeight)
            let c = Self.means(chroma, 2, chromaWidth, chromaHeight, newWidth, newHeight)
            var colors = ContiguousArray<UInt8>(repeating: 0, count: newWidth * newHeight * 3)
            for index in 0..<newWidth * newHeight {
                let color = Self.rgb(y: y[index], cb: c[index * 2], cr: c[index * 2 + 1])
                colors[index * 3] = color.x
                colors[index * 3 + 1] = color.y
                colors[index * 3 + 2] = color.z
            }
            return colors
        }
    }

    /// The colour of a pixel in BT.601 with full range, rounded and clamped.
    static func rgb(y: UInt8, cb: UInt8, cr: UInt8) -> SIMD3<UInt8> {
        let (y, cb, cr) = (Float(y), Float(cb) - 128, Float(cr) - 128)
        func byte(_ value: Float) -> UInt8 { UInt8(min(max(value + 0.5, 0), 255)) }
        return SIMD3(byte(y + 1.402 * cr), byte(y - 0.344136 * cb - 0.714136 * cr), byte(y + 1.772 * cb))
    }

    private static func means(
        _ bytes: ContiguousArray<UInt8>, _ channels: Int, _ width: Int, _ height: Int, _ newWidth: Int, _ newHeight: Int
    ) -> ContiguousArray<UInt8> {
        if newWidth == width, newHeight == height { return bytes }
        let columns = spans(width, newWidth)
        let rows = spans(height, newHeight)
        var means = ContiguousArray<UInt8>(repeating: 0, count: newWidth * newHeight * channels)
        for y in 0..<newHeight {
            for x in 0..<newWidth {
                let count = rows[y].count * columns[x].count
                for channel in 0..<channels {
                    var sum = count / 2
                    for row in rows[y] {
                        for column in columns[x] { sum += Int(bytes[(row * width + column) * channels + channel]) }
                    }
                    means[(y * newWidth + x) * channels + channel] = UInt8(truncatingIfNeeded: sum / count)
                }
            }
        }
        return means
    }

    /// For each of `newCount` pixels the range of `count` pixels whose middles lie in it, or the one under its middle.
    private static func spans(_ count: Int, _ newCount: Int) -> [Range<Int>] {
        (0..<newCount).map { index in
            // The middle of pixel k, k + ½, lies in index × count / newCount ..< (index + 1) × count / newCount.
            let first = (2 * index * count - newCount + 2 * newCount - 1) / (2 * newCount)
            let end = (2 * (index + 1) * count - newCount + 2 * newCount - 1) / (2 * newCount)
            if first < end { return first..<min(end, count) }
            let middle = min((2 * index + 1) * count / (2 * newCount), count - 1)
            return middle..<middle + 1
        }
    }
}
