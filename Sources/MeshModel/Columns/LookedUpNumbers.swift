/// The numbers of a column that are made of those of another column, which has few different ones.
///
/// What is true of each pair of a key and its result is true of all rows.
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

    /// The different pairs of numbers in the same places of two columns, one a row each; nil: they are not known to be few.
    package static func pairs(_ one: Column, _ other: Column) -> (one: Column, other: Column)? {
        guard let source = (one.lookedUp ?? other.lookedUp)?.source, let a = one.numbers(for: source),
            let b = other.numbers(for: source)
        else { return nil }
        let keys = a.keys ?? b.keys
        guard let first = a.results ?? keys, let second = b.results ?? keys else { return nil }
        return (first, second)
    }

    private func numbers(for source: Column) -> (keys: Column?, results: Column?)? {
        if let few = lookedUp, few.source.isSameView(as: source) { return (few.keys, few.results) }
        return isSameView(as: source) ? (nil, nil) : nil
    }
}
