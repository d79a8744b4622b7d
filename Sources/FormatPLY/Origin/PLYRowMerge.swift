import MeshModel

/// Merges rows of up to two values that have the same bits.
enum PLYRowMerge {
    private struct Key: Hashable {
        var first: UInt64
        var second: UInt64
    }

    /// The distinct rows in order of first use, and for each row the index of its distinct one.
    static func merged(_ column: Column) -> (values: Column, indices: ContiguousArray<Int32>) {
        var numbers: [Key: Int32] = [:]
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

    /// Whether the used rows all have different bits.
    static func areDistinct(_ column: Column, _ isUsed: ContiguousArray<Bool>) -> Bool {
        var seen: Set<Key> = []
        seen.reserveCapacity(column.count)
        var isDistinct = true
        forEachRow(column) { row, key in
            if isDistinct, isUsed[row], !seen.insert(key).inserted { isDistinct = false }
        }
        return isDistinct
    }

    private static func forEachRow(_ column: Column, _ body: (Int, Key) -> Void) {
        let width = column.components
        guard width > 0 else { return }
        for (rows, buffer) in column.blocks(of: Double.self) {
            for index in 0..<rows.count {
                let start = index * width
                body(
                    rows.lowerBound + index,
                    Key(first: buffer[start].bitPattern, second: width > 1 ? buffer[start + 1].bitPattern : 0))
            }
        }
    }
}
