public import MeshModel

// Checks on a scene that several formats make before they restore it from an origin record.

extension Attribute {
    /// Whether every value is an sRGB code: k ÷ 255 rounded to the column's float type, or k itself where the scale is
    /// 255.
    public var holdsColorCodes: Bool {
        let type = values.type
        let scale = frame.scale
        guard type == .float32 || type == .float64, (frame.colorSpace ?? .srgb) == .srgb else { return false }
        var buffer = ContiguousArray<Double>()
        for rows in values.blocks {
            values.read(rows, into: &buffer)
            for value in buffer {
                let code = scale == 255 ? value.rounded() : (value * 255).rounded()
                guard code >= 0, code <= 255 else { return false }
                let meant = scale == 255 ? code : type == .float32 ? Double(Float(code / 255)) : code / 255
                guard value == meant else { return false }
            }
        }
        return true
    }
}

extension Column {
    /// Whether the column has the same shape and numbers as another; NaN differs from NaN.
    public func hasSameNumbers(as other: Column) -> Bool {
        guard count == other.count, components == other.components else { return false }
        var (a, b) = (ContiguousArray<Double>(), ContiguousArray<Double>())
        for rows in blocks {
            read(rows, into: &a)
            other.read(rows, into: &b)
            guard a == b else { return false }
        }
        return true
    }
}

extension Scene {
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
