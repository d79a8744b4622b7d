public import MeshFormats
internal import MeshImages

/// A decoded confidence image: see *Confidence* in the Scan packages article.
public struct ConfidenceMap: Hashable, Sendable {
    /// The meaning of the file's values.
    public enum Coding: String, Hashable, Sendable {
        /// 0, 1, 2: ARKit's levels.
        case levels
        /// Up to 255, as in Polycam: high from 192, medium from 64.
        case thresholds
        /// Zero everywhere: nothing is known.
        case unknown
    }

    /// The width in pixels. If it differs from the depth image's, the nearest pixel is used.
    public var width: Int
    /// The height in pixels.
    public var height: Int
    /// 0 low, 1 medium, 2 high; rows from the top. With ``Coding/unknown`` all are 0 and mean nothing.
    public var levels: [UInt8]
    /// The meaning of the file's values.
    public var coding: Coding
    /// Whether the file has more than one channel; only the first is used.
    public var hasColors: Bool

    /// Creates a confidence map from the samples of a file.
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

    /// Whether it may be that of a depth image: its sides have the same ratio.
    func fits(_ depth: DepthMap) -> Bool {
        abs(width * depth.height - height * depth.width) * 50 <= max(width * depth.height, height * depth.width)
    }

    /// What is wrong where it can't be that.
    static let otherShape = "confidence has another shape than its depth, as if turned or cropped"

    /// The level for a pixel of a depth image of another size: that of the nearest pixel.
    public func level(x: Int, y: Int, ofWidth depthWidth: Int, height depthHeight: Int) -> UInt8 {
        levels[NearestPixel.index(x: x, y: y, of: (depthWidth, depthHeight), in: (width, height))]
    }
}

extension ScanPackage {
    /// Decodes the confidence of a frame, without keeping it; nil if the frame has none.
    ///
    /// - Throws: an error that names the entry, if it can't be decoded.
    public func confidenceMap(
        of frame: ScanFrame, options: PackageOptions = PackageOptions()
    ) throws(ReadError) -> ConfidenceMap? {
        guard let path = frame.confidencePath, let entry = files[path] else { return nil }
        let image = try entry.png()
        var samples: [UInt8]
        switch image.samples {
        case .bytes(let bytes): samples = image.first(of: bytes)
        // 16-bit samples hold levels unchanged, or stretched to the full range.
        case .words(let words):
            let first = image.first(of: words)
            let isSmall = first.allSatisfy { $0 <= 255 }
            samples = first.map { UInt8(truncatingIfNeeded: isSmall ? $0 : $0 >> 8) }
        }
        // Samples of fewer than 8 bits were stretched to 0…255; this restores the stored levels.
        if image.storedBitDepth < 8, image.layout == .gray {
            let largest = (1 << image.storedBitDepth) - 1
            samples = samples.map { UInt8(Int($0) * largest / 255) }
        }
        return ConfidenceMap(
            width: image.width, height: image.height, samples: samples, hasColors: image.layout.rawValue > 1)
    }
}
