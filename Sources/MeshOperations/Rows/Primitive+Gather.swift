internal import MeshModel

extension Primitive {
    /// Returns a primitive of the elements `rows` with corners `corners`, which are corner indices of this primitive.
    ///
    /// Element attributes and materials follow `rows`; subsets stay unchanged, since mapping ranges is cheaper.
    func gathered(_ rows: ContiguousArray<Int32>, corners: ContiguousArray<Int32>, arity: Arity) -> Primitive {
        var result = self
        result.elementCount = rows.count
        result.arity = arity
        result.elementAttributes = elementAttributes.map { $0.gathered(rows) }
        result.changeMaterials { binding in
            if case .perElement(let column) = binding { .perElement(column.gathered(rows)) } else { binding }
        }
        return result.withCorners(corners, of: self)
    }

    /// Returns this primitive with the vertices and pool rows of the corners `corners` of `source`.
    func withCorners(_ corners: ContiguousArray<Int32>, of source: Primitive) -> Primitive {
        var result = self
        // Implicit indices (corner c has row c) must become explicit.
        lazy var plain = Column(corners)
        let newVertices = source.vertices?.gatheredValues(corners) ?? plain
        result.vertices = newVertices
        result.cornerAttributes = source.cornerAttributes.map { use in
            guard let indices = use.indices else { return CornerAttribute(pool: use.pool, indices: plain) }
            // Attributes that shared one column keep sharing one.
            if let vertices = source.vertices, vertices.isSameView(as: indices) {
                return CornerAttribute(pool: use.pool, indices: newVertices)
            }
            return CornerAttribute(pool: use.pool, indices: indices.gatheredValues(corners))
        }
        return result
    }

    /// The start of each element's corners, for elements of different sizes; empty for elements of one size.
    var elementStarts: ContiguousArray<Int64> {
        var starts = ContiguousArray<Int64>()
        if case .offsets(let column) = arity { column.read(0..<elementCount + 1, into: &starts) }
        return starts
    }

    /// Returns a primitive of some elements, with their part of the subsets.
    ///
    /// - Parameters:
    ///   - rows: the elements, ascending.
    ///   - starts: ``elementStarts``, computed once for several selections.
    func selecting(_ rows: ContiguousArray<Int32>, starts: ContiguousArray<Int64>) -> Primitive {
        var corners = ContiguousArray<Int32>()
        var newStarts: ContiguousArray<Int64> = [0]
        var total: Int64 = 0
        for row in rows {
            let element = Int(row)
            switch arity {
            case .uniform(let count):
                for corner in element * count..<(element + 1) * count { corners.append(Int32(clamping: corner)) }
            case .offsets:
                guard element + 1 < starts.count, starts[element] <= starts[element + 1] else { continue }
                for corner in starts[element]..<starts[element + 1] { corners.append(Int32(clamping: corner)) }
                total += starts[element + 1] - starts[element]
                newStarts.append(total)
            }
        }
        var newArity = arity
        if case .offsets = arity { newArity = .offsets(Column(newStarts)) }
        var result = gathered(rows, corners: corners, arity: newArity)
        result.subsetFamilies = subsetFamilies.map { $0.selecting(rows) }
        return result
    }
}

extension SubsetFamily {
    /// Returns the family after each element `e` became the elements `starts[e] ..< starts[e + 1]`.
    func mapped(by starts: ContiguousArray<Int32>) -> SubsetFamily {
        SubsetFamily(
            name: name,
            subsets: subsets.map { subset in
                var ranges: [Range<Int>] = []
                for range in subset.ranges {
                    let bounds = range.clamped(to: 0..<starts.count - 1)
                    let mapped = Int(starts[bounds.lowerBound])..<Int(starts[bounds.upperBound])
                    ranges.appendJoining(mapped)
                }
                return Subset(name: subset.name, ranges: ranges)
            })
    }
}

extension SubsetFamily {
    /// Returns the family of the elements `rows` (ascending), renumbered.
    func selecting(_ rows: ContiguousArray<Int32>) -> SubsetFamily {
        func position(_ element: Int) -> Int {
            var low = 0
            var high = rows.count
            while low < high {
                let middle = (low + high) / 2
                if Int(rows[middle]) < element { low = middle + 1 } else { high = middle }
            }
            return low
        }
        return SubsetFamily(
            name: name,
            subsets: subsets.map { subset in
                var ranges: [Range<Int>] = []
                for range in subset.ranges {
                    ranges.appendJoining(position(range.lowerBound)..<position(range.upperBound))
                }
                return Subset(name: subset.name, ranges: ranges)
            })
    }
}

extension [Range<Int>] {
    /// Appends a range, joined with the last one if they touch; an empty one is left out.
    mutating func appendJoining(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        if let last, last.upperBound == range.lowerBound {
            self[count - 1] = last.lowerBound..<range.upperBound
        } else {
            append(range)
        }
    }
}
