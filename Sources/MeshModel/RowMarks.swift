/// Which rows were met: by the row where there are few rows or many are met, else by those that were.
struct RowMarks {
    private var all = ContiguousArray<Bool>()
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
        isListed = expected < rows / 16
        if !isListed { all = ContiguousArray(repeating: false, count: rows) }
    }

    /// Marks a row.
    @inline(__always)
    mutating func insert(_ row: Int) {
        if isListed {
            if met.insert(row).inserted { count += 1 }
        } else if !all[row] {
            all[row] = true
            count += 1
        }
    }

    /// Whether a row was met.
    @inline(__always)
    func contains(_ row: Int) -> Bool {
        isListed ? met.contains(row) : row < all.count && all[row]
    }
}
