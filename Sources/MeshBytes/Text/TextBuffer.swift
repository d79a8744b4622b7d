// Bounds: each write first makes room for its bytes, or is left out and sets `hasFailed`; a body that reserves bytes
// writes no more of them.

/// A growing text for output.
///
/// When memory runs out, appended text is dropped and ``hasFailed`` is set; check it before using the text.
@safe public struct TextBuffer: ~Copyable {
    private var block: MemoryBlock?
    @usableFromInline var base: UnsafeMutablePointer<UInt8>
    @usableFromInline var capacity: Int
    @usableFromInline var used = 0
    /// Whether text is missing, nearly always because memory ran out.
    public internal(set) var hasFailed = false

    /// Creates an empty buffer with room for a number of bytes.
    public init(capacity: Int = 4096) {
        block = try? MemoryBlock(byteCount: max(64, capacity))
        guard let block else {
            unsafe base = unsafe noText
            self.capacity = 0
            return
        }
        unsafe base = unsafe block.base.assumingMemoryBound(to: UInt8.self)
        self.capacity = block.byteCount
    }

    /// The number of bytes so far.
    @inlinable public var count: Int { used }
    /// The bytes so far, valid until the next change.
    public var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: base, count: count) }
    /// A copy of the bytes so far.
    public var array: [UInt8] { unsafe Array(bytes) }
    /// Removes the bytes and keeps the memory.
    public mutating func removeAll() {
        used = 0
        hasFailed = false
    }

    /// Replaces bytes; positions outside the text are ignored.
    mutating func replace(at offset: Int, with bytes: [UInt8]) {
        for (index, byte) in bytes.enumerated() where offset >= 0 && offset + index < used {
            unsafe base[offset + index] = byte
        }
    }

    /// Marks the text as incomplete; a sink then throws as if memory had run out.
    public mutating func fail() { hasFailed = true }

    @inlinable mutating func hasRoom(_ more: Int) -> Bool {
        capacity &- used >= more || grow(more)
    }

    @inline(never) @usableFromInline mutating func grow(_ more: Int) -> Bool {
        let (needed, overflow) = count.addingReportingOverflow(more)
        let doubled = max(64, capacity.multipliedReportingOverflow(by: 2).partialValue)
        guard !overflow, let larger = try? MemoryBlock(byteCount: max(needed, doubled)) else {
            hasFailed = true
            return false
        }
        unsafe larger.base.copyMemory(from: base, byteCount: count)
        unsafe base = unsafe larger.base.assumingMemoryBound(to: UInt8.self)
        capacity = larger.byteCount
        block = larger
        return true
    }

    /// Appends one byte.
    @inlinable public mutating func append(byte: UInt8) {
        guard hasRoom(1) else { return }
        unsafe base[used] = byte
        used &+= 1
    }

    /// Appends a literal.
    @inlinable public mutating func append(_ literal: StaticString) {
        guard literal.hasPointerRepresentation else {
            append(literal.description)
            return
        }
        unsafe append(UnsafeRawBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    /// Appends bytes.
    public mutating func append(_ bytes: [UInt8]) { unsafe bytes.withUnsafeBytes { unsafe append($0) } }

    /// Appends a text as UTF-8.
    @_disfavoredOverload public mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { unsafe append(UnsafeRawBufferPointer($0)) }
    }

    /// Appends bytes from other memory.
    @inlinable public mutating func append(_ raw: UnsafeRawBufferPointer) {
        guard let source = raw.baseAddress, hasRoom(raw.count) else { return }
        unsafe UnsafeMutableRawPointer(base + used).copyMemory(from: source, byteCount: raw.count)
        used &+= raw.count
    }

    /// Appends the shortest digits of a float32, as ``NumberPrinter`` writes them.
    public mutating func append(_ value: Float) {
        guard hasRoom(NumberPrinter.maximumByteCount) else { return }
        used &+= unsafe NumberPrinter.write(value, to: base + used)
    }

    /// Appends the shortest digits of a float64, as ``NumberPrinter`` writes them.
    public mutating func append(_ value: Double) {
        guard hasRoom(NumberPrinter.maximumByteCount) else { return }
        used &+= unsafe NumberPrinter.write(value, to: base + used)
    }

    /// Appends an integer.
    public mutating func append(_ value: Int) { append(Int64(value)) }

    /// Appends an integer.
    public mutating func append(_ value: Int64) {
        guard hasRoom(NumberPrinter.maximumByteCount) else { return }
        used &+= unsafe NumberPrinter.write(value, to: base + used)
    }

    /// Appends an integer.
    public mutating func append(_ value: UInt64) {
        guard hasRoom(NumberPrinter.maximumByteCount) else { return }
        used &+= unsafe NumberPrinter.write(value, to: base + used)
    }

    /// Appends at most `most` bytes that `body` writes; `body` returns the count.
    @inlinable public mutating func reserve(_ most: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int) {
        guard most >= 0, hasRoom(most) else { return }
        used &+= unsafe min(most, max(0, body(base + used)))
    }
}

/// The address of a buffer that could not be allocated; it never changes.
nonisolated(unsafe) private let noText = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
