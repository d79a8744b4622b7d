/// A pinhole camera without distortion: focal lengths and principal point in pixels of an image of one size.
///
/// - Frame: the image's origin is its top left corner, u to the right, v down, and **the middle of the first pixel is
///   (½, ½)**: pixel (i, j) covers i ..< i + 1 and j ..< j + 1. This is the only convention of this module. For numbers
///   whose first pixel has its middle at (0, 0), add ½ to `cx` and `cy`.
public struct CameraIntrinsics: Hashable, Sendable {
    /// The focal length along u.
    public var fx: Double
    /// The focal length along v.
    public var fy: Double
    /// The principal point's u.
    public var cx: Double
    /// The principal point's v.
    public var cy: Double
    /// The width of the image that the numbers are for.
    public var width: Int
    /// The height of the image that the numbers are for.
    public var height: Int

    /// Creates intrinsics; ``DepthFrame`` checks them.
    public init(fx: Double, fy: Double, cx: Double, cy: Double, width: Int, height: Int) {
        self.fx = fx
        self.fy = fy
        self.cx = cx
        self.cy = cy
        self.width = width
        self.height = height
    }

    /// The intrinsics of an image of the same view with another size, each axis scaled by itself.
    ///
    /// Since pixel edges, not pixel middles, are whole numbers, scaling needs no offset.
    public func scaled(toWidth newWidth: Int, height newHeight: Int) -> CameraIntrinsics {
        let (x, y) = (Double(newWidth) / Double(width), Double(newHeight) / Double(height))
        return CameraIntrinsics(fx: fx * x, fy: fy * y, cx: cx * x, cy: cy * y, width: newWidth, height: newHeight)
    }

    /// Throws unless the numbers are those of a camera and the size is one of an image.
    func check() throws(FrameDefect) {
        let sizes = 1e-3...1e6
        guard sizes.contains(fx), sizes.contains(fy), abs(cx) <= 1e6, abs(cy) <= 1e6 else {
            throw FrameDefect(
                .intrinsics, "expected focal lengths and a principal point in pixels, found \(fx), \(fy), \(cx), \(cy)")
        }
        guard (1...DepthFrame.sideLimit).contains(width), (1...DepthFrame.sideLimit).contains(height) else {
            throw FrameDefect(.intrinsics, "expected the size of an image, found \(width) × \(height)")
        }
    }
}
