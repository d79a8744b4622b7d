internal import MeshModel

/// Values for the corners of a primitive: those of corners, else those of vertices, else those of elements.
struct CornerSource: Sendable {
    enum Place: Sendable { case corners(CornerAttribute), vertices, elements }

    /// Decoded values, row after row; shared by all primitives that use the attribute.
    struct Values: Sendable {
        var numbers = ContiguousArray<Float>()
        var width = 0
    }

    var place: Place
    var values: Values

    /// Returns a value for each corner of a block; missing components are those of `missing`.
    func read(
        _ block: ElementWalk.Block, vertices: ContiguousArray<Int64>, missing: SIMD4<Float>
    ) -> ContiguousArray<SIMD4<Float>> {
        var result = ContiguousArray<SIMD4<Float>>()
        result.reserveCapacity(vertices.count)
        switch place {
        case .vertices:
            for row in vertices { result.append(value(row, missing)) }
        case .corners(let use):
            var rows = ContiguousArray<Int64>()
            use.readRows(of: block.corners, into: &rows)
            for row in rows { result.append(value(row, missing)) }
            result.append(contentsOf: repeatElement(missing, count: max(vertices.count - rows.count, 0)))
        case .elements:
            for (element, arity) in zip(block.elements, block.arities) {
                let count = min(max(arity, 0), vertices.count - result.count)
                result.append(contentsOf: repeatElement(value(Int64(element), missing), count: count))
            }
        }
        return result
    }

    @inline(__always)
    private func value(_ row: Int64, _ missing: SIMD4<Float>) -> SIMD4<Float> {
        let (start, isFar) = Int(row).multipliedReportingOverflow(by: values.width)
        guard row >= 0, !isFar, start <= values.numbers.count - values.width else { return missing }
        var value = missing
        for component in 0..<min(values.width, 4) { value[component] = values.numbers[start + component] }
        return value
    }
}

/// Finds the attributes of primitives and decodes each once.
struct CornerSources {
    private struct Key: Hashable {
        var set: Int
        var isPool: Bool
        var index: Int
    }

    private var decoded: [Key: CornerSource.Values] = [:]

    /// The source with a meaning that a primitive has; nil if it has none with so many components.
    mutating func source(
        _ semantic: AttributeSemantic, components: Int, of primitive: Primitive, in set: VertexSet
    ) -> CornerSource? {
        func isUsable(_ attribute: Attribute) -> Bool {
            attribute.semantic == semantic && attribute.offsets == nil && attribute.values.components >= components
        }
        if let use = primitive.cornerAttributes.first(where: {
            set.pools.indices.contains($0.pool) && isUsable(set.pools[$0.pool])
        }) {
            let key = Key(set: primitive.vertexSet, isPool: true, index: use.pool)
            return CornerSource(place: .corners(use), values: values(set.pools[use.pool], key))
        }
        if let index = set.attributes.firstIndex(where: isUsable) {
            let key = Key(set: primitive.vertexSet, isPool: false, index: index)
            return CornerSource(place: .vertices, values: values(set.attributes[index], key))
        }
        return primitive.elementAttributes.first(where: isUsable).map {
            CornerSource(place: .elements, values: Self.decode($0))
        }
    }

    private mutating func values(_ attribute: Attribute, _ key: Key) -> CornerSource.Values {
        if let known = decoded[key] { return known }
        let values = Self.decode(attribute)
        decoded[key] = values
        return values
    }

    /// Colours become linear light, texture coordinates count from the top, integers become fractions where they
    /// represent some.
    private static func decode(_ attribute: Attribute) -> CornerSource.Values {
        var column = attribute.values
        var factor: Float = 1
        if attribute.semantic.isColor {
            column = ColorTransfer.converted(attribute, to: .linear, type: .float32)
        } else if attribute.normalized {
            factor = Float(1 / (attribute.values.type.normalizedMaximum ?? 1))
        }
        var values = CornerSource.Values(width: column.components)
        column.read(0..<column.count, into: &values.numbers)
        if factor != 1 { for index in values.numbers.indices { values.numbers[index] *= factor } }
        if attribute.semantic.isTexCoord, attribute.frame.uvOrigin != .topLeft {
            for index in stride(from: 1, to: values.numbers.count, by: values.width) {
                values.numbers[index] = 1 - values.numbers[index]
            }
        }
        return values
    }
}
