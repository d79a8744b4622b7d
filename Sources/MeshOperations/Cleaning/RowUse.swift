internal import MeshModel

/// The rows that are in use.
struct RowUse {
    private var isUsed: ContiguousArray<Bool>

    init(count: Int) { isUsed = ContiguousArray(repeating: false, count: max(count, 0)) }

    /// Marks the rows in `column`, or without one the rows 0 ..< `count`.
    mutating func mark(_ column: Column?, count: Int) {
        guard let column else {
            for row in 0..<max(min(count, isUsed.count), 0) { isUsed[row] = true }
            return
        }
        for (_, values) in column.blocks(of: Int64.self) {
            for value in values where value >= 0 && value < isUsed.count { isUsed[Int(value)] = true }
        }
    }

    /// The number of unused rows.
    var unusedCount: Int { isUsed.count { !$0 } }

    /// The unused rows, ascending.
    var unused: ContiguousArray<Int32> {
        ContiguousArray(isUsed.indices.lazy.filter { !isUsed[$0] }.map { Int32(clamping: $0) })
    }

    /// The first unused row.
    var firstUnused: Int? { isUsed.firstIndex(of: false) }

    /// Returns the used rows, and for each row its new index; −1 for unused rows.
    func compacted() -> (rows: ContiguousArray<Int32>, places: ContiguousArray<Int32>) {
        var rows = ContiguousArray<Int32>()
        var places = ContiguousArray<Int32>()
        places.reserveCapacity(isUsed.count)
        for row in isUsed.indices {
            if isUsed[row] {
                places.append(Int32(clamping: rows.count))
                rows.append(Int32(clamping: row))
            } else {
                places.append(-1)
            }
        }
        return (rows, places)
    }
}
