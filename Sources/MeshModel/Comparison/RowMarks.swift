/// Which rows were met: a bit for each row where there are few rows or many are met, else a list of those that were.
struct RowMarks {
    private var bits = ContiguousArray<UInt64>()
    private var met: Set<Int> = []
    private let isListed: Bool
    /// How many rows were met.
    private(set) var count = 0

    /// No row was met yet.
    ///
    /// - Parameters:
    ///   - rows: how many rows there are.
    ///   - expected: how many of them may be met, at most.
    init(of rows: Int, expected: Int) {
        // A member of a set takes about as much memory as 128 bits.
        isListed = expected < rows / 128
        if !isListed { bits = ContiguousArray(repeating: 0, count: (rows + 63) / 64) }
    }

    /// Marks a row; false when it was marked before.
    @inline(__always)
    @discardableResult
    mutating func insert(_ row: Int) -> Bool {
        if isListed {
            guard met.insert(row).inserted else { return false }
        } else {
            let bit: UInt64 = 1 << UInt64(row & 63)
            guard bits[row >> 6] & bit == 0 else { return false }
            bits[row >> 6] |= bit
        }
        count += 1
        return true
    }

    /// Whether a row was met.
    @inline(__always)
    func contains(_ row: Int) -> Bool {
        if isListed { return met.contains(row) }
        return row >> 6 < bits.count && bits[row >> 6] & (1 << UInt64(row & 63)) != 0
    }
}
