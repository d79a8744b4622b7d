import MeshBytes

// Bounds: appending first makes room for all values, or drops them and sets `hasFailed`; the subscript compares with
// the count; who uses `base` keeps below the count.

/// Values that are appended in bulk through a pointer. Running out of memory sets ``hasFailed`` and never traps.
///
/// An `Array` would check bounds and uniqueness for each of tens of millions of values.
@safe struct GrowingArray<Value: BitwiseCopyable>: ~Copyable {
    /// The memory; nil before the first allocation. The values are its first ``count``.
    private(set) var block: MemoryBlock?
    /// The first value; meaningless while ``block`` is nil.
    private(set) var base: UnsafeMutablePointer<Value>
    /// The number of values.
    private(set) var count = 0
    private(set) var capacity = 0
    /// Whether values are missing because memory ran out.
    private(set) var hasFailed = false
    /// Copies that may still write into this memory.
    private var copies: OBJPendingCopies?

    init() {
        unsafe base = UnsafeMutablePointer(bitPattern: MemoryLayout<Value>.alignment).unsafelyUnwrapped
    }

    /// Returns the address of the next `more` values, or nil when memory ran out.
    @inline(__always) mutating func room(_ more: Int) -> UnsafeMutablePointer<Value>? {
        if capacity &- count < more, !grow(more) { return nil }
        return unsafe base + count
    }

    /// Counts values that were written to the address that ``room(_:)`` returned.
    @inline(__always) mutating func advance(_ written: Int) { count &+= written }

    @inline(__always) mutating func append(_ value: Value) {
        guard let next = unsafe room(1) else { return }
        unsafe next.pointee = value
        count &+= 1
    }

    /// Appends the same value several times.
    mutating func append(repeating value: Value, count more: Int) {
        guard more > 0, let next = unsafe room(more) else { return }
        for index in 0..<more { unsafe next[index] = value }
        count &+= more
    }

    /// Appends values from other memory.
    mutating func append(_ values: UnsafePointer<Value>, count more: Int) {
        guard more > 0, let next = unsafe room(more) else { return }
        unsafe next.update(from: values, count: more)
        count &+= more
    }

    /// Appends values from other memory; they are valid once the copies have run.
    mutating func append(_ values: UnsafePointer<Value>, count more: Int, later copies: OBJPendingCopies) {
        self.copies = copies
        guard more > 0, let next = unsafe room(more) else { return }
        unsafe copies.add(values, to: next, count: more)
        count &+= more
    }

    /// Waits until all values are copied.
    func settle() { copies?.settle() }

    /// The value at `index`; traps when it is out of range.
    subscript(index: Int) -> Value {
        @inline(__always) get {
            precondition(index >= 0 && index < count)
            return unsafe base[index]
        }
    }

    /// Removes the values after the first `kept`; keeps the memory.
    mutating func truncate(to kept: Int) { count = min(count, max(0, kept)) }

    /// Reserves memory for `total` values if possible; it is no error if not.
    mutating func reserve(_ total: Int) {
        // An eighth more capacity would not pay for the move.
        if total > capacity + capacity / 8 { _ = move(to: total) }
    }

    @inline(never) private mutating func grow(_ more: Int) -> Bool {
        let (needed, overflow) = count.addingReportingOverflow(more)
        guard !overflow else {
            hasFailed = true
            return false
        }
        let doubled = capacity > Int.max / 4 ? needed : max(needed, capacity * 2, 256)
        if move(to: doubled) || move(to: needed) { return true }
        hasFailed = true
        return false
    }

    private mutating func move(to total: Int) -> Bool {
        let (size, overflow) = total.multipliedReportingOverflow(by: MemoryLayout<Value>.stride)
        guard !overflow, let larger = try? MemoryBlock(byteCount: size) else { return false }
        let target = unsafe larger.base.bindMemory(to: Value.self, capacity: total)
        settle()
        if count > 0 { unsafe target.update(from: base, count: count) }
        unsafe base = target
        capacity = total
        block = larger
        return true
    }
}
