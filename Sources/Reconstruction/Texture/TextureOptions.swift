/// How a surface is laid out on pages, and how pictures are weighed.
public struct TextureOptions: Hashable, Sendable {
    /// The wanted side of a texel on the surface, in metres.
    public let texelSize: Double
    /// The most texels of all pages together. Where the wanted size needs more, texels become larger, for all charts
    /// alike. As JPEG at a quality of 85 a page of a plain room took 0.07 bytes a texel; photographs take more.
    public var mostTexels = 1 << 22 {
        didSet { mostTexels = min(max(mostTexels, 1 << 8), 1 << 28) }
    }
    /// The longest side of a page; beyond it there are several pages.
    public var longestSide = 4096 {
        didSet { longestSide = min(max(longestSide, 64), 16384) }
    }
    /// The texels around each chart that repeat its border, so that smaller versions of a page don't mix charts.
    public var padding = 2 {
        didSet { padding = min(max(padding, 1), 16) }
    }

    /// Creates options.
    ///
    /// - Parameter texelSize: metres; numbers outside of 0.0001 … 1 count as 0.004.
    public init(texelSize: Double = 0.004) {
        self.texelSize = texelSize >= 0.0001 && texelSize <= 1 ? texelSize : 0.004
    }
}
