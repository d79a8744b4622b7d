/// Pictures of what depth cameras measure.
public enum DepthPicture {
    /// The colour of pixels without a measurement, sRGB-encoded: lighter than the dark end of turbo.
    public static let unmeasured = SIMD3<UInt8>(72, 72, 72)

    /// The colours of the confidences 0, 1 and 2: red, yellow and green.
    public static let confidenceColors: [SIMD3<UInt8>] = [SIMD3(214, 58, 48), SIMD3(246, 200, 60), SIMD3(64, 168, 84)]

    /// Returns a picture of depth.
    ///
    /// - Parameters:
    ///   - meters: `width` × `height` numbers in rows from the top; 0, negative and non-finite ones were not measured.
    ///   - width: the width in pixels.
    ///   - height: the height in pixels.
    ///   - range: the depths that have the map's first and last colour; nil: ``range(of:)``.
    ///   - map: the colours; the nearest depth has the first.
    /// - Throws: an error if the number of depths doesn't match the size.
    public static func depth(
        _ meters: [Float], width: Int, height: Int, range: ClosedRange<Float>? = nil, map: ColorMap = .turbo
    ) throws(RenderError) -> RenderedPicture {
        let range = range ?? self.range(of: meters) ?? 0...1
        let extent = range.upperBound - range.lowerBound
        return try picture(meters, width, height) { depth in
            guard isMeasured(depth) else { return unmeasured }
            // A wall at one distance has the middle colour.
            return map.color(extent > 0 ? (depth - range.lowerBound) / extent : 0.5)
        }
    }

    /// Returns the depths between which 96 % of the measured ones lie: a few wild ones don't take the colours from all
    /// others. Nil if nothing was measured.
    public static func range(of meters: [Float]) -> ClosedRange<Float>? {
        let sorted = meters.filter(isMeasured).sorted()
        guard !sorted.isEmpty else { return nil }
        let margin = (sorted.count - 1) / 50
        return sorted[margin]...sorted[sorted.count - 1 - margin]
    }

    /// Returns a picture of confidence.
    ///
    /// - Parameters:
    ///   - levels: `width` × `height` levels in rows from the top: 0 low, 1 medium, 2 high; others are unknown.
    ///   - width: the width in pixels.
    ///   - height: the height in pixels.
    /// - Throws: an error if the number of levels doesn't match the size.
    public static func confidence(
        _ levels: [UInt8], width: Int, height: Int
    ) throws(RenderError) -> RenderedPicture {
        try picture(levels, width, height) { level in
            Int(level) < confidenceColors.count ? confidenceColors[Int(level)] : unmeasured
        }
    }

    private static func isMeasured(_ depth: Float) -> Bool { depth > 0 && depth.isFinite }

    private static func picture<T>(
        _ values: [T], _ width: Int, _ height: Int, _ color: (T) -> SIMD3<UInt8>
    ) throws(RenderError) -> RenderedPicture {
        try RenderError.check(width: width, height: height)
        guard values.count == width * height else {
            throw RenderError(
                "expected \(width * height) values for \(width) × \(height) pixels, found \(values.count)")
        }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(values.count * 3)
        for value in values {
            let own = color(value)
            pixels.append(own.x)
            pixels.append(own.y)
            pixels.append(own.z)
        }
        return RenderedPicture(width, height, pixels)
    }
}
