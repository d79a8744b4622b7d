import MeshModel

/// Checked loads from the bytes of rows, valid for the length of a call.
@safe struct PLYRowBytes {
    private let base: UnsafeRawPointer?
    /// The number of bytes.
    let count: Int
    /// Whether numbers have the opposite of the machine's byte order.
    let isSwapped: Bool

    /// Creates a view of `bytes`, which must outlive it.
    init(unsafe bytes: UnsafeRawBufferPointer, byteOrder: ByteOrder) {
        unsafe base = bytes.baseAddress
        count = bytes.count
        isSwapped = byteOrder != .native
    }

    /// The integer of `type` at `offset`; nil outside the bytes and for values beyond Int64.
    @inline(__always)
    func integer(_ type: ScalarType, at offset: Int) -> Int64? {
        guard offset >= 0, offset <= count - type.byteCount, let base = unsafe base else { return nil }
        switch type {
        case .uint8: return unsafe Int64(base.load(fromByteOffset: offset, as: UInt8.self))
        case .int8: return unsafe Int64(base.load(fromByteOffset: offset, as: Int8.self))
        case .int16: return unsafe Int64(load(base, offset, as: Int16.self))
        case .uint16: return unsafe Int64(load(base, offset, as: UInt16.self))
        case .int32: return unsafe Int64(load(base, offset, as: Int32.self))
        case .uint32: return unsafe Int64(load(base, offset, as: UInt32.self))
        case .int64: return unsafe load(base, offset, as: Int64.self)
        case .uint64: return unsafe Int64(exactly: load(base, offset, as: UInt64.self))
        case .float16, .float32, .float64: return nil
        }
    }

    /// Whether the integer of `type` is `value` in each of `rows` rows of `stride` bytes from `offset` on.
    ///
    /// - Bounds: false when a row lies outside the bytes.
    func areAll(_ value: Int64, _ type: ScalarType, from offset: Int, stride: Int, rows: Int) -> Bool {
        guard rows > 0 else { return true }
        guard let base = unsafe first(offset, type.byteCount, stride: stride, rows: rows) else { return false }
        if type == .uint8 {
            let byte = UInt8(truncatingIfNeeded: value)
            var different: UInt8 = 0
            for row in 0..<rows {
                different |= unsafe base.load(fromByteOffset: row &* stride, as: UInt8.self) ^ byte
            }
            return different == 0
        }
        for row in 0..<rows where integer(type, at: offset + row * stride) != value { return false }
        return true
    }

    /// Whether the float32 numbers from `offset` on, one in each of `rows` rows of `stride` bytes, are all finite.
    ///
    /// - Bounds: false when a row lies outside the bytes.
    func areFinite(from offset: Int, stride: Int, rows: Int) -> Bool {
        guard let base = unsafe first(offset, 4, stride: stride, rows: rows) else { return rows <= 0 }
        var isOdd: UInt32 = 0
        for row in 0..<rows {
            let bits = unsafe load(base, row &* stride, as: UInt32.self)
            isOdd |= bits & 0x7F80_0000 == 0x7F80_0000 ? 1 : 0
        }
        return isOdd == 0
    }

    /// Whether `count` unsigned numbers of four bytes from `offset` on are below `limit` in each of `rows` rows.
    ///
    /// - Bounds: false when a row lies outside the bytes.
    func areAllBelow(_ limit: UInt32, from offset: Int, count: Int, stride: Int, rows: Int) -> Bool {
        guard let base = unsafe first(offset, count * 4, stride: stride, rows: rows) else { return rows <= 0 }
        var largest: UInt32 = 0
        for row in 0..<rows {
            for item in 0..<count {
                largest = max(largest, unsafe load(base, row &* stride &+ item &* 4, as: UInt32.self))
            }
        }
        return rows == 0 || count == 0 || largest < limit
    }

    /// The address of `byteCount` bytes in the first of some rows; nil when those of any row lie outside the bytes.
    private func first(_ offset: Int, _ byteCount: Int, stride: Int, rows: Int) -> UnsafeRawPointer? {
        let (last, overflow) = (rows - 1).multipliedReportingOverflow(by: stride)
        let (end, over) = offset.addingReportingOverflow(last)
        guard rows > 0, !overflow, !over, offset >= 0, stride >= 0, byteCount >= 0, end <= count - byteCount,
            let base = unsafe base
        else { return nil }
        return unsafe base + offset
    }

    @inline(__always)
    private func load<T: FixedWidthInteger & BitwiseCopyable>(
        _ base: UnsafeRawPointer, _ offset: Int, as: T.Type
    ) -> T {
        let value = unsafe base.loadUnaligned(fromByteOffset: offset, as: T.self)
        return isSwapped ? value.byteSwapped : value
    }
}
