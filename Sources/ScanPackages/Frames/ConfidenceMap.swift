public import MeshFormats
internal import MeshImages

/// A decoded confidence image (section 1.5).
public struct ConfidenceMap: Hashable, Sendable {
    /// What the file's values mean.
    public enum Coding: String, Hashable, Sendable {
        /// 0, 1, 2: ARKit's levels.
        case levels
        /// Up to 255, as Polycam has them: from 192 on high, from 64 on medium.
        case thresholds
        /// Zero everywhere: nothing is known (T9).
        case unknown
    }

    /// The width in pixels; it may differ from the depth image's: the nearest pixel counts.
    public var width: Int
    /// The height in pixels.
    public var height: Int
    /// 0 low, 1 medium, 2 high; rows from the top. With ``Coding/unknown`` all are 0 and mean nothing.
    public var levels: [UInt8]
    /// What the file's values meant.
    public var coding: Coding
    /// Whether the file has more than one channel, of which the first counts.
    public var hasColors: Bool

    /// Confidence from samples as a file has them.
    ///
    /// - Parameters:
    ///   - width: the pixels of a row.
    ///   - height: the rows.
    ///   - samples: `height` rows of `width`; another count traps.
    ///   - hasColors: whether the file has more than one channel.
    public init(width: Int, height: Int, samples: [UInt8], hasColors: Bool = false) {
        precondition(width >= 0 && height >= 0 && samples.count == width * height, "a sample for each pixel")
        self.width = width
        self.height = height
        self.hasColors = hasColors
        let largest = samples.max() ?? 0
        if largest == 0 {
            coding = .unknown
            levels = samples
        } else if largest <= 2 {
            coding = .levels
            levels = samples
        } else {
            coding = .thresholds
            levels = samples.map { $0 >= 192 ? 2 : $0 >= 64 ? 1 : 0 }
        }
    }

    /// The level for a pixel of a depth image of another size: that of the nearest pixel.
    public func level(x: Int, y: Int, ofWidth depthWidth: Int, height depthHeight: Int) -> UInt8 {
        if depthWidth == width, depthHeight == height { return levels[y * width + x] }
        let column = min(width - 1, (2 * x + 1) * width / (2 * depthWidth))
        let row = min(height - 1, (2 * y + 1) * height / (2 * depthHeight))
        return levels[row * width + column]
    }
}

extension ScanPackage {
    /// The confidence of a frame, decoded now and kept by nobody; nil if the frame has none.
    ///
    /// - Throws: an error that names the entry, if it can't be decoded.
    public func confidenceMap(
        of frame: ScanFrame, options: PackageOptions = PackageOptions()
    ) throws(ReadError) -> ConfidenceMap? {
        guard let path = frame.confidencePath, let entry = files[path] else { return nil }
        let image = try entry.png()
        let channels = image.layout.rawValue
        var samples: [UInt8]
        switch image.samples {
        case .bytes(let bytes):
            samples = channels == 1 ? bytes : stride(from: 0, to: bytes.count, by: channels).map { bytes[$0] }
        // Levels may stand in 16 bits as they are, or stretched over them.
        case .words(let words):
            let first = stride(from: 0, to: words.count, by: channels).map { words[$0] }
            let isSmall = first.allSatisfy { $0 <= 255 }
            samples = first.map { UInt8(truncatingIfNeeded: isSmall ? $0 : $0 >> 8) }
        }
        // Samples of fewer than 8 bits were stretched to 0…255; levels are meant as they stood.
        if image.storedBitDepth < 8, image.layout == .gray {
            let largest = (1 << image.storedBitDepth) - 1
            samples = samples.map { UInt8(Int($0) * largest / 255) }
        }
        return ConfidenceMap(width: image.width, height: image.height, samples: samples, hasColors: channels > 1)
    }
}
