import MeshModel

extension PinholeIntrinsics {
    /// Throws unless the numbers are those of a camera and the size is one of an image.
    func check() throws(FrameDefect) {
        let sizes = 1e-3...1e6
        guard sizes.contains(fx), sizes.contains(fy), abs(cx) <= 1e6, abs(cy) <= 1e6 else {
            throw FrameDefect(
                .intrinsics, "expected focal lengths and a principal point in pixels, found \(fx), \(fy), \(cx), \(cy)")
        }
        guard (1...DepthFrame.sideLimit).contains(width), (1...DepthFrame.sideLimit).contains(height) else {
            throw FrameDefect(.intrinsics, "an image can't have the size \(width) × \(height)")
        }
    }
}
