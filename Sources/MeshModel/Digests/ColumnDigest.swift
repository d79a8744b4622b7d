/// A 128-bit digest of a column's rows, by their bits and order.
///
/// Chunks of a column may be digested separately, on several threads and in reused memory: appended in order, they give
/// the digest of the whole. The rows' layout and byte order make no difference; the type and number of values in a row
/// do.
public struct ColumnDigest: Sendable, Hashable {
    /// The number of rows.
    public private(set) var rowCount = 0
    /// Two polynomials of the row hashes modulo 2⁶⁴, each with its own odd base.
    private var sums = (high: UInt64(0), low: UInt64(0))

    private static let bases = (high: UInt64(0x9E37_79B9_7F4A_7C15), low: UInt64(0xD6E8_FEB8_6659_FD93))

    /// Creates the digest of no rows.
    public init() {}

    /// Adds the rows of a column.
    public mutating func add(_ column: Column) {
        switch column.type.byteCount {
        case 1: add(column, as: UInt8.self)
        case 2: add(column, as: UInt16.self)
        case 4: add(column, as: UInt32.self)
        default: add(column, as: UInt64.self)
        }
    }

    /// Appends the rows of another digest.
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
        unsafe column.withRuns(0..<column.count) { start, rows in
            var row = unsafe start
            for _ in rows {
                var state = seed
                for component in 0..<column.components {
                    let bits = unsafe row.loadUnaligned(fromByteOffset: component &* MemoryLayout<T>.size, as: T.self)
                    state.mix(UInt64(truncatingIfNeeded: isSwapped ? bits.byteSwapped : bits))
                }
                sums.high = sums.high &* Self.bases.high &+ state.value.high
                sums.low = sums.low &* Self.bases.low &+ state.value.low
                unsafe row += column.stride
            }
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

    /// Hashes the number of rows and their digest.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rowCount)
        hasher.combine(sums.high)
        hasher.combine(sums.low)
    }
}
