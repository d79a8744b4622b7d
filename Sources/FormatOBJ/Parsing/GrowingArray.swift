import MeshBytes

/// Values that are appended in bulk through a pointer. Memory that runs out is remembered, never trapped on.
///
/// An array would check its bounds and its uniqueness for each of tens of millions of values.
@safe struct GrowingArray<Value: BitwiseCopyable>: ~Copyable {
    /// The memory, once there is any; the values are its first ``count``.
    private(set) var block: MemoryBlock?
    /// The first value; meaningless while there is no room.
    private(set) var base: UnsafeMutablePointer<Value>
    /// The number of values.
    private(set) var count = 0
    private(set) var capacity = 0
    /// Whether values are missing because memory ran out.
    private(set) var hasFailed = false
    /// What may still write into this memory.
    private var copies: OBJPendingCopies?

    init() {
        unsafe base = UnsafeMutablePointer(bitPattern: MemoryLayout<Value>.alignment).unsafelyUnwrapped
    }

    /// Where the next `more` values go, or nil when memory ran out.
    @inline(__always) mutating func room(_ more: Int) -> UnsafeMutablePointer<Value>? {
        if capacity &- count < more, !grow(more) { return nil }
        return unsafe base + count
    }

    /// Counts values that were written to the room asked for before.
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

    /// Appends values of somebody else's memory.
    mutating func append(_ values: UnsafePointer<Value>, count more: Int) {
        guard more > 0, let next = unsafe room(more) else { return }
        unsafe next.update(from: values, count: more)
        count &+= more
    }

    /// Appends values of somebody else's memory, which are there once the copies have run.
    mutating func append(_ values: UnsafePointer<Value>, count more: Int, later copies: OBJPendingCopies) {
        self.copies = copies
        guard more > 0, let next = unsafe room(more) else { return }
        unsafe copies.add(values, to: next, count: more)
        count &+= more
    }

    /// Waits until all values are there.
    func settle() { copies?.settle() }

    /// The value at an index that the caller knows to be inside.
    subscript(index: Int) -> Value {
        @inline(__always) get {
            precondition(index >= 0 && index < count)
            return unsafe base[index]
        }
    }

    /// Forgets the values behind the first `kept` and keeps the memory.
    mutating func truncate(to kept: Int) { count = min(count, max(0, kept)) }

    /// Makes room for `total` values if that can be had; a refusal is no failure.
    mutating func reserve(_ total: Int) {
        // A little more room than there is would not pay for the move.
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
