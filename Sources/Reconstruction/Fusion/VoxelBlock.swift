/// The 8 × 8 × 8 voxels of one block, in memory that ``VoxelMemory`` owns.
///
/// - Shape: voxel (x, y, z) has the index x + 8 y + 64 z; a row is eight voxels along x. For each voxel: the distance
///   (float32), the weight (float32), and four numbers for its colour (uint16: red, green, blue in 1/256, and their
///   weight in 1/16).
/// - Bounds: every index is masked to the block, so no access leaves its memory.
/// - Ownership: valid while the memory lives. Threads may work on different blocks at the same time.
@safe struct VoxelBlock: @unchecked Sendable {
    /// Voxels along an edge.
    static let side = 8
    /// Voxels of a block.
    static let count = 512
    /// Bytes of a block.
    static let byteCount = count * 16

    private let base: UnsafeMutableRawPointer

    /// Creates a view.
    ///
    /// - Bounds: `byteCount` bytes from `base`, aligned to 32.
    init(_ base: UnsafeMutableRawPointer) { unsafe self.base = unsafe base }

    /// The distance to the surface in metres: positive in front of it.
    @inline(__always) func distance(_ index: Int) -> Float {
        unsafe base.load(fromByteOffset: (index & 511) &* 4, as: Float.self)
    }

    /// The sum of weights; 0: never seen.
    @inline(__always) func weight(_ index: Int) -> Float {
        unsafe base.load(fromByteOffset: 2048 &+ (index & 511) &* 4, as: Float.self)
    }

    @inline(__always) func distances(row: Int) -> SIMD8<Float> {
        unsafe base.load(fromByteOffset: (row & 63) &* 32, as: SIMD8<Float>.self)
    }

    @inline(__always) func weights(row: Int) -> SIMD8<Float> {
        unsafe base.load(fromByteOffset: 2048 &+ (row & 63) &* 32, as: SIMD8<Float>.self)
    }

    @inline(__always) func store(row: Int, distances: SIMD8<Float>, weights: SIMD8<Float>) {
        unsafe base.storeBytes(of: distances, toByteOffset: (row & 63) &* 32, as: SIMD8<Float>.self)
        unsafe base.storeBytes(of: weights, toByteOffset: 2048 &+ (row & 63) &* 32, as: SIMD8<Float>.self)
    }

    /// Red, green and blue in 1/256, and their weight.
    @inline(__always) func color(_ index: Int) -> SIMD4<UInt16> {
        unsafe base.load(fromByteOffset: 4096 &+ (index & 511) &* 8, as: SIMD4<UInt16>.self)
    }

    @inline(__always) func store(_ index: Int, color: SIMD4<UInt16>) {
        unsafe base.storeBytes(of: color, toByteOffset: 4096 &+ (index & 511) &* 8, as: SIMD4<UInt16>.self)
    }
}
