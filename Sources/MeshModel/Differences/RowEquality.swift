/// Compares rows of two columns by their bits: rows with equal bits need no comparison by value.
///
/// Most conversions leave most numbers unchanged, and comparing bits takes a tenth of the time of comparing values.
/// Several threads may use it at once.
@safe package struct RowEquality: Sendable {
    /// The rows of one side; for a ``Repetition``, only its distinct rows are read.
    ///
    /// The memory of a column never changes.
    @safe private struct Side: @unchecked Sendable {
        let first: UnsafeRawPointer?
        let stride: Int
        let count: Int
        /// The distinct row of each row.
        let numbers: NumberList?
        /// Keeps the memory alive.
        let column: Column

        init(_ column: Column) {
            let known = column.repetition
            self.column = known?.rows ?? column
            numbers = known.map { NumberList($0.numbers) }
            unsafe first =
                self.column.isOnDemand ? nil : unsafe UnsafeRawPointer(self.column.storage.base + self.column.offset)
            stride = self.column.stride
            count = column.count
        }

        /// - Bounds: `row` is below ``count``; columns lie inside their storage, and `numbers` are valid rows.
        @inline(__always)
        func place(_ row: Int) -> UnsafeRawPointer {
            unsafe (first ?? column.storage.base + column.offset) + (numbers.map { Int($0[row]) } ?? row) * stride
        }
    }

    private let source: Side
    private let target: Side
    private let size: Int
    /// Whether rows are packed on both sides.
    private let arePacked: Bool
    /// Whether both sides are one repetition: rows with equal numbers are equal.
    private let isSameRepetition: Bool
    private let isSameView: Bool

    /// Creates a comparison of two columns; nil if equal bits don't mean equal values, or types, byte order or
    /// components differ.
    ///
    /// - Parameters:
    ///   - source: the source column.
    ///   - target: the target column.
    ///   - ignoresSigns: whether a signed and an unsigned 32-bit type count as the same.
    init?(_ source: Column, _ target: Column, ignoringSigns ignoresSigns: Bool = false) {
        let areIndices = [source.type, target.type].allSatisfy { $0 == .int32 || $0 == .uint32 }
        guard source.type == target.type || ignoresSigns && areIndices, source.components == target.components,
            source.byteOrder == target.byteOrder
        else { return nil }
        self.source = Side(source)
        self.target = Side(target)
        size = source.components * source.type.byteCount
        arePacked = source.isPacked && target.isPacked && source.repetition == nil && target.repetition == nil
        isSameView = source.isSameView(as: target)
        isSameRepetition = source.repetition != nil && isSameView
    }

    /// Whether source rows have the same bits as target rows from `start`; all must exist.
    package func areEqual(_ rows: Range<Int>, from start: Int) -> Bool {
        precondition(rows.lowerBound >= 0 && rows.upperBound <= source.count, "the source has no such rows")
        precondition(start >= 0 && start + rows.count <= target.count, "the target has no such rows")
        if isSameView, rows.lowerBound == start { return true }
        if arePacked, unsafe source.first != nil, unsafe target.first != nil {
            return unsafe Self.areEqual(source.place(rows.lowerBound), target.place(start), rows.count * size)
        }
        let shift = start - rows.lowerBound
        if unsafe source.first == nil || target.first == nil, source.numbers == nil, target.numbers == nil {
            return areEqualOnDemand(rows, shift)
        }
        return rows.allSatisfy { isEqual($0, $0 + shift) }
    }

    /// Compares consecutive rows block by block, without all bytes of a source in memory.
    private func areEqualOnDemand(_ rows: Range<Int>, _ shift: Int) -> Bool {
        var (a, b) = (ContiguousArray<UInt8>(), ContiguousArray<UInt8>())
        func read(_ column: Column, _ rows: Range<Int>, into bytes: inout ContiguousArray<UInt8>) {
            bytes = ContiguousArray(repeating: 0, count: rows.count * size)
            unsafe bytes.withUnsafeMutableBytes { raw in
                if let base = raw.baseAddress { unsafe column.copyPacked(rows, to: base) }
            }
        }
        for block in rows.blocks {
            read(source.column, block, into: &a)
            read(target.column, block.lowerBound + shift..<block.upperBound + shift, into: &b)
            guard a == b else { return false }
        }
        return true
    }

    /// Whether source rows, in any order, have the same bits as target rows from `start`; all must exist.
    package func areEqual(_ rows: ContiguousArray<Int32>, from start: Int) -> Bool {
        precondition(start >= 0 && start + rows.count <= target.count, "the target has no such rows")
        for index in rows.indices {
            precondition(rows[index] >= 0 && rows[index] < source.count, "the source has no such row")
            guard isEqual(Int(rows[index]), start + index) else { return false }
        }
        return true
    }

    /// Removes pairs of (source row, target row) with equal bits; all rows must exist.
    package func removeEqual(_ pairs: inout ContiguousArray<(Int32, Int32)>) {
        var kept = 0
        for index in pairs.indices {
            let (a, b) = pairs[index]
            precondition(a >= 0 && a < source.count && b >= 0 && b < target.count, "there is no such row")
            if isEqual(Int(a), Int(b)) { continue }
            pairs[kept] = (a, b)
            kept += 1
        }
        pairs.removeLast(pairs.count - kept)
    }

    /// - Bounds: both rows exist and have ``size`` bytes.
    @inline(__always)
    private func isEqual(_ row: Int, _ other: Int) -> Bool {
        if isSameRepetition, let numbers = source.numbers, numbers[row] == numbers[other] { return true }
        let (a, b) = unsafe (source.place(row), target.place(other))
        switch size {
        case 12:
            let (low, otherLow) = unsafe (a.loadUnaligned(as: UInt64.self), b.loadUnaligned(as: UInt64.self))
            let high = unsafe a.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
            let otherHigh = unsafe b.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
            return low ^ otherLow | UInt64(high ^ otherHigh) == 0
        case 8: return unsafe a.loadUnaligned(as: UInt64.self) == b.loadUnaligned(as: UInt64.self)
        case 4: return unsafe a.loadUnaligned(as: UInt32.self) == b.loadUnaligned(as: UInt32.self)
        case 3:
            let (low, otherLow) = unsafe (a.loadUnaligned(as: UInt16.self), b.loadUnaligned(as: UInt16.self))
            let high = unsafe a.load(fromByteOffset: 2, as: UInt8.self)
            let otherHigh = unsafe b.load(fromByteOffset: 2, as: UInt8.self)
            return low ^ otherLow | UInt16(high ^ otherHigh) == 0
        default: return unsafe Self.areEqual(a, b, size)
        }
    }

    /// - Bounds: `count` bytes are readable at both.
    private static func areEqual(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ count: Int) -> Bool {
        var index = 0
        while count - index >= 32 {
            let x = unsafe a.loadUnaligned(fromByteOffset: index, as: SIMD4<UInt64>.self)
            let y = unsafe b.loadUnaligned(fromByteOffset: index, as: SIMD4<UInt64>.self)
            if x != y { return false }
            index += 32
        }
        while index < count {
            let x = unsafe a.load(fromByteOffset: index, as: UInt8.self)
            let y = unsafe b.load(fromByteOffset: index, as: UInt8.self)
            if x != y { return false }
            index += 1
        }
        return true
    }
}
