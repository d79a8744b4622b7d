/// A pinhole camera without distortion: focal lengths and principal point in pixels of an image of one size.
///
/// - Frame: the image's origin is its top left corner, u to the right, v down, and **the middle of the first pixel is
///   (½, ½)**: pixel (i, j) covers i ..< i + 1 and j ..< j + 1. This is the only convention here. For numbers whose
///   first pixel has its middle at (0, 0), add ½ to `cx` and `cy`.
public struct PinholeIntrinsics: Hashable, Sendable {
    /// The focal length along u.
    public var fx: Double
    /// The focal length along v.
    public var fy: Double
    /// The principal point's u.
    public var cx: Double
    /// The principal point's v.
    public var cy: Double
    /// The width of the image that the numbers are for; 0: unknown.
    public var width: Int
    /// The height of the image that the numbers are for; 0: unknown.
    public var height: Int

    /// Creates intrinsics.
    public init(fx: Double, fy: Double, cx: Double, cy: Double, width: Int, height: Int) {
        self.fx = fx
        self.fy = fy
        self.cx = cx
        self.cy = cy
        self.width = width
        self.height = height
    }

    /// The intrinsics for the same view in another size; each axis is scaled separately. Since pixel edges, not pixel
    /// middles, are whole numbers, scaling needs no offset.
    ///
    /// - Returns: nil if the image's own size is unknown.
    public func scaled(toWidth newWidth: Int, height newHeight: Int) -> PinholeIntrinsics? {
        guard width > 0, height > 0, newWidth > 0, newHeight > 0 else { return nil }
        let (x, y) = (Double(newWidth) / Double(width), Double(newHeight) / Double(height))
        return PinholeIntrinsics(fx: fx * x, fy: fy * y, cx: cx * x, cy: cy * y, width: newWidth, height: newHeight)
    }

    /// Whether an image of another size may show the same view: but for the rounding of a side, its sides have the same
    /// ratio.
    ///
    /// - Parameter pixels: by how many pixels a side may be longer or shorter.
    package func hasShape(width newWidth: Int, height newHeight: Int, within pixels: Double) -> Bool {
        let ratio = Double(width) / Double(height)
        return abs(Double(newHeight) * ratio - Double(newWidth)) <= pixels
            || abs(Double(newWidth) / ratio - Double(newHeight)) <= pixels
    }

    /// The point in camera space (+X right, +Y up, looking along −Z) seen at (u, v), at a depth along the optical axis
    /// in metres.
    public func point(u: Double, v: Double, depth: Double) -> SIMD3<Double> {
        SIMD3((u - cx) * depth / fx, -(v - cy) * depth / fy, -depth)
    }

    /// The pixel at which a point in camera space is seen; nil if the point is not in front of the camera.
    public func pixel(of point: SIMD3<Double>) -> (u: Double, v: Double)? {
        let depth = -point.z
        guard depth > 0 else { return nil }
        return (cx + fx * point.x / depth, cy - fy * point.y / depth)
    }

    /// Whether all numbers are finite and both focal lengths positive.
    public var isUsable: Bool { fx > 0 && fy > 0 && (fx + fy + cx + cy).isFinite }
}
