public import MeshModel

// Checks on a scene that several formats make before they restore it from an origin record.

extension Column {
    /// Whether the first `width` numbers of each row are those of another column of the same shape.
    public func hasSameNumbers(as other: Column, width: Int = .max) -> Bool {
        guard count == other.count, components == other.components else { return false }
        if let few = Column.pairs(self, other), few.one.hasSameNumbers(as: few.other) { return true }
        var (a, b) = (ContiguousArray<Double>(), ContiguousArray<Double>())
        for rows in blocks {
            read(rows, into: &a)
            other.read(rows, into: &b)
            if a != b {
                for index in a.indices where index % components < width && a[index] != b[index] {
                    if !(a[index].isNaN && b[index].isNaN) { return false }
                }
            }
        }
        return true
    }
}

extension MeshScene {
    /// Sorts the metadata by a list of keys; entries with the same key keep their order.
    ///
    /// - Returns: whether `keys` lists the keys of all entries. If not, the scene stays as it is.
    public mutating func orderMetadata(_ keys: [String]) -> Bool {
        guard !keys.isEmpty else { return true }
        var values: [String: [String]] = [:]
        for entry in metadata.reversed() { values[entry.key, default: []].append(entry.value) }
        var restored: [MetadataEntry] = []
        for key in keys {
            guard let value = values[key]?.popLast() else { return false }
            restored.append(MetadataEntry(key: key, value: value))
        }
        guard restored.count == metadata.count else { return false }
        metadata = restored
        return true
    }
}
