public import MeshModel

extension DepthFrame {
    /// The depth image in the caller's memory.
    public enum DepthMemory {
        /// Distances in metres, float32: ARKit's `sceneDepth` and `smoothedSceneDepth`.
        case meters(ImageMemory)
        /// Distances in whole units of `scale` metres, 16 bits: 0.001 for millimetres.
        case samples(ImageMemory, scale: Double)
    }

    /// Creates a frame from buffers, whose rows may be padded. Everything is copied.
    ///
    /// - Parameters:
    ///   - depth: the depth image.
    ///   - confidence: a byte a pixel (0, 1, 2; above counts as 2), of the same view at any size: the nearest pixel
    ///     counts. Nil: unknown.
    ///   - picture: the picture of the same view, at any size.
    ///   - intrinsics: the camera, at any size with the same view: usually the picture's.
    ///   - cameraToWorld: a rotation and a translation.
    /// - Throws: a defect that names the part: rows outside of the memory, no measured pixel, numbers that are not finite.
    public init(
        depth: DepthMemory, confidence: ImageMemory? = nil, picture: FramePicture? = nil,
        intrinsics: PinholeIntrinsics, cameraToWorld: Affine
    ) throws(FrameDefect) {
        let (meters, size): (ContiguousArray<Float>, ImageMemory)
        switch depth {
        case .meters(let image):
            (meters, size) = (try image.values(channels: 1, zero: 0, part: .depth), image)
        case .samples(let image, let scale):
            let samples: ContiguousArray<UInt16> = try image.values(channels: 1, zero: 0, part: .depth)
            (meters, size) = (ContiguousArray(samples.lazy.map { Float(Double($0) * scale) }), image)
        }
        var levels: ContiguousArray<UInt8>?
        if let confidence {
            let values: ContiguousArray<UInt8> = try confidence.values(channels: 1, zero: 0, part: .confidence)
            levels = Self.nearest(values, confidence.width, confidence.height, size.width, size.height)
        }
        try self.init(meters, size.width, size.height, levels, picture, intrinsics, cameraToWorld)
    }

    /// The values of an image at another size, each from the pixel that holds the new pixel's middle.
    static func nearest(
        _ values: ContiguousArray<UInt8>, _ width: Int, _ height: Int, _ newWidth: Int, _ newHeight: Int
    ) -> ContiguousArray<UInt8> {
        if width == newWidth, height == newHeight { return values }
        var result = ContiguousArray<UInt8>(repeating: 0, count: newWidth * newHeight)
        for y in 0..<newHeight {
            let row = (2 * y + 1) * height / (2 * newHeight) * width
            for x in 0..<newWidth { result[y * newWidth + x] = values[row + (2 * x + 1) * width / (2 * newWidth)] }
        }
        return result
    }
}
