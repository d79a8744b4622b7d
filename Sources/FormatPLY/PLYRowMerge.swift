import MeshModel

/// Merging rows with the same bytes.
enum PLYRowMerge {
    /// The different rows in the order of their first use, and the row of each.
    static func merged(_ column: Column) -> (values: Column, indices: ContiguousArray<Int32>) {
        var numbers: [[UInt64]: Int32] = [:]
        var first = ContiguousArray<Int32>()
        var indices = ContiguousArray<Int32>()
        indices.reserveCapacity(column.count)
        forEachRow(column) { row, key in
            if let known = numbers[key] {
                indices.append(known)
            } else {
                let number = Int32(clamping: first.count)
                numbers[key] = number
                first.append(Int32(clamping: row))
                indices.append(number)
            }
        }
        return (column.gathered(first), indices)
    }

    /// Whether the rows that are used all have different bytes.
    static func areDistinct(_ column: Column, _ isUsed: ContiguousArray<Bool>) -> Bool {
        var seen: Set<[UInt64]> = []
        var isDistinct = true
        forEachRow(column) { row, key in
            if isUsed[row], !seen.insert(key).inserted { isDistinct = false }
        }
        return isDistinct
    }

    private static func forEachRow(_ column: Column, _ body: (Int, [UInt64]) -> Void) {
        var buffer = ContiguousArray<Double>()
        var row = 0
        while row < column.count {
            let end = min(row + 8192, column.count)
            column.read(row..<end, into: &buffer)
            for index in 0..<end - row {
                let start = index * column.components
                body(row + index, buffer[start..<start + column.components].map(\.bitPattern))
            }
            row = end
        }
    }
}
