public import MeshModel

// What several ways back ask of a scene before they give it what a record says.

extension Column {
    /// Whether the first `width` numbers of each row are those of another column of the same shape.
    public func hasSameNumbers(as other: Column, width: Int = .max) -> Bool {
        guard count == other.count, components == other.components else { return false }
        var (a, b) = (ContiguousArray<Double>(), ContiguousArray<Double>())
        var row = 0
        while row < count {
            let end = min(row + 4096, count)
            read(row..<end, into: &a)
            other.read(row..<end, into: &b)
            if a != b {
                for index in a.indices where index % components < width && a[index] != b[index] {
                    if !(a[index].isNaN && b[index].isNaN) { return false }
                }
            }
            row = end
        }
        return true
    }
}

extension Scene {
    /// Puts metadata into the order of their keys; entries of one key keep theirs.
    ///
    /// - Returns: whether these are the keys of all entries; the scene stays as it is when they are not.
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
