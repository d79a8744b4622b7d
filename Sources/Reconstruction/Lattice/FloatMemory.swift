// Bounds: each access is compared with the count.

/// Numbers that several threads fill at once, each its own part.
///
/// - Ownership: freed with the last reference. Every access is checked against the count. Threads must not write what
///   others read or write at the same time.
@safe final class FloatMemory: @unchecked Sendable {
    let count: Int
    private let base: UnsafeMutablePointer<Float>

    /// Creates `count` zeros.
    init(count: Int) {
        self.count = max(count, 0)
        unsafe base = .allocate(capacity: max(count, 1))
        unsafe base.initialize(repeating: 0, count: max(count, 1))
    }

    deinit { unsafe base.deallocate() }

    subscript(index: Int) -> Float {
        @inline(__always) get {
            precondition(index >= 0 && index < count, "a number of this memory")
            return unsafe base[index]
        }
        @inline(__always) set {
            precondition(index >= 0 && index < count, "a number of this memory")
            unsafe base[index] = newValue
        }
    }

    /// The eight numbers from an index on.
    @inline(__always) func row(_ index: Int) -> SIMD8<Float> {
        precondition(index >= 0 && index <= count - 8, "eight numbers of this memory")
        return unsafe UnsafeRawPointer(base + index).loadUnaligned(as: SIMD8<Float>.self)
    }

    /// Stores eight numbers from an index on.
    @inline(__always) func store(_ row: SIMD8<Float>, at index: Int) {
        precondition(index >= 0 && index <= count - 8, "eight numbers of this memory")
        unsafe UnsafeMutableRawPointer(base + index).storeBytes(of: row, as: SIMD8<Float>.self)
    }

    /// Sets all numbers to 0.
    func clear() { unsafe base.update(repeating: 0, count: count) }
}
