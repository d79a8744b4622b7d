/// Reverses the bytes of numbers in place.
enum PLYByteSwap {
    /// Reverses the bytes of `count` numbers of `width` bytes.
    ///
    /// - Bounds: `bytes` holds `count × width` bytes; no alignment is needed.
    @inline(__always)
    static func swap(_ bytes: UnsafeMutableRawPointer, count: Int, width: Int) {
        switch width {
        case 2: unsafe swap(bytes, count, as: UInt16.self)
        case 4: unsafe swap(bytes, count, as: UInt32.self)
        case 8: unsafe swap(bytes, count, as: UInt64.self)
        default: break
        }
    }

    @inline(__always)
    private static func swap<T: FixedWidthInteger & BitwiseCopyable>(
        _ bytes: UnsafeMutableRawPointer, _ count: Int, as: T.Type
    ) {
        for index in 0..<count {
            let place = index &* MemoryLayout<T>.size
            let value = unsafe bytes.loadUnaligned(fromByteOffset: place, as: T.self)
            unsafe bytes.storeBytes(of: value.byteSwapped, toByteOffset: place, as: T.self)
        }
    }
}
