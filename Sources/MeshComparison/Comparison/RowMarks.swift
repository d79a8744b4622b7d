/// A set of rows: a bit for each row if there are few rows or many are marked, else a `Set`.
struct RowMarks {
    private var bits = ContiguousArray<UInt64>()
    private var met: Set<Int> = []
    private let isListed: Bool
    private(set) var count = 0

    /// Creates an empty set.
    ///
    /// - Parameters:
    ///   - rows: the number of rows.
    ///   - expected: the maximum number of rows that may be marked.
    init(of rows: Int, expected: Int) {
        // A member of a `Set` takes about as much memory as 128 bits.
        isListed = expected < rows / 128
        if !isListed { bits = ContiguousArray(repeating: 0, count: (rows + 63) / 64) }
    }

    /// Marks a row; returns false if it was already marked.
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

    @inline(__always)
    func contains(_ row: Int) -> Bool {
        if isListed { return met.contains(row) }
        return row >> 6 < bits.count && bits[row >> 6] & (1 << UInt64(row & 63)) != 0
    }
}
