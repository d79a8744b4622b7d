import MeshFormats
import MeshModel

/// The bytes of a crate file inside a storage. Each load is bounds-checked.
///
/// Offsets count from the crate's first byte, like those in the file.
struct CrateBytes: Sendable {
    /// The memory, which columns may view.
    let storage: ByteStorage
    /// The offset of the crate in the storage.
    let start: Int
    /// The number of bytes in the crate.
    let count: Int

    /// Creates a crate from `range`, clamped to the storage.
    init(_ storage: ByteStorage, in range: Range<Int>? = nil) {
        let range = (range ?? 0..<storage.byteCount).clamped(to: 0..<storage.byteCount)
        self.storage = storage
        start = range.lowerBound
        count = range.count
    }

    /// The error for a crate that ends too early.
    static func cutOff(_ offset: Int, _ what: String, _ size: Int, _ left: Int) -> ReadError {
        ReadError(.truncated, .byte(offset), "expected \(size) bytes of \(what), found \(max(0, left))")
    }

    /// Whether `size` bytes lie at `offset`.
    @inline(__always)
    func has(_ size: Int, at offset: Int) -> Bool {
        offset >= 0 && size >= 0 && offset <= count && size <= count - offset
    }

    /// Loads a little-endian integer.
    func load<T: FixedWidthInteger & BitwiseCopyable>(
        _ type: T.Type, at offset: Int, _ what: String
    ) throws(ReadError) -> T {
        let size = MemoryLayout<T>.size
        guard has(size, at: offset) else { throw Self.cutOff(offset, what, size, count - offset) }
        // Bounds: checked here; the crate lies inside the storage.
        return unsafe storage.withBytes { bytes in
            unsafe T(littleEndian: bytes.loadUnaligned(fromByteOffset: start + offset, as: T.self))
        }
    }

    /// Loads consecutive little-endian integers.
    func load<T: FixedWidthInteger & BitwiseCopyable>(
        _ number: Int, _ type: T.Type, at offset: Int, _ what: String
    ) throws(ReadError) -> ContiguousArray<T> {
        let size = MemoryLayout<T>.size
        let (bytes, overflow) = number.multipliedReportingOverflow(by: size)
        guard !overflow, has(bytes, at: offset) else {
            throw Self.cutOff(offset, what, overflow ? .max : bytes, count - offset)
        }
        var values = ContiguousArray<T>()
        values.reserveCapacity(number)
        unsafe storage.withBytes { raw in
            for index in 0..<number {
                let at = start + offset + index * size
                unsafe values.append(T(littleEndian: raw.loadUnaligned(fromByteOffset: at, as: T.self)))
            }
        }
        return values
    }

    /// A column that views the bytes from `offset` on, or nil if they are incomplete.
    func column(at offset: Int, rows: Int, components: Int, type: ScalarType) -> Column? {
        let (row, overflow) = components.multipliedReportingOverflow(by: type.byteCount)
        let (size, tooMany) = rows.multipliedReportingOverflow(by: row)
        guard !overflow, !tooMany, has(size, at: offset) else { return nil }
        return Column(
            viewing: storage, offset: start + offset, stride: row, count: rows, components: components, type: type,
            byteOrder: .little)
    }

    /// A copy of some of the bytes.
    func array(at offset: Int, _ size: Int, _ what: String) throws(ReadError) -> [UInt8] {
        guard has(size, at: offset) else { throw Self.cutOff(offset, what, size, count - offset) }
        return unsafe storage.withBytes { raw in
            unsafe Array(UnsafeRawBufferPointer(rebasing: raw[start + offset..<start + offset + size]))
        }
    }

    /// Passes some of the bytes to `body`.
    func withBytes<R>(
        at offset: Int, _ size: Int, _ what: String,
        _ body: (UnsafeRawBufferPointer) throws(ReadError) -> R
    ) throws(ReadError) -> R {
        guard has(size, at: offset) else { throw Self.cutOff(offset, what, size, count - offset) }
        return try unsafe storage.withBytes { (raw) throws(ReadError) in
            try unsafe body(UnsafeRawBufferPointer(rebasing: raw[start + offset..<start + offset + size]))
        }
    }
}

/// A position in a crate that advances as values are read.
struct CrateCursor {
    let bytes: CrateBytes
    /// The offset of the next value.
    var offset: Int
    /// The end of the readable part.
    let end: Int

    /// Starts at an offset in a crate or in one of its sections.
    init(_ bytes: CrateBytes, at offset: Int, end: Int? = nil) {
        self.bytes = bytes
        self.offset = offset
        self.end = min(end ?? bytes.count, bytes.count)
    }

    /// The number of bytes left.
    var left: Int { max(0, end - offset) }

    /// Reads the next integer.
    mutating func next<T: FixedWidthInteger & BitwiseCopyable>(_ type: T.Type, _ what: String) throws(ReadError) -> T {
        let size = MemoryLayout<T>.size
        guard left >= size else { throw CrateBytes.cutOff(offset, what, size, left) }
        let value = try bytes.load(type, at: offset, what)
        offset += size
        return value
    }

    /// Reads the next double.
    mutating func double(_ what: String) throws(ReadError) -> Double { Double(bitPattern: try next(UInt64.self, what)) }

    /// Reads a count of elements that take at least `size` bytes each, and checks it against the bytes left.
    mutating func count(of size: Int, _ what: String) throws(ReadError) -> Int {
        let place = offset
        let claim = try next(UInt64.self, "a count of \(what)")
        guard let count = Int(exactly: claim), count <= left / max(1, size) else {
            throw ReadError(
                .invalidValue, .byte(place), "expected at most \(left / max(1, size)) \(what), found \(claim)")
        }
        return count
    }

    /// Reads the next `number` integers.
    mutating func next<T: FixedWidthInteger & BitwiseCopyable>(
        _ number: Int, _ type: T.Type, _ what: String
    ) throws(ReadError) -> ContiguousArray<T> {
        guard number <= left / MemoryLayout<T>.size else {
            throw CrateBytes.cutOff(
                offset, what, number.multipliedReportingOverflow(by: MemoryLayout<T>.size).partialValue, left)
        }
        let values = try bytes.load(number, type, at: offset, what)
        offset += number * MemoryLayout<T>.size
        return values
    }

    /// Follows a jump: an eight-byte distance from its own offset.
    mutating func jump() throws(ReadError) {
        let place = offset
        let distance = try next(Int64.self, "a jump")
        let (target, overflow) = place.addingReportingOverflow(Int(distance))
        guard !overflow, target >= 0, target <= end else {
            throw ReadError(
                .invalidValue, .byte(place), "expected a jump inside of the file, found one of \(distance) bytes")
        }
        offset = target
    }
}
