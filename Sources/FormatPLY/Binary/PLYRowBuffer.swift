import MeshBytes
import MeshFormats
import MeshModel

/// Rows that are built number by number, in the machine's byte order. One thread at a time has it.
@safe final class PLYRowBuffer: @unchecked Sendable {
    private var block: MemoryBlock
    /// The number of bytes so far.
    private(set) var count = 0
    /// Whether memory ran out, so that later numbers are missing.
    private(set) var hasFailed = false

    /// Creates an empty buffer with room for `capacity` bytes.
    init(capacity: Int) throws(SystemError) {
        block = try MemoryBlock(byteCount: max(capacity, 64))
    }

    /// The bytes so far, as storage for columns; nothing may be appended afterwards.
    var storage: ByteStorage { ByteStorage(block, byteCount: count) }

    /// Appends the low bytes of a bit pattern, as many as `type` has.
    @inline(__always)
    func append(_ bits: UInt64, _ type: ScalarType) {
        let size = type.byteCount
        guard block.byteCount - count >= size || grow(size) else { return }
        let place = unsafe block.base + count
        unsafe PLYBits.store(bits, size, to: place)
        count += size
    }

    /// Appends the bytes of another buffer.
    func append(_ other: PLYRowBuffer) {
        guard block.byteCount - count >= other.count || grow(other.count) else { return }
        unsafe (block.base + count).copyMemory(from: other.block.base, byteCount: other.count)
        count += other.count
    }

    @inline(never)
    private func grow(_ more: Int) -> Bool {
        let (needed, overflow) = count.addingReportingOverflow(more)
        let doubled = block.byteCount.multipliedReportingOverflow(by: 2)
        guard !overflow, !doubled.overflow,
            let larger = try? MemoryBlock(byteCount: max(needed, doubled.partialValue))
        else {
            hasFailed = true
            return false
        }
        unsafe larger.base.copyMemory(from: block.base, byteCount: count)
        block = larger
        return true
    }
}

enum PLYBits {
    /// Stores the low `size` bytes of a bit pattern.
    ///
    /// - Bounds: `place` has room for `size` bytes; no alignment is needed.
    @inline(__always)
    static func store(_ bits: UInt64, _ size: Int, to place: UnsafeMutableRawPointer) {
        switch size {
        case 1: unsafe place.storeBytes(of: UInt8(truncatingIfNeeded: bits), as: UInt8.self)
        case 2: unsafe place.storeBytes(of: UInt16(truncatingIfNeeded: bits), as: UInt16.self)
        case 4: unsafe place.storeBytes(of: UInt32(truncatingIfNeeded: bits), as: UInt32.self)
        default: unsafe place.storeBytes(of: bits, as: UInt64.self)
        }
    }
}
