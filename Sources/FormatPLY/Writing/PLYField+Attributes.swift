import MeshModel

extension PLYField {
    /// Creates one property from consecutive attributes: scalars, or lists when they are ragged.
    ///
    /// - Parameter parts: the number of rows, and the attribute; nil gives zeros or empty lists.
    static func property(_ name: String, _ type: ScalarType, _ parts: [(Int, Attribute?)]) -> PLYField {
        guard parts.contains(where: { $0.1?.offsets != nil }) else {
            return PLYField(
                [name], type,
                parts.map { PLYValues.Part(count: $0.0, source: $0.1.map { .rows($0.values) } ?? .fill(0)) })
        }
        var starts: ContiguousArray<Int64> = [0]
        var values: [PLYValues.Part] = []
        for (count, attribute) in parts {
            let base = starts[starts.count - 1]
            guard let attribute, let offsets = attribute.offsets, offsets.count > count else {
                for _ in 0..<count { starts.append(base) }
                continue
            }
            var own = ContiguousArray<Int64>()
            offsets.read(0..<count + 1, into: &own)
            let first = own.first ?? 0
            for row in 0..<count { starts.append(base + own[row + 1] - first) }
            let column = attribute.values.rows(Int(first)..<Int(own.last ?? 0))
            values.append(PLYValues.Part(count: column.count, source: .rows(column)))
        }
        return PLYField(list: name, type, .offsets(starts), components: 1, values)
    }
}
