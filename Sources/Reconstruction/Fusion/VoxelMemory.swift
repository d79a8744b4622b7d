// Bounds: a block's number is compared with the count, and slabs are made before they are counted.

/// Owns the memory of blocks, in slabs that never move: views of blocks stay valid as long as this lives.
///
/// - Ownership: freed with the last reference. Only ``append()`` changes the list; it must not run beside calls of other threads.
@safe final class VoxelMemory: @unchecked Sendable {
    /// Blocks in a slab: half a megabyte.
    private static let slabSize = 64
    private var slabs = unsafe [UnsafeMutableRawPointer]()
    private(set) var count = 0

    init() {}

    deinit {
        for index in unsafe slabs.indices { unsafe slabs[index].deallocate() }
    }

    /// Adds a block whose voxels were never seen; its number is the old `count`.
    func append() {
        if unsafe count == slabs.count * Self.slabSize {
            let size = Self.slabSize * VoxelBlock.byteCount
            let slab = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)
            unsafe slab.initializeMemory(as: UInt8.self, repeating: 0, count: size)
            unsafe slabs.append(slab)
        }
        count += 1
    }

    /// The block of a number, which must be below `count`.
    @inline(__always) func block(_ number: Int) -> VoxelBlock {
        precondition(number >= 0 && number < count, "a block of this memory")
        return unsafe VoxelBlock(
            slabs[number / Self.slabSize] + number % Self.slabSize &* VoxelBlock.byteCount)
    }
}
