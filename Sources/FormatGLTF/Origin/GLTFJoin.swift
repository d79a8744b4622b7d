import MeshBytes
import MeshFormats
import MeshModel

/// Primitives of a file that were one of the scene: an entry of the member `joins` of the origin record.
///
/// In a file the elements of one material lie together, many polylines are segments, and sets of elements have no place.
/// An entry says in which order the elements stood, of how many corners the lines were, and which sets there were; what
/// it says is held against the elements that are there.
struct GLTFJoin: Sendable, Hashable {
    /// More numbers than this are not worth a record.
    static let mostNumbers = 1 << 18

    /// The mesh of the file.
    var mesh: Int
    /// Its primitives.
    var parts: Range<Int>
    /// A part, counted from the first, and how many elements in a row come from it, again and again; none: all of the
    /// only one.
    var order: [Int] = []
    /// A number of corners and how many lines in a row have it, again and again; none: elements are as they are.
    var arities: [Int] = []
    /// The sets of elements.
    var families: [SubsetFamily] = []

    /// How many numbers and names the record has for it.
    var size: Int {
        families.reduce(order.count + arities.count) { count, family in
            family.subsets.reduce(count + 1) { $0 + 1 + 2 * $1.ranges.count }
        }
    }

    // MARK: JSON

    /// The entry.
    var json: JSONValue {
        var members: [(String, JSONValue)] = [
            ("mesh", .int(mesh)), ("first", .int(parts.lowerBound)), ("count", .int(parts.count)),
        ]
        members.add("order", order)
        members.add("corners", arities)
        members.add("families", families.map(Self.json))
        return .object(members)
    }

    private static func json(_ family: SubsetFamily) -> JSONValue {
        let subsets = family.subsets.map { subset -> JSONValue in
            let bounds = subset.ranges.flatMap { [$0.lowerBound, $0.upperBound] }
            return ["name": .string(subset.name), "ranges": .array(bounds.map { .int($0) })]
        }
        return ["name": .string(family.name), "subsets": .array(subsets)]
    }

    /// The entry of a record; nil where it makes no sense.
    init?(json: JSONValue) {
        guard let mesh = json["mesh"]?.index, let first = json["first"]?.index, let count = json["count"]?.index,
            mesh >= 0, first >= 0, count > 0, first <= Int32.max, count <= Int32.max,
            let order = Self.pairs(json["order"]), let arities = Self.pairs(json["corners"])
        else { return nil }
        self.mesh = mesh
        parts = first..<first + count
        self.order = order
        self.arities = arities
        for entry in json.list("families") {
            guard let name = entry["name"]?.string else { return nil }
            var family = SubsetFamily(name: name, subsets: [])
            for value in entry.list("subsets") {
                guard let name = value["name"]?.string, let bounds = Self.pairs(value["ranges"]) else { return nil }
                var subset = Subset(name: name, ranges: [])
                for step in stride(from: 0, to: bounds.count, by: 2) {
                    guard bounds[step] < bounds[step + 1], bounds[step] > subset.ranges.last?.upperBound ?? -1 else {
                        return nil
                    }
                    subset.ranges.append(bounds[step]..<bounds[step + 1])
                }
                family.subsets.append(subset)
            }
            families.append(family)
        }
    }

    /// Pairs of numbers that are not negative; none where there is no member.
    private static func pairs(_ value: JSONValue?) -> [Int]? {
        let values = value?.array ?? []
        let numbers = values.compactMap(\.index).filter { $0 >= 0 }
        return numbers.count == values.count && numbers.count % 2 == 0 ? numbers : nil
    }

    /// An entry without order, lines and sets.
    init(mesh: Int, parts: Range<Int>) {
        self.mesh = mesh
        self.parts = parts
    }

    // MARK: Reading

    /// Makes one primitive of the parts.
    ///
    /// - Returns: whether the entry fits what is there; if not, nothing is changed.
    func restore(in scene: inout Scene) -> Bool {
        guard scene.meshes.indices.contains(mesh),
            parts.upperBound <= scene.meshes[mesh].primitives.count,
            var whole = whole(of: Array(scene.meshes[mesh].primitives[parts]))
        else { return false }
        for subset in families.flatMap(\.subsets) where subset.ranges.last?.upperBound ?? 0 > whole.elementCount {
            return false
        }
        whole.subsetFamilies = families
        scene.meshes[mesh].primitives.replaceSubrange(parts, with: [whole])
        return true
    }

    private func whole(of primitives: [Primitive]) -> Primitive? {
        guard let first = primitives.first, primitives.allSatisfy({ first.hasSameForm(as: $0) }) else { return nil }
        if order.isEmpty, arities.isEmpty { return primitives.count == 1 ? first : nil }
        var joiner = GLTFJoiner(primitives)
        var lines = NumberRuns(arities)
        let runs = order.isEmpty ? [0, Int.max] : order
        for step in stride(from: 0, to: runs.count, by: 2) {
            guard primitives.indices.contains(runs[step]) else { return nil }
            for _ in 0..<runs[step + 1] {
                // The only part is taken to its end.
                if order.isEmpty, joiner.isAtEnd(0) { break }
                let arity = arities.isEmpty ? nil : lines.next()
                guard arities.isEmpty || arity != nil, joiner.take(runs[step], arity: arity) else { return nil }
            }
        }
        guard primitives.indices.allSatisfy({ joiner.isAtEnd($0) }), lines.next() == nil else { return nil }
        return joiner.whole
    }
}

/// Numbers that stand several times in a row.
private struct NumberRuns {
    private let runs: [Int]
    private var step = 0
    private var left = 0

    init(_ runs: [Int]) {
        self.runs = runs
        left = runs.count > 1 ? runs[1] : 0
    }

    mutating func next() -> Int? {
        while left == 0 {
            step += 2
            guard step + 1 < runs.count else { return nil }
            left = runs[step + 1]
        }
        left -= 1
        return runs[step]
    }
}

extension Primitive {
    /// Whether two primitives of a file can be parts of one.
    fileprivate func hasSameForm(as other: Primitive) -> Bool {
        if case .perElement = other.material { return false }
        return topology == other.topology && vertexSet == other.vertexSet && other.cornerAttributes.isEmpty
            && other.subsetFamilies.isEmpty && elementAttributes.count == other.elementAttributes.count
            && zip(elementAttributes, other.elementAttributes).allSatisfy { a, b in
                a.semantic == b.semantic && a.values.type == b.values.type && a.frame == b.frame
                    && a.values.components == b.values.components && a.normalized == b.normalized
                    && a.offsets == nil && b.offsets == nil
            }
    }
}
