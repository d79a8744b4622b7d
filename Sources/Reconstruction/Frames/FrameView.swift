import MeshModel

/// A frame as the algorithms read it: usable depth, a weight for each pixel, colours at the size of the depth image.
struct FrameView {
    let width: Int
    let height: Int
    /// Metres along the camera's axis; 0: not usable.
    let depth: ContiguousArray<Float>
    /// How much a pixel counts; 0 exactly where `depth` is 0.
    let weight: ContiguousArray<Float>
    /// Whether depth may be interpolated between pixel (x, y) and its neighbours to the right, below and across.
    let blends: ContiguousArray<Bool>
    /// Red, green, blue of each pixel; empty without a picture.
    let colors: ContiguousArray<UInt8>
    let fx: Float
    let fy: Float
    let cx: Float
    let cy: Float
    /// The farthest usable depth; 0: the frame has none.
    let farthest: Float
    /// The number of usable pixels.
    let usedPixels: Int
    /// The number of pixels that would be, if they weren't too far away.
    let farPixels: Int

    /// Prepares a frame.
    ///
    /// - Parameters:
    ///   - frame: the frame.
    ///   - range: the depths that are used, in metres.
    ///   - weights: what pixels of low, medium and high confidence count; all count as high if confidence is unknown.
    ///   - depthPower: weights are divided by depth to this power, since noise grows with depth.
    ///   - blendLimit: the largest difference of neighbours' depths, in metres, over which depth is interpolated.
    init(
        _ frame: DepthFrame, range: ClosedRange<Double>, weights: ConfidenceWeights, blendLimit: Float,
        depthPower: Int = 0
    ) {
        width = frame.width
        height = frame.height
        let near = Float(range.lowerBound)
        let far = Float(range.upperBound)
        let table = SIMD4<Float>(weights.low, weights.medium, weights.high, weights.high)
        var depth = frame.depth
        var weight = ContiguousArray<Float>(repeating: weights.high, count: depth.count)
        var farthest: Float = 0
        var (usedPixels, farPixels) = (0, 0)
        for index in depth.indices {
            if let levels = frame.levels { weight[index] = table[Int(min(levels[index], 3))] }
            let z = depth[index]
            if z > 0, z >= near, z <= far, weight[index] > 0 {
                farthest = max(farthest, z)
                usedPixels += 1
                for _ in 0..<depthPower { weight[index] /= max(z, 0.5) }
            } else {
                if z > far, weight[index] > 0 { farPixels += 1 }
                depth[index] = 0
                weight[index] = 0
            }
        }
        blends = Self.blends(depth, width, height, blendLimit)
        self.depth = depth
        self.weight = weight
        self.farthest = farthest
        (self.usedPixels, self.farPixels) = (usedPixels, farPixels)
        colors = frame.picture?.colors(width: width, height: height) ?? []
        let camera = frame.camera
        (fx, fy, cx, cy) = (Float(camera.fx), Float(camera.fy), Float(camera.cx), Float(camera.cy))
    }

    private static func blends(
        _ depth: ContiguousArray<Float>, _ width: Int, _ height: Int, _ limit: Float
    ) -> ContiguousArray<Bool> {
        var blends = ContiguousArray<Bool>(repeating: false, count: depth.count)
        for y in 0..<max(height - 1, 0) {
            for x in 0..<max(width - 1, 0) {
                let at = y * width + x
                let (a, b, c, d) = (depth[at], depth[at + 1], depth[at + width], depth[at + width + 1])
                let least = min(min(a, b), min(c, d))
                blends[at] = least > 0 && max(max(a, b), max(c, d)) - least <= limit
            }
        }
        return blends
    }
}

/// How much a pixel counts by its level of confidence; 0: not at all.
public struct ConfidenceWeights: Hashable, Sendable {
    /// The weight of low confidence: edges and grazing views.
    public var low: Float
    /// The weight of medium confidence.
    public var medium: Float
    /// The weight of high confidence, and of all pixels if confidence is unknown.
    public var high: Float

    /// Creates weights; negative numbers and NaN count as 0.
    public init(low: Float, medium: Float, high: Float) {
        func weight(_ value: Float) -> Float { value > 0 && value < .infinity ? value : 0 }
        (self.low, self.medium, self.high) = (weight(low), weight(medium), weight(high))
    }
}
