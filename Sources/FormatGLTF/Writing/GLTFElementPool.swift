import MeshFormats
import MeshModel

/// Element values that become vertex values: those of one semantic, from all primitives of a set.
struct GLTFElementPool: Sendable {
    /// The rows of all primitives, concatenated.
    let attribute: Attribute
    /// The primitives, and the index of their first rows.
    let places: [(place: PrimitivePlace, base: Int)]
    /// For each row, the first row with the same values.
    private let firsts: ContiguousArray<Int32>
    private let baseOf: [String: Int]

    /// Collects the values of some primitives, in the form of the first.
    init(_ semantic: AttributeSemantic, _ places: [PrimitivePlace]) {
        var own: [(PrimitivePlace, Int)] = []
        var parts: [Attribute] = []
        var base = 0
        for place in places {
            guard let attribute = place.attribute(semantic) else { continue }
            own.append((place, base))
            parts.append(attribute)
            base += attribute.count
        }
        self.places = own
        baseOf = Dictionary(own.map { ($0.0.path, $0.1) }) { first, _ in first }
        attribute = Self.joined(semantic, parts)
        firsts = Self.firsts(of: attribute.values)
    }

    /// Returns the row of an element of a primitive; −1: it has none.
    func rows(of place: PrimitivePlace) -> (Int32) -> Int32 {
        guard let base = baseOf[place.path] else { return { _ in -1 } }
        return { firsts[base + Int($0)] }
    }

    private static func joined(_ semantic: AttributeSemantic, _ parts: [Attribute]) -> Attribute {
        guard let first = parts.first else { return Attribute(semantic, .empty(.float32)) }
        if parts.count == 1 { return first }
        var result = first
        result.values = Column.joined(parts.map(\.values))
        return result
    }

    private struct Key: Hashable {
        var a: UInt64 = 0
        var b: UInt64 = 0
        var c: UInt64 = 0
        var d: UInt64 = 0
    }

    private static func firsts(of column: Column) -> ContiguousArray<Int32> {
        var seen: [Key: Int32] = [:]
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
                let key = Key(a: bits(0), b: bits(1), c: bits(2), d: bits(3))
                if let first = seen[key] {
                    firsts.append(first)
                } else {
                    seen[key] = Int32(clamping: rows.lowerBound + index)
                    firsts.append(Int32(clamping: rows.lowerBound + index))
                }
            }
        }
        return firsts
    }
}

extension GLTFPlanner {
    /// The element values of a set that become vertex values.
    func elementPools(_ set: Int, pools: [Int]) -> [GLTFElementPool] {
        let vertexSet = scene.vertexSets[set]
        var semantics: [AttributeSemantic] = []
        var places: [AttributeSemantic: [PrimitivePlace]] = [:]
        var seen: Set<String> = []
        for run in runs(over: set) where seen.insert(run.place.path).inserted {
            for attribute in run.place.primitive.elementAttributes {
                let semantic = attribute.semantic
                guard run.place.attribute(semantic) != nil, semantic != .smoothingGroup, semantic != .position,
                    vertexSet.attribute(semantic) == nil,
                    !pools.contains(where: { vertexSet.pools[$0].semantic == semantic }),
                    GLTFComponents.name(attribute.values.components) != nil,
                    attribute.count < Int(Int32.max)
                else { continue }
                if let first = places[semantic]?.first?.attribute(semantic) {
                    // All values of a vertex attribute have the same form.
                    guard first.values.type == attribute.values.type, first.normalized == attribute.normalized,
                        first.frame == attribute.frame, first.values.components == attribute.values.components
                    else { continue }
                } else {
                    semantics.append(semantic)
                }
                places[semantic, default: []].append(run.place)
            }
        }
        return semantics.map { GLTFElementPool($0, places[$0] ?? []) }
    }
}
