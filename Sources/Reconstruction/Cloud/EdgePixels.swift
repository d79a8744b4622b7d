/// Finds pixels beside a jump of depth.
struct EdgePixels {
    /// Whether a usable pixel differs from one of its eight usable neighbours by more than 5 % of its depth and 3 cm.
    let isEdge: ContiguousArray<Bool>

    /// Compares all pixels with their neighbours: the least and the most of three along rows, then along columns.
    init(_ view: FrameView) {
        let (width, height, depth) = (view.width, view.height, view.depth)
        var least = ContiguousArray<Float>(repeating: .infinity, count: depth.count)
        var most = ContiguousArray<Float>(repeating: 0, count: depth.count)
        for y in 0..<height {
            let row = y * width
            for x in 0..<width {
                let (a, b) = (depth[row + max(x - 1, 0)], depth[row + min(x + 1, width - 1)])
                let z = depth[row + x]
                least[row + x] = min(Self.orFar(z), min(Self.orFar(a), Self.orFar(b)))
                most[row + x] = max(z, max(a, b))
            }
        }
        var isEdge = ContiguousArray<Bool>(repeating: false, count: depth.count)
        for y in 0..<height {
            let (above, below) = (max(y - 1, 0) * width, min(y + 1, height - 1) * width)
            for x in 0..<width {
                let at = y * width + x
                let z = depth[at]
                let limit = DepthJump.limit(z)
                let low = min(least[at], min(least[above + x], least[below + x]))
                let high = max(most[at], max(most[above + x], most[below + x]))
                isEdge[at] = z > 0 && (z - low > limit || high - z > limit)
            }
        }
        self.isEdge = isEdge
    }

    /// Pixels without depth are never the least.
    @inline(__always) private static func orFar(_ z: Float) -> Float { z > 0 ? z : .infinity }
}
