/// The rows of a list that each shape uses, and their indices there. All shapes that use parts of a list share one
/// instance, so that each shape costs only the rows that it uses.
struct USDRowNumbers {
    private var marks: ContiguousArray<Int32>
    private var numbers: ContiguousArray<Int32>
    private var mark: Int32 = 0

    /// Creates a numbering for a list with this many rows.
    init(count: Int) {
        marks = ContiguousArray(repeating: 0, count: count)
        numbers = ContiguousArray(repeating: 0, count: count)
    }

    /// The used rows, ascending and unique. Invalid rows are left out.
    mutating func distinct(_ used: ContiguousArray<Int32>) -> ContiguousArray<Int32> {
        mark += 1
        var rows = ContiguousArray<Int32>()
        for row in used where row >= 0 && Int(row) < marks.count && marks[Int(row)] != mark {
            marks[Int(row)] = mark
            rows.append(row)
        }
        rows.sort()
        return rows
    }

    /// The index in `rows` of each used row, or `other` for negative ones.
    mutating func places(of used: ContiguousArray<Int32>, in rows: ContiguousArray<Int32>, other: Int32)
        -> ContiguousArray<Int32>
    {
        for (index, row) in rows.enumerated() { numbers[Int(row)] = Int32(clamping: index) }
        return ContiguousArray(used.map { $0 < 0 ? other : numbers[Int($0)] })
    }
}

/// A list that shapes may use in part: the vertices of a set, or one of its pools.
struct USDListKey: Hashable {
    var set: Int
    /// −1 for the vertices.
    var pool: Int
}
