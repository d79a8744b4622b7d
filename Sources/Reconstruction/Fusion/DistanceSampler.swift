/// Distances between voxels, for points given in steps from the voxel (0, 0, 0).
struct DistanceSampler {
    private let volume: FusionVolume
    private var lastKey: UInt64 = .max
    private var lastBlock: VoxelBlock?

    init(_ volume: FusionVolume) { self.volume = volume }

    /// The distance in metres and its slope per voxel along each axis; nil where one of the eight voxels was never seen.
    @inline(__always)
    mutating func sample(_ p: SIMD3<Double>) -> (distance: Float, slope: SIMD3<Float>)? {
        let floor = p.rounded(.down)
        guard abs(floor.x) < 8e6, abs(floor.y) < 8e6, abs(floor.z) < 8e6 else { return nil }
        let f = SIMD3<Float>(p - floor)
        let (x, y, z) = (Int(floor.x), Int(floor.y), Int(floor.z))
        var d = SIMD8<Float>()
        if x & 7 < 7, y & 7 < 7, z & 7 < 7 {
            guard let block = block(x, y, z) else { return nil }
            let at = x & 7 | (y & 7) << 3 | (z & 7) << 6
            for corner in 0..<8 {
                let index = at &+ (corner & 1) &+ (corner & 2) << 2 &+ (corner & 4) << 4
                guard block.weight(index) > 0 else { return nil }
                d[corner] = block.distance(index)
            }
        } else {
            for corner in 0..<8 {
                let (i, j, k) = (x + corner & 1, y + corner >> 1 & 1, z + corner >> 2)
                guard let block = block(i, j, k) else { return nil }
                let index = i & 7 | (j & 7) << 3 | (k & 7) << 6
                guard block.weight(index) > 0 else { return nil }
                d[corner] = block.distance(index)
            }
        }
        return Self.interpolated(d, f)
    }

    @inline(__always)
    private static func interpolated(
        _ d: SIMD8<Float>, _ f: SIMD3<Float>
    ) -> (distance: Float, slope: SIMD3<Float>) {
        let (low, high) = (d.evenHalf, d.oddHalf)
        let alongX = low + (high - low) * f.x  // (y, z) = 00, 10, 01, 11
        let slopeX = high - low
        let (y0, y1) = (alongX.evenHalf, alongX.oddHalf)
        let alongY = y0 + (y1 - y0) * f.y
        let slopeY = y1 - y0
        let sx = slopeX.evenHalf + (slopeX.oddHalf - slopeX.evenHalf) * f.y
        return (
            alongY.x + (alongY.y - alongY.x) * f.z,
            SIMD3(sx.x + (sx.y - sx.x) * f.z, slopeY.x + (slopeY.y - slopeY.x) * f.z, alongY.y - alongY.x)
        )
    }

    @inline(__always)
    private mutating func block(_ x: Int, _ y: Int, _ z: Int) -> VoxelBlock? {
        guard let key = BlockKey(x >> 3, y >> 3, z >> 3) else { return nil }
        if key.word != lastKey {
            lastKey = key.word
            lastBlock = volume.block(key)
        }
        return lastBlock
    }
}
