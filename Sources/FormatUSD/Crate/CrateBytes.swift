import MeshFormats
import MeshModel

/// The bytes of a crate file, somewhere in a storage: each load is checked against their end.
///
/// Offsets count from the crate's first byte, as its own do.
struct CrateBytes: Sendable {
    /// The memory, which columns look at.
    let storage: ByteStorage
    /// Where the crate begins in it.
    let start: Int
    /// How many bytes the crate has.
    let count: Int

    /// The bytes of `range`, which is clamped to the storage.
    init(_ storage: ByteStorage, in range: Range<Int>? = nil) {
        let range = (range ?? 0..<storage.byteCount).clamped(to: 0..<storage.byteCount)
        self.storage = storage
        start = range.lowerBound
        count = range.count
    }

    /// The error of a crate that ends too early.
    static func cutOff(_ offset: Int, _ what: String, _ size: Int, _ left: Int) -> ReadError {
        ReadError(.truncated, .byte(offset), "expected \(size) bytes of \(what), found \(max(0, left))")
    }

    /// Whether `size` bytes lie at `offset`.
    @inline(__always)
    func has(_ size: Int, at offset: Int) -> Bool {
        offset >= 0 && size >= 0 && offset <= count && size <= count - offset
    }

    /// A whole number, little-endian.
    func load<T: FixedWidthInteger & BitwiseCopyable>(
        _ type: T.Type, at offset: Int, _ what: String
    ) throws(ReadError) -> T {
        let size = MemoryLayout<T>.size
        guard has(size, at: offset) else { throw Self.cutOff(offset, what, size, count - offset) }
        // Bounds: checked here; the crate lies inside of the storage.
        return unsafe storage.withBytes { bytes in
            unsafe T(littleEndian: bytes.loadUnaligned(fromByteOffset: start + offset, as: T.self))
        }
    }

    /// Whole numbers behind each other, little-endian.
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

    /// A column that looks at the bytes from `offset` on; nil when they are not all there.
    func column(at offset: Int, rows: Int, components: Int, type: ScalarType) -> Column? {
        let (row, overflow) = components.multipliedReportingOverflow(by: type.byteCount)
        let (size, tooMany) = rows.multipliedReportingOverflow(by: row)
        guard !overflow, !tooMany, has(size, at: offset) else { return nil }
        return Column(
            viewing: storage, offset: start + offset, stride: row, count: rows, components: components, type: type,
            byteOrder: .little)
    }

    /// A part of the bytes as an array of its own.
    func array(at offset: Int, _ size: Int, _ what: String) throws(ReadError) -> [UInt8] {
        guard has(size, at: offset) else { throw Self.cutOff(offset, what, size, count - offset) }
        return unsafe storage.withBytes { raw in
            unsafe Array(UnsafeRawBufferPointer(rebasing: raw[start + offset..<start + offset + size]))
        }
    }

    /// Lends a part of the bytes to `body`.
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

/// A place in a crate that moves on as values are read.
struct CrateCursor {
    let bytes: CrateBytes
    /// Where the next value is.
    var offset: Int
    /// Where the part ends that may be read.
    let end: Int

    /// Begins at `offset` of a crate, or of one of its sections.
    init(_ bytes: CrateBytes, at offset: Int, end: Int? = nil) {
        self.bytes = bytes
        self.offset = offset
        self.end = min(end ?? bytes.count, bytes.count)
    }

    /// How many bytes are left.
    var left: Int { max(0, end - offset) }

    /// The next whole number.
    mutating func next<T: FixedWidthInteger & BitwiseCopyable>(_ type: T.Type, _ what: String) throws(ReadError) -> T {
        let size = MemoryLayout<T>.size
        guard left >= size else { throw CrateBytes.cutOff(offset, what, size, left) }
        let value = try bytes.load(type, at: offset, what)
        offset += size
        return value
    }

    /// The next double.
    mutating func double(_ what: String) throws(ReadError) -> Double { Double(bitPattern: try next(UInt64.self, what)) }

    /// A count of things of which each takes `size` bytes or more of what is left.
    mutating func count(of size: Int, _ what: String) throws(ReadError) -> Int {
        let place = offset
        let claim = try next(UInt64.self, "a count of \(what)")
        guard let count = Int(exactly: claim), count <= left / max(1, size) else {
            throw ReadError(
                .invalidValue, .byte(place), "expected at most \(left / max(1, size)) \(what), found \(claim)")
        }
        return count
    }

    /// The next `number` whole numbers.
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

    /// Goes to where the eight bytes here point, counted from themselves.
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
