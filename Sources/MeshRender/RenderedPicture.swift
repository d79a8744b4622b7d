/// A picture of 8-bit RGB pixels, sRGB-encoded.
public struct RenderedPicture: Hashable, Sendable {
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// Rows from the top without gaps, three bytes for each pixel.
    public let pixels: [UInt8]

    /// Creates a picture of these pixels; nil if it would have none, or their number doesn't match.
    public init?(width: Int, height: Int, pixels: [UInt8]) {
        let (area, isWide) = width.multipliedReportingOverflow(by: height)
        let (count, isLarge) = area.multipliedReportingOverflow(by: 3)
        guard width > 0, height > 0, !isWide, !isLarge, pixels.count == count else { return nil }
        self.init(width, height, pixels)
    }

    init(_ width: Int, _ height: Int, _ pixels: [UInt8]) {
        self.width = width
        self.height = height
        self.pixels = pixels
    }
}

/// The reason why no picture can be made.
public struct RenderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was expected and what was found: lower case, no full stop.
    public var message: String

    /// Creates an error.
    public init(_ message: String) { self.message = message }

    /// What was expected and what was found.
    public var description: String { message }

    /// Checks the size of a picture.
    static func check(width: Int, height: Int) throws(RenderError) {
        guard (1...largestSide).contains(width), (1...largestSide).contains(height) else {
            throw RenderError("expected a picture of 1 to \(largestSide) pixels each way, found \(width) × \(height)")
        }
    }

    private static let largestSide = 8192
}
