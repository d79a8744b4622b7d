/// Which rows of a list a shape uses, and how they are numbered in it: one for a list that many shapes use parts of, so
/// that each of them costs what it uses, not what there is.
struct USDRowNumbers {
    private var marks: ContiguousArray<Int32>
    private var numbers: ContiguousArray<Int32>
    private var mark: Int32 = 0

    /// For a list of so many rows.
    init(count: Int) {
        marks = ContiguousArray(repeating: 0, count: count)
        numbers = ContiguousArray(repeating: 0, count: count)
    }

    /// The rows that are used, ascending, each once; what is no row is none.
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

    /// The place in `rows` of each of `used`; `other` for what is not among them.
    mutating func places(of used: ContiguousArray<Int32>, in rows: ContiguousArray<Int32>, other: Int32)
        -> ContiguousArray<Int32>
    {
        for (index, row) in rows.enumerated() { numbers[Int(row)] = Int32(clamping: index) }
        return ContiguousArray(used.map { $0 < 0 ? other : numbers[Int($0)] })
    }
}
