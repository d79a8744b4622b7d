import MeshModel

extension PLYField {
    /// Creates one property from consecutive attributes: scalars, or lists when they are ragged.
    ///
    /// - Parameter parts: the number of rows, and the attribute; nil gives zeros or empty lists.
    static func property(_ name: String, _ type: ScalarType, _ parts: [(Int, Attribute?)]) -> PLYField {
        guard parts.contains(where: { $0.1?.offsets != nil }) else {
            return PLYField(
                properties: [PLYProperty(name, type)], lengths: .scalars,
                values: PLYValues(
                    type: type, components: 1,
                    parts: parts.map { PLYValues.Part(count: $0.0, source: $0.1.map { .rows($0.values) } ?? .fill(0)) })
            )
        }
        var starts: ContiguousArray<Int64> = [0]
        var values: [PLYValues.Part] = []
        var longest: Int64 = 0
        for (count, attribute) in parts {
            let base = starts[starts.count - 1]
            guard let attribute, let offsets = attribute.offsets, offsets.count > count else {
                for _ in 0..<count { starts.append(base) }
                continue
            }
            var own = ContiguousArray<Int64>()
            offsets.read(0..<count + 1, into: &own)
            let first = own.first ?? 0
            for row in 0..<count {
                longest = max(longest, own[row + 1] - own[row])
                starts.append(base + own[row + 1] - first)
            }
            let column = attribute.values.rows(Int(first)..<Int(own.last ?? 0))
            values.append(PLYValues.Part(count: column.count, source: .rows(column)))
        }
        return PLYField(
            properties: [PLYProperty(name, type, countType: countType(longest))], lengths: .offsets(starts),
            values: PLYValues(type: type, components: 1, parts: values))
    }

    /// The usual type of a list's count if it can hold the longest list, else uint32.
    static func countType(_ longest: Int64) -> ScalarType {
        longest <= 255 ? .uint8 : .uint32
    }
}
