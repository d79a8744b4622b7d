import MeshFormats
import MeshModel

/// Element values that become vertex values: those of one semantic, from all primitives of a set.
struct GLTFElementPool: Sendable {
    /// The rows of all primitives, concatenated.
    let attribute: Attribute
    /// The primitives, each of which has one row for each element.
    let places: [PrimitivePlace]
    /// For each row, the first row with the same values.
    private let firsts: ContiguousArray<Int32>
    /// The first row of each primitive, by its path.
    private var baseOf: [String: Int] = [:]

    /// The values of a primitive.
    typealias Part = (place: PrimitivePlace, attribute: Attribute)

    /// Collects the values of some primitives, in the form of the first.
    init(_ semantic: AttributeSemantic, _ parts: [Part]) {
        places = parts.map(\.place)
        var attribute = parts.first?.attribute ?? Attribute(semantic, .empty(.float32))
        var base = 0
        for place in places {
            baseOf[place.path] = baseOf[place.path] ?? base
            base += place.primitive.elementCount
        }
        if places.count > 1 {
            attribute.values = Column.joined(parts.map(\.attribute.values))
        }
        self.attribute = attribute
        firsts = Self.firsts(of: attribute.values)
    }

    /// Whether it has values of a primitive.
    func holds(_ path: String) -> Bool { baseOf[path] != nil }

    /// Returns the row of an element of a primitive; −1: it has none.
    func rows(of place: PrimitivePlace) -> (Int32) -> Int32 {
        guard let base = baseOf[place.path] else { return { _ in -1 } }
        return { firsts[base + Int($0)] }
    }

    private static func firsts(of column: Column) -> ContiguousArray<Int32> {
        var seen: [SIMD4<UInt64>: Int32] = [:]
        var firsts = ContiguousArray<Int32>()
        firsts.reserveCapacity(column.count)
        let isWide = column.type == .int64 || column.type == .uint64
        var numbers = ContiguousArray<Double>()
        var wholes = ContiguousArray<Int64>()
        let width = column.components
        for rows in column.blocks {
            if isWide { column.read(rows, into: &wholes) } else { column.read(rows, into: &numbers) }
            for index in 0..<rows.count {
                func bits(_ component: Int) -> UInt64 {
                    guard component < width else { return 0 }
                    let place = index * width + component
                    return isWide ? UInt64(bitPattern: wholes[place]) : numbers[place].bitPattern
                }
                let key = SIMD4(bits(0), bits(1), bits(2), bits(3))
                let row = Int32(clamping: rows.lowerBound + index)
                let first = seen[key]
                if first == nil { seen[key] = row }
                firsts.append(first ?? row)
            }
        }
        return firsts
    }
}

extension GLTFPlanner {
    /// The element values of a set that become vertex values.
    func elementPools(_ set: Int, pools: [Int], _ sets: GLTFVertexSets) -> [GLTFElementPool] {
        let vertexSet = scene.vertexSets[set]
        var taken = Set(vertexSet.attributes.map(\.semantic)).union(pools.map { vertexSet.pools[$0].semantic })
        taken.formUnion([.smoothingGroup, .position])
        var semantics: [AttributeSemantic] = []
        var parts: [AttributeSemantic: [GLTFElementPool.Part]] = [:]
        var seen: Set<String> = []
        for place in sets.parts(over: set).map(\.place) where seen.insert(place.path).inserted {
            let attributes = place.attributes
            for attribute in place.primitive.elementAttributes {
                let semantic = attribute.semantic
                guard let own = attributes[semantic], !taken.contains(semantic),
                    GLTFComponents.name(attribute.values.components) != nil,
                    attribute.count < Int(Int32.max)
                else { continue }
                if let first = parts[semantic]?.first?.attribute {
                    // All values of a vertex attribute have the same form.
                    guard first.values.type == attribute.values.type, first.normalized == attribute.normalized,
                        first.frame == attribute.frame, first.values.components == attribute.values.components
                    else { continue }
                } else {
                    semantics.append(semantic)
                }
                parts[semantic, default: []].append((place, own))
            }
        }
        return semantics.map { GLTFElementPool($0, parts[$0] ?? []) }
    }
}
