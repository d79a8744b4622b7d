import MeshBytes
import MeshFormats
import MeshModel

/// The primitives of an object before those of one kind were merged into one list: an entry of the member `primitives`
/// of the origin record, `[object, kind, count, kind, count …]`.
struct OBJMergedPrimitives: Sendable, Hashable {
    /// A primitive: the topology and the number of its elements.
    struct Piece: Sendable, Hashable {
        var topology: Topology
        var count: Int
    }

    private static let kinds: [Topology] = [.polygons, .lines, .points]

    var object: Int
    var pieces: [Piece]

    /// Records the primitives of an object that have elements, in order.
    init(object: Int, _ primitives: [Primitive]) {
        self.object = object
        pieces = primitives.filter { $0.elementCount > 0 }.map { Piece(topology: $0.topology, count: $0.elementCount) }
    }

    // MARK: JSON

    var json: JSONValue {
        let numbers = [object] + pieces.flatMap { [Self.kinds.firstIndex(of: $0.topology) ?? 0, $0.count] }
        return .array(numbers.map { .int($0) })
    }

    /// Reads the entry of a record; nil when it is invalid.
    init?(json: JSONValue) {
        let values = json.array ?? []
        let numbers = values.compactMap(\.index)
        guard numbers.count == values.count, numbers.count % 2 == 1 else { return nil }
        object = numbers[0]
        pieces = []
        for step in stride(from: 1, to: numbers.count, by: 2) {
            guard Self.kinds.indices.contains(numbers[step]), numbers[step + 1] > 0 else { return nil }
            pieces.append(Piece(topology: Self.kinds[numbers[step]], count: numbers[step + 1]))
        }
    }

    // MARK: Reading

    /// Splits each list of an object into the original primitives.
    ///
    /// - Returns: whether the entry fits the object; if not, nothing is changed.
    func restore(in scene: inout MeshScene) -> Bool {
        guard scene.meshes.indices.contains(object) else { return false }
        let lists = scene.meshes[object].primitives
        guard Set(lists.map(\.topology)).count == lists.count, lists.allSatisfy({ $0.subsetFamilies.isEmpty }) else {
            return false
        }
        var next: [Topology: Int] = [:]
        var primitives: [Primitive] = []
        for piece in pieces {
            let first = next[piece.topology, default: 0]
            guard let list = lists.first(where: { $0.topology == piece.topology }),
                piece.count <= list.elementCount - first, let own = list.piece(first..<first + piece.count)
            else { return false }
            primitives.append(own)
            next[piece.topology] = first + piece.count
        }
        guard lists.allSatisfy({ next[$0.topology] == $0.elementCount }) else { return false }
        scene.meshes[object].primitives = primitives
        return true
    }
}

extension Primitive {
    /// The primitive of a range of elements.
    fileprivate func piece(_ elements: Range<Int>) -> Primitive? {
        var piece = self
        piece.elementCount = elements.count
        let corners: Range<Int>
        switch arity {
        case .uniform(let count): corners = elements.lowerBound * count..<elements.upperBound * count
        case .offsets(let column):
            guard elements.upperBound < column.count else { return nil }
            let starts = column.rows(elements.lowerBound..<elements.upperBound + 1).integers()
            guard let first = starts.first, let last = starts.last else { return nil }
            corners = Int(first)..<Int(last)
            let arities = Set(zip(starts, starts.dropFirst()).map { $1 - $0 })
            if arities.count == 1, let only = arities.first {
                piece.arity = .uniform(Int(only))
            } else {
                piece.arity = .offsets(Column(ContiguousArray(starts.map { Int32(clamping: $0 - first) })))
            }
        }
        func rows(_ column: Column?) -> Column {
            guard let column else { return Column(ContiguousArray(corners.map { Int32(clamping: $0) })) }
            return column.rows(column.components == 1 ? corners : elements)
        }
        piece.vertices = rows(vertices)
        piece.elementAttributes = elementAttributes.map { attribute in
            var own = attribute
            own.values = attribute.values.rows(elements)
            return own
        }
        piece.cornerAttributes = cornerAttributes.map { CornerAttribute(pool: $0.pool, indices: rows($0.indices)) }
        if case .perElement(let column) = material {
            let materials = column.rows(elements).integers()
            let isOne = materials.allSatisfy { $0 == materials[0] }
            piece.material =
                isOne
                ? (materials[0] < 0 ? .none : .one(Int(materials[0])))
                : .perElement(Column(ContiguousArray(materials.map { Int32(clamping: $0) })))
        }
        return piece
    }
}
