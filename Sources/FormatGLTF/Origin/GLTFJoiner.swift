import MeshModel

/// Joins several primitives into one, element by element.
struct GLTFJoiner {
    /// The reading position in a part.
    private struct Cursor {
        var vertices = ContiguousArray<Int32>()
        /// The index of each element's first corner; empty: all elements have `arity` corners.
        var starts: [Int64] = []
        var arity = 0
        var count = 0
        /// The index of the part's first element among those of all parts.
        var base = 0
        var material: Int32 = -1
        var next = 0

        func corners(_ element: Int) -> Range<Int>? {
            let range: Range<Int>
            if starts.isEmpty {
                range = element * arity..<(element + 1) * arity
            } else {
                guard starts.indices.contains(element + 1), starts[element] <= starts[element + 1] else { return nil }
                range = Int(clamping: starts[element])..<Int(clamping: starts[element + 1])
            }
            return range.lowerBound >= 0 && range.upperBound <= vertices.count ? range : nil
        }
    }

    private let parts: [Primitive]
    private var cursors: [Cursor] = []
    private var vertices = ContiguousArray<Int32>()
    private var starts: ContiguousArray<Int32> = [0]
    private var rows = ContiguousArray<Int32>()
    private var materials = ContiguousArray<Int32>()
    /// The part of each element.
    private var partOf = ContiguousArray<Int32>()

    /// Creates a joiner of parts that have the same form.
    init(_ parts: [Primitive]) {
        self.parts = parts
        var base = 0
        for part in parts {
            var cursor = Cursor()
            part.readVertices(of: 0..<part.cornerCount, into: &cursor.vertices)
            switch part.arity {
            case .uniform(let arity): cursor.arity = arity
            case .offsets(let column): cursor.starts = column.integers()
            }
            cursor.count = part.elementCount
            cursor.base = base
            if case .one(let material) = part.material { cursor.material = Int32(clamping: material) }
            base += part.elementCount
            cursors.append(cursor)
        }
    }

    /// Whether all elements of a part were taken.
    func isAtEnd(_ part: Int) -> Bool { cursors[part].next == cursors[part].count }

    /// Takes the next element of a part, or the next segments as one line of `arity` corners.
    ///
    /// - Returns: whether the part has it.
    mutating func take(_ part: Int, arity: Int?) -> Bool {
        let cursor = cursors[part]
        let isLine = arity != nil && cursor.starts.isEmpty && cursor.arity == 2
        let count = isLine ? (arity ?? 0) - 1 : 1
        guard count > 0, count <= cursor.count - cursor.next else { return false }
        rows.append(Int32(clamping: cursor.base + cursor.next))
        materials.append(cursor.material)
        partOf.append(Int32(clamping: part))
        for step in 0..<count {
            guard let corners = cursor.corners(cursor.next + step) else { return false }
            var own = cursor.vertices[corners]
            if isLine, step > 0 {
                guard let joint = own.popFirst(), joint == vertices.last else { return false }
            } else if !isLine, let arity, arity != own.count {
                return false
            }
            vertices += own
        }
        starts.append(Int32(clamping: vertices.count))
        cursors[part].next += count
        return true
    }

    /// All elements taken, as one primitive.
    var whole: Primitive? {
        guard var whole = parts.first, !rows.isEmpty else { return nil }
        whole.elementCount = rows.count
        let arity = Int(starts[1])
        let isUniform = starts.indices.allSatisfy { Int(starts[$0]) == $0 * arity }
        whole.arity = isUniform ? .uniform(arity) : .offsets(Column(starts))
        whole.vertices = Column(vertices)
        whole.material = MaterialBinding(numbers: materials)
        whole.variantMaterials = Set(parts.flatMap { $0.variantMaterials.map(\.variant) }).sorted().map { variant in
            let own = parts.map { $0.material(inVariant: variant).numbers(count: 1)[0] }
            return VariantMaterial(
                variant: variant, material: MaterialBinding(numbers: ContiguousArray(partOf.map { own[Int($0)] })))
        }
        for index in whole.elementAttributes.indices {
            let all = Column.joined(parts.map { $0.elementAttributes[index].values })
            guard rows.allSatisfy({ Int($0) < all.count }) else { return nil }
            whole.elementAttributes[index].values = all.picked(rows)
        }
        return whole
    }
}
