import MeshBytes
import MeshFormats
import MeshModel

/// Primitives of a file that were one primitive of the scene: an entry of `joins` in the origin record.
///
/// A file groups elements by material, stores many polylines as segments, and can't hold subsets and smoothing groups. An
/// entry records the order of the elements, the number of corners of the lines, the subsets and the groups. Reading
/// compares it with the elements that are there.
struct GLTFJoin: Sendable, Hashable {
    /// The most numbers that all entries of a record may have.
    static let mostNumbers = 1 << 18

    /// The mesh of the file.
    var mesh: Int
    /// The primitives of the mesh.
    var parts: Range<Int>
    /// Pairs: the index of a part, and the number of consecutive elements from it. Empty: all of the only part.
    var order: [Int] = []
    /// Pairs: a number of corners, and the number of consecutive lines that have it. Empty: elements stay as they are.
    var arities: [Int] = []
    /// The subsets of elements.
    var families: [SubsetFamily] = []
    /// The smoothing groups of the elements; nil: they have none.
    var smoothing: GLTFSmoothing?

    /// The number of numbers and names in the entry.
    var size: Int {
        families.reduce(order.count + arities.count + (smoothing?.runs.count ?? 0)) { count, family in
            family.subsets.reduce(count + 1) { $0 + 1 + 2 * $1.ranges.count }
        }
    }

    // MARK: JSON

    /// The entry as JSON.
    var json: JSONValue {
        var members: [(String, JSONValue)] = [
            ("mesh", .int(mesh)), ("first", .int(parts.lowerBound)), ("count", .int(parts.count)),
        ]
        members.add("order", order)
        members.add("corners", arities)
        members.add("families", families.map(Self.json))
        if let smoothing { members.append(("smoothing", smoothing.json)) }
        return .object(members)
    }

    private static func json(_ family: SubsetFamily) -> JSONValue {
        let subsets = family.subsets.map { subset -> JSONValue in
            let bounds = subset.ranges.flatMap { [$0.lowerBound, $0.upperBound] }
            return ["name": .string(subset.name), "ranges": .array(bounds.map { .int($0) })]
        }
        return ["name": .string(family.name), "subsets": .array(subsets)]
    }

    /// Reads an entry of a record; nil: it is invalid.
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
        if let smoothing = json["smoothing"] {
            guard let own = GLTFSmoothing(json: smoothing) else { return nil }
            self.smoothing = own
        }
    }

    /// Run-length encoded numbers: pairs of a number and its count.
    static func runs(_ numbers: some Sequence<Int>) -> [Int] {
        var runs: [Int] = []
        for number in numbers {
            if let count = runs.last, runs[runs.count - 2] == number {
                runs[runs.count - 1] = count + 1
            } else {
                runs += [number, 1]
            }
        }
        return runs
    }

    /// Reads pairs of non-negative numbers. A missing member gives none.
    static func pairs(_ value: JSONValue?) -> [Int]? {
        let values = value?.array ?? []
        let numbers = values.compactMap(\.index).filter { $0 >= 0 }
        return numbers.count == values.count && numbers.count % 2 == 0 ? numbers : nil
    }

    /// Creates an entry without order, lines and subsets.
    init(mesh: Int, parts: Range<Int>) {
        self.mesh = mesh
        self.parts = parts
    }

    // MARK: Reading

    /// Joins the parts into one primitive.
    ///
    /// - Returns: whether the entry fits the scene; if not, nothing is changed.
    func restore(in scene: inout MeshScene) -> Bool {
        guard scene.meshes.indices.contains(mesh),
            parts.upperBound <= scene.meshes[mesh].primitives.count,
            var whole = whole(of: Array(scene.meshes[mesh].primitives[parts]))
        else { return false }
        for subset in families.flatMap(\.subsets) where subset.ranges.last?.upperBound ?? 0 > whole.elementCount {
            return false
        }
        whole.subsetFamilies = families
        if let smoothing {
            guard let own = smoothing.attribute(count: whole.elementCount) else { return false }
            whole.elementAttributes.append(own)
        }
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
                // Without an order, all elements of the only part are taken.
                if order.isEmpty, joiner.isAtEnd(0) { break }
                let arity = arities.isEmpty ? nil : lines.next()
                guard arities.isEmpty || arity != nil, joiner.take(runs[step], arity: arity) else { return nil }
            }
        }
        guard primitives.indices.allSatisfy({ joiner.isAtEnd($0) }), lines.next() == nil else { return nil }
        return joiner.whole
    }
}

/// Expands pairs of a number and its count.
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
    /// Whether two primitives of a file can be joined.
    fileprivate func hasSameForm(as other: Primitive) -> Bool {
        for binding in [other.material] + other.variantMaterials.map(\.material) {
            if case .perElement = binding { return false }
        }
        return topology == other.topology && vertexSet == other.vertexSet && other.cornerAttributes.isEmpty
            && other.subsetFamilies.isEmpty && elementAttributes.count == other.elementAttributes.count
            && zip(elementAttributes, other.elementAttributes).allSatisfy { a, b in
                a.semantic == b.semantic && a.values.type == b.values.type && a.frame == b.frame
                    && a.values.components == b.values.components && a.normalized == b.normalized
                    && a.offsets == nil && b.offsets == nil
            }
    }
}
