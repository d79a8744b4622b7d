/// The attributes of a point cloud whose values together are the points of one k-d tree.
struct PointTreeAttributes {
    private let group: AttributeGroup
    private let pointCount: Int
    private let dimension: Int

    init(_ group: AttributeGroup, pointCount: Int, _ reader: ByteReader) throws(DracoError) {
        self.group = group
        self.pointCount = pointCount
        var dimension = 0
        for attribute in group.attributes {
            guard attribute.type == .float32 || attribute.type.rawValue <= 6 else {
                throw reader.unsupported("float32, or integers of 8 to 32 bits, in a tree", found: "\(attribute.type)")
            }
            dimension += attribute.componentCount
        }
        self.dimension = dimension
        guard reader.version >= BitstreamVersion(2, 3) else {
            throw reader.unsupported("version 2.3 of points in a k-d tree", found: "2.\(reader.version.minor) or older")
        }
    }

    func decode(_ reader: inout ByteReader) throws(DracoError) -> [DracoAttribute] {
        var tree = try PointTree(dimension: dimension, pointCount: pointCount, &reader)
        try tree?.read(&reader)
        let coordinates = tree?.coordinates ?? []
        var quantizations: [Quantization?] = []
        for attribute in group.attributes {
            let isFloat = attribute.type == .float32
            quantizations.append(
                isFloat ? try Quantization(componentCount: attribute.componentCount, &reader) : nil)
        }
        var attributes: [DracoAttribute] = []
        var offset = 0
        for (description, quantization) in zip(group.attributes, quantizations) {
            let count = description.componentCount
            var smallest = [Int32](repeating: 0, count: count)
            if description.type.isSigned {
                for component in 0..<count {
                    let symbol = UInt32(truncatingIfNeeded: try reader.variable(bits: 32, "smallest value"))
                    smallest[component] = Int32(bitPattern: symbol >> 1 ^ (0 &- (symbol & 1)))
                }
            }
            try reader.reserve(pointCount, of: count * 4 + description.byteCount, "values")
            var components = [Int32](repeating: 0, count: pointCount * count)
            for point in 0..<pointCount {
                for component in 0..<count {
                    let value = Int32(bitPattern: coordinates[point * dimension + offset + component])
                    guard value >= 0 || !description.type.isSigned else {
                        throw reader.invalid("a distance to the smallest value", found: "\(value)")
                    }
                    components[point * count + component] = value &+ smallest[component]
                }
            }
            offset += count
            let writer = PointValues(ValueLayout(pointCount: pointCount))
            let bytes =
                quantization.map { writer.floats(components, $0) }
                ?? writer.integers(components, componentCount: count, size: description.type.byteCount)
            attributes.append(description.attribute(bytes))
        }
        return attributes
    }
}

extension DracoAttribute.ComponentType {
    fileprivate var isSigned: Bool { self == .int8 || self == .int16 || self == .int32 }
}
