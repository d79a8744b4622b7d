/// Digests of a file's rows, column by column, for rows that aren't kept in memory.
public struct RowDigests: Sendable, Hashable {
    /// A column of the file.
    public struct Part: Sendable, Hashable {
        /// The format's name for the column: `vertex.red` in PLY.
        public var path: String
        /// The digest of its rows.
        public var digest = ColumnDigest()
    }

    /// The columns in the order of the file.
    public private(set) var parts: [Part]

    /// Creates digests without rows for the columns with these paths.
    public init(_ paths: some Sequence<String>) { parts = paths.map { Part(path: $0) } }

    /// Adds rows of a column of the file.
    public mutating func add(_ column: Column, toPart index: Int) { parts[index].digest.add(column) }

    /// Appends the digests of the rows that follow, of the same columns.
    public mutating func append(_ next: RowDigests) {
        precondition(parts.map(\.path) == next.parts.map(\.path), "the digests are of other columns")
        for (index, part) in next.parts.enumerated() { parts[index].digest.append(part.digest) }
    }

    /// Returns these digests without one column.
    public func removing(_ path: String) -> RowDigests {
        var result = self
        result.parts.removeAll { $0.path == path }
        return result
    }

    /// Returns the columns that another file lacks, adds or has with other values. Which rows differ is unknown, so all
    /// rows of a column count.
    public func differences(to target: RowDigests) -> [Difference] {
        let others = Dictionary(target.parts.map { ($0.path, $0.digest) }) { first, _ in first }
        let known = Set(parts.map(\.path))
        return parts.compactMap { part in
            guard let other = others[part.path] else {
                return Difference(.presence, ScenePath.native(part.path), count: part.digest.rowCount)
            }
            let count = max(part.digest.rowCount, other.rowCount)
            return part.digest == other ? nil : Difference(.value, ScenePath.native(part.path), count: count)
        }
            + target.parts.filter { !known.contains($0.path) }.map {
                Difference(.generated, ScenePath.native($0.path), count: $0.digest.rowCount)
            }
    }
}
