/// Finite points of a cloud in a k-d tree, to look for neighbours in.
///
/// - Shape: points are sorted so that each node has consecutive blocks of eight. Node 1 is the root, node n has the
///   children 2 n and 2 n + 1; all leaves are equally deep, and have one or two blocks.
/// - Memory: 20 bytes a point.
/// - Order: depends on the points only. Splits are at medians, so that any points, all equal ones too, give a tree of
///   logarithmic depth in n log n time.
struct PointTree: Sendable {
    /// The box around a node's points; the fourth number of each corner is 0.
    struct Box {
        var least = SIMD4<Float>(.infinity, .infinity, .infinity, 0)
        var most = SIMD4<Float>(-.infinity, -.infinity, -.infinity, 0)

        mutating func add(_ position: SIMD4<Float>) {
            least.replace(with: position, where: position .< least)
            most.replace(with: position, where: position .> most)
        }

        /// The square of the distance to a point; 0 inside.
        @inline(__always) func squaredDistance(_ position: SIMD4<Float>) -> Float {
            let (below, above) = (least - position, position - most)
            let outside = below.replacing(with: 0, where: below .< 0) + above.replacing(with: 0, where: above .< 0)
            let squares = outside * outside
            return squares.x + squares.y + squares.z
        }

        /// The square of the distance between two boxes; 0 if they touch.
        @inline(__always) func squaredDistance(_ other: Box) -> Float {
            let (below, above) = (least - other.most, other.least - most)
            let outside = below.replacing(with: 0, where: below .< 0) + above.replacing(with: 0, where: above .< 0)
            let squares = outside * outside
            return squares.x + squares.y + squares.z
        }
    }

    /// The points' numbers in the cloud, in the tree's order; a place in it is a point's rank.
    private(set) var points: ContiguousArray<Int32>
    private(set) var xs: ContiguousArray<SIMD8<Float>> = []
    private(set) var ys: ContiguousArray<SIMD8<Float>> = []
    private(set) var zs: ContiguousArray<SIMD8<Float>> = []
    private(set) var boxes: ContiguousArray<Box>
    /// The number of levels below the root.
    let depth: Int

    /// Sorts the points for which `isWanted` is true; nil if `shouldStop` said so.
    init?(
        _ cloud: PointCloud, where isWanted: (Int) -> Bool = { _ in true }, _ shouldStop: @Sendable () -> Bool
    ) {
        // Each with its point's number as the bits of a fourth coordinate.
        var rows: ContiguousArray<SIMD4<Float>> = []
        for point in 0..<min(cloud.count, Int(Int32.max)) {
            if point & 0xFFFF == 0, shouldStop() { return nil }
            let position = cloud.position(point)
            guard position.isFinite, isWanted(point) else { continue }
            rows.append(SIMD4(position, Float(bitPattern: UInt32(point))))
        }
        points = ContiguousArray(repeating: 0, count: rows.count)
        let blocks = (rows.count + 7) / 8
        depth = blocks > 1 ? Int.bitWidth - 1 - blocks.leadingZeroBitCount : 0
        boxes = ContiguousArray(repeating: Box(), count: 2 << depth)
        for node in 1..<boxes.count {
            let range = pointRange(node)
            if range.count > 1 << 14 || node & 0xFF == 0, shouldStop() { return nil }
            var box = Box()
            for rank in range { box.add(SIMD4(rows[rank].x, rows[rank].y, rows[rank].z, 0)) }
            boxes[node] = box
            guard node < 1 << depth, !range.isEmpty else { continue }
            let extent = box.most - box.least
            let axis = extent.x >= extent.y && extent.x >= extent.z ? 0 : extent.y >= extent.z ? 1 : 2
            rows.select(pointRange(node * 2 + 1).lowerBound, in: range) { $0[axis] < $1[axis] }
        }
        for rank in points.indices { points[rank] = Int32(rows[rank].w.bitPattern) }
        let none = SIMD8<Float>(repeating: .nan)
        for block in 0..<blocks {
            var (x, y, z) = (none, none, none)
            for lane in 0..<min(8, rows.count - block * 8) {
                let position = rows[block * 8 + lane]
                (x[lane], y[lane], z[lane]) = (position.x, position.y, position.z)
            }
            xs.append(x)
            ys.append(y)
            zs.append(z)
        }
    }

    /// The number of points.
    var count: Int { points.count }

    /// The position of the point at a rank.
    @inline(__always) func position(_ rank: Int) -> SIMD3<Float> {
        SIMD3(xs[rank >> 3][rank & 7], ys[rank >> 3][rank & 7], zs[rank >> 3][rank & 7])
    }

    /// The leaf that has a block.
    func leaf(ofBlock block: Int) -> Int {
        1 << depth + (((block + 1) << depth) - 1) / ((points.count + 7) / 8)
    }

    /// The blocks of a node.
    @inline(__always) func blockRange(_ node: Int) -> Range<Int> {
        let level = Int.bitWidth - 1 - node.leadingZeroBitCount
        let place = node - 1 << level
        let blocks = (points.count + 7) / 8
        return (blocks * place) >> level..<(blocks * (place + 1)) >> level
    }

    private func pointRange(_ node: Int) -> Range<Int> {
        let blocks = blockRange(node)
        return min(blocks.lowerBound * 8, points.count)..<min(blocks.upperBound * 8, points.count)
    }
}
