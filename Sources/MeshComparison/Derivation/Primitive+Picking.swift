import MeshModel

// Bounds: ranges are clamped to the column before their sizes are added up.

// Picks elements and corners for the comparison. It shares no code with the operations, so as not to share their
// errors.

extension Primitive {
    /// Returns a primitive of some elements, in this order, with corners `corners` of this one; indices out of range
    /// become 0.
    func picking(elements: ContiguousArray<Int32>, corners: ContiguousArray<Int32>, arity: Arity) -> Primitive {
        var picked = picking(corners: corners)
        picked.elementCount = elements.count
        picked.arity = arity
        picked.elementAttributes = elementAttributes.map { $0.picking(elements) }
        picked.material = material.picking(elements)
        picked.variantMaterials = variantMaterials.map {
            VariantMaterial(variant: $0.variant, material: $0.material.picking(elements))
        }
        // Subsets become ranges over the picked elements.
        var firsts = ContiguousArray<Int>(repeating: 0, count: elementCount + 1)
        for element in elements where element >= 0 && Int(element) < elementCount { firsts[Int(element) + 1] += 1 }
        for element in 0..<elementCount { firsts[element + 1] += firsts[element] }
        picked.subsetFamilies = subsetFamilies.map { family in
            SubsetFamily(name: family.name, subsets: family.subsets.map { $0.moved(by: firsts) })
        }
        return picked
    }

    /// Returns the primitive with the corners of each element reversed, except that the first stays first.
    func turnedRound() -> Primitive {
        var corners = ContiguousArray<Int32>()
        corners.reserveCapacity(cornerCount)
        var walk = ElementWalk(self)
        while let block = walk.next() {
            var start = block.corners.lowerBound
            for arity in block.arities where arity > 0 {
                for step in 0..<arity { corners.append(Int32(clamping: start + (step == 0 ? 0 : arity - step))) }
                start += arity
            }
        }
        return picking(corners: corners)
    }

    private func picking(corners: ContiguousArray<Int32>) -> Primitive {
        var picked = self
        var rows = ContiguousArray<Int64>()
        readVertices(of: 0..<cornerCount, into: &rows)
        picked.vertices = Self.picked(rows, corners)
        picked.cornerAttributes = cornerAttributes.map { use in
            use.readRows(of: 0..<cornerCount, into: &rows)
            return CornerAttribute(pool: use.pool, indices: Self.picked(rows, corners))
        }
        return picked
    }

    private static func picked(_ rows: ContiguousArray<Int64>, _ corners: ContiguousArray<Int32>) -> Column {
        Column(
            ContiguousArray(
                corners.map { rows.indices.contains(Int($0)) ? Int32(clamping: rows[Int($0)]) : 0 }))
    }
}

extension Subset {
    /// Returns the subset after element `e` became the elements `firsts[e] ..< firsts[e + 1]`.
    fileprivate func moved(by firsts: ContiguousArray<Int>) -> Subset {
        var moved = Subset(name: name, ranges: [])
        for range in ranges {
            let bounds = range.clamped(to: 0..<firsts.count - 1)
            let image = firsts[bounds.lowerBound]..<firsts[bounds.upperBound]
            if image.isEmpty { continue }
            if let last = moved.ranges.last, last.upperBound == image.lowerBound {
                moved.ranges[moved.ranges.count - 1] = last.lowerBound..<image.upperBound
            } else {
                moved.ranges.append(image)
            }
        }
        return moved
    }
}

extension MaterialBinding {
    /// Returns the materials of the elements `rows`, in this order.
    fileprivate func picking(_ rows: ContiguousArray<Int32>) -> MaterialBinding {
        guard case .perElement(let column) = self else { return self }
        let materials = column.integers()
        return .perElement(
            Column(rows.map { materials.indices.contains(Int($0)) ? Int32(clamping: materials[Int($0)]) : -1 }))
    }
}

extension Attribute {
    /// Returns the elements `rows`, in this order.
    func picking(_ rows: ContiguousArray<Int32>) -> Attribute {
        var picked = self
        guard let starts = offsets?.integers() else {
            let areThere = rows.allSatisfy { $0 >= 0 && Int($0) < values.count }
            picked.values = areThere ? values.picked(rows) : values.picking(rows.map { Int($0)..<Int($0) + 1 })
            return picked
        }
        var items: [Range<Int>] = []
        var sizes: [Int64] = [0]
        for row in rows where starts.indices.contains(Int(row) + 1) {
            let range = Int(starts[Int(row)])..<max(Int(starts[Int(row)]), Int(starts[Int(row) + 1]))
            items.append(range)
            sizes.append((sizes.last ?? 0) + Int64(range.count))
        }
        picked.values = values.picking(items)
        picked.offsets = Column(sizes)
        return picked
    }
}

extension Column {
    /// Concatenates ranges of rows, packed; rows out of range are left out.
    fileprivate func picking(_ ranges: [Range<Int>]) -> Column {
        let inside = ranges.map { $0.clamped(to: 0..<count) }
        let size = components * type.byteCount
        let total = inside.reduce(0) { $0 + $1.count }
        let block = unsafe ByteStorage(byteCount: total * size) { target in
            guard var place = target.baseAddress else { return }
            for range in inside {
                unsafe copyPacked(range, to: place)
                unsafe place += range.count * size
            }
        }
        return Column(viewing: block, offset: 0, stride: size, count: total, components: components, type: type)
            ?? .empty(type, components: components)
    }
}
