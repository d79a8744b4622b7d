/// What the rows of a column hold, bit by bit and in their order, in 128 bits.
///
/// Pieces of a column may be digested apart, on several threads and in memory that is used again: put together in their
/// order they give the digest of the whole. Where the rows lie and how their bytes are ordered makes no difference; the
/// type and number of values in a row does.
public struct ColumnDigest: Sendable, Hashable {
    /// The number of rows.
    public private(set) var rowCount = 0
    /// The hashes of the rows as digits of a number in an odd base, of which 64 bits are kept, in two ways.
    private var sums = (high: UInt64(0), low: UInt64(0))

    private static let bases = (high: UInt64(0x9E37_79B9_7F4A_7C15), low: UInt64(0xD6E8_FEB8_6659_FD93))

    /// The digest of no rows.
    public init() {}

    /// Goes on with the rows of a column.
    public mutating func add(_ column: Column) {
        switch column.type.byteCount {
        case 1: add(column, as: UInt8.self)
        case 2: add(column, as: UInt16.self)
        case 4: add(column, as: UInt32.self)
        default: add(column, as: UInt64.self)
        }
    }

    /// Goes on with the rows of another digest.
    public mutating func append(_ next: ColumnDigest) {
        sums.high = sums.high &* Self.power(Self.bases.high, next.rowCount) &+ next.sums.high
        sums.low = sums.low &* Self.power(Self.bases.low, next.rowCount) &+ next.sums.low
        rowCount += next.rowCount
    }

    /// - Bounds: the rows of a column lie inside its storage, as its initialiser checked.
    @inline(__always)
    private mutating func add<T: FixedWidthInteger & BitwiseCopyable>(_ column: Column, as: T.Type) {
        let seed = HashState(seed: UInt64(column.type.rawValue) << 32 ^ UInt64(column.components))
        let isSwapped = column.byteOrder != .native
        var sums = sums
        var row = unsafe column.storage.base + column.offset
        for _ in 0..<column.count {
            var state = seed
            for component in 0..<column.components {
                let bits = unsafe row.loadUnaligned(fromByteOffset: component &* MemoryLayout<T>.size, as: T.self)
                state.mix(UInt64(truncatingIfNeeded: isSwapped ? bits.byteSwapped : bits))
            }
            sums.high = sums.high &* Self.bases.high &+ state.value.high
            sums.low = sums.low &* Self.bases.low &+ state.value.low
            unsafe row += column.stride
        }
        self.sums = sums
        rowCount += column.count
    }

    private static func power(_ base: UInt64, _ exponent: Int) -> UInt64 {
        var result: UInt64 = 1
        var square = base
        var left = exponent
        while left > 0 {
            if left & 1 == 1 { result &*= square }
            square &*= square
            left >>= 1
        }
        return result
    }

    /// Whether both are digests of the same rows.
    public static func == (a: ColumnDigest, b: ColumnDigest) -> Bool {
        a.rowCount == b.rowCount && a.sums == b.sums
    }

    /// Feeds the number of rows and what they hold.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rowCount)
        hasher.combine(sums.high)
        hasher.combine(sums.low)
    }
}
