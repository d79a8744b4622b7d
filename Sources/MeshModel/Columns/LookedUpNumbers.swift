/// The numbers of a column that are made of those of another column, which has few different ones.
///
/// What is true of each key and its result is true of all rows.
package protocol LookedUpNumbers: ByteSource {
    /// The column that the numbers are made of.
    var source: Column { get }
    /// The different numbers of the source in order of first use, one a row.
    var keys: Column { get }
    /// What each of them becomes, one a row.
    var results: Column { get }
    /// The column in which the keys become these results.
    func with(results: Column) -> Column
    /// The results for rows of another column, which has no other numbers than the source, in memory; 0 for other numbers.
    func inMemory(for rows: Column) -> Column
}

extension Column {
    /// What the column's numbers are made of, if they are looked up; nil for a column that views some of them only.
    package var lookedUp: (any LookedUpNumbers)? {
        guard let few = storage.source as? any LookedUpNumbers, offset == 0, count == few.source.count,
            components == few.source.components, type == few.results.type, isPacked
        else { return nil }
        return few
    }

    /// The different pairs of numbers in the same places of two columns; nil: they are not known to be few.
    package static func pairs(_ one: Column, _ other: Column) -> NumberPairs? {
        guard let few = one.lookedUp ?? other.lookedUp, let first = one.numbers(few), let second = other.numbers(few)
        else { return nil }
        return NumberPairs(one: first, other: second, few: few)
    }

    /// The number of each row of the keys.
    private func numbers(_ few: any LookedUpNumbers) -> Column? {
        if let own = lookedUp, own.source.isSameView(as: few.source) { return own.results }
        return isSameView(as: few.source) ? few.keys : nil
    }
}

/// The different pairs of numbers in the same places of two columns, each of which is there at least once.
package struct NumberPairs: Sendable {
    /// The numbers of both columns, one a row.
    package let one: Column
    package let other: Column
    fileprivate let few: any LookedUpNumbers

    /// The number of rows of the columns.
    package var rowCount: Int { few.source.count }

    /// The largest of what belongs to the pairs in each row.
    ///
    /// - Parameter ofPairs: a number of each pair, not below 0.
    package func spread(_ ofPairs: ContiguousArray<Double>) -> ContiguousArray<Double> {
        let all = few.with(results: Column(ofPairs))
        var largest = ContiguousArray<Double>()
        largest.reserveCapacity(all.count)
        for (_, buffer) in all.blocks(of: Double.self) {
            for first in Swift.stride(from: 0, to: buffer.count, by: all.components) {
                var most = 0.0
                for index in first..<first + all.components { most = max(most, buffer[index]) }
                largest.append(most)
            }
        }
        return largest
    }

    /// How many rows have a marked pair. What belongs to each row is not kept.
    ///
    /// - Parameter marks: 1 for each pair that is marked, else 0.
    package func rowCount(with marks: ContiguousArray<UInt8>) -> Int {
        guard marks.contains(0) else { return rowCount }
        guard marks.contains(1) else { return 0 }
        let all = few.with(results: Column(marks))
        var count = 0
        for (_, buffer) in all.blocks(of: UInt8.self) {
            for first in Swift.stride(from: 0, to: buffer.count, by: all.components) {
                var mark: UInt8 = 0
                for index in first..<first + all.components { mark |= buffer[index] }
                count += Int(mark)
            }
        }
        return count
    }
}
