internal import MeshModel

/// Writes what is left of a ``CollapseSurface`` into the scene.
struct SimplifiedScene {
    private let source: MeshScene
    private let scene: MeshScene
    private let builder: CollapseBuilder
    private let surface: CollapseSurface
    /// The point of each row in use, −1 for others.
    private var points: ContiguousArray<Int32>
    /// The index of each row in its new table, −1 if it isn't used.
    private var places: ContiguousArray<Int32>

    /// - Parameters:
    ///   - source: the scene as it was given.
    ///   - scene: the same in triangles.
    init(_ source: MeshScene, triangulated scene: MeshScene, _ builder: CollapseBuilder, _ surface: CollapseSurface) {
        self.source = source
        self.scene = scene
        self.builder = builder
        self.surface = surface
        points = ContiguousArray(repeating: -1, count: surface.origins.count)
        places = points
        for layer in surface.layers {
            for corner in surface.corners.indices where surface.corners[corner].point >= 0 && layer[corner] >= 0 {
                points[Int(layer[corner])] = surface.corners[corner].point
            }
        }
    }

    /// - Parameter distances: the largest distance for each part.
    mutating func result(_ distances: [Double]) -> (scene: MeshScene, changes: [SimplificationChange]) {
        var result = source
        var changes: [SimplificationChange] = []
        let isChanged = builder.groups.map { group in group.points.contains { surface.points[$0].isChanged } }
        func hasChanged(_ set: Int) -> Bool { builder.groupOfSet[set].map { isChanged[$0] } ?? false }
        // Where each set's new vertices are.
        var sets: [Int: Int] = [:]
        let users = scene.usersOfSets
        for table in builder.tables where table.pool == nil && hasChanged(table.set) {
            let own = surface.parts.count { $0.set == table.set }
            if own == users[table.set]?.count {
                sets[table.set] = table.set
            } else {
                sets[table.set] = result.vertexSets.count
                result.vertexSets.append(scene.vertexSets[table.set])
            }
        }
        for table in builder.tables {
            guard let target = sets[table.set] else { continue }
            let rows = number(table)
            if let pool = table.pool {
                let attribute = scene.vertexSets[table.set].pools[pool]
                result.vertexSets[target].pools[pool] =
                    table.carried.first.map { carried($0, rows) }
                    ?? attribute.gathered(origins(rows))
            } else {
                result.vertexSets[target].count = rows.count
                result.vertexSets[target].attributes = attributes(of: scene.vertexSets[table.set], table, rows)
            }
        }
        for (part, distance) in zip(surface.parts, distances) {
            guard let target = sets[part.set] else { continue }
            let primitive = simplified(part, target)
            result.meshes[part.mesh].primitives[part.primitive] = primitive
            changes.append(
                SimplificationChange(
                    mesh: part.mesh, primitive: part.primitive,
                    before: scene.meshes[part.mesh].primitives[part.primitive].elementCount,
                    after: primitive.elementCount, largestDistance: distance))
        }
        return (result, changes)
    }

    private func simplified(_ part: CollapseSurface.Part, _ set: Int) -> Primitive {
        let primitive = scene.meshes[part.mesh].primitives[part.primitive]
        var elements = ContiguousArray<Int32>()
        var columns = [ContiguousArray<Int32>](repeating: [], count: primitive.cornerAttributes.count + 1)
        for triangle in part.triangles where surface.corners[triangle * 3].point >= 0 {
            elements.append(surface.elements[triangle])
            for layer in columns.indices {
                for corner in triangle * 3..<triangle * 3 + 3 {
                    let row = Int(surface.layers[layer][corner])
                    columns[layer].append(row < 0 ? -1 : places[row])
                }
            }
        }
        var result = primitive
        result.vertexSet = set
        result.elementCount = elements.count
        result.vertices = Column(columns[0])
        result.elementAttributes = primitive.elementAttributes.map { $0.gathered(elements) }
        result.changeMaterials { binding in
            if case .perElement(let column) = binding { .perElement(column.gathered(elements)) } else { binding }
        }
        result.subsetFamilies = primitive.subsetFamilies.map { $0.selecting(elements) }
        for (index, use) in primitive.cornerAttributes.enumerated() {
            result.cornerAttributes[index] = CornerAttribute(pool: use.pool, indices: Column(columns[index + 1]))
        }
        return result
    }

    // MARK: Rows

    /// Numbers the rows of a table that are in use, and returns them; unchanged rows of a pool that come from the same
    /// one become one again.
    private mutating func number(_ table: CollapseBuilder.Table) -> ContiguousArray<Int> {
        var rows = ContiguousArray<Int>()
        var known: [Int32: Int32] = [:]
        for row in table.rows where points[row] >= 0 {
            if table.pool != nil, !isChanged(row) {
                if let place = known[surface.origins[row]] {
                    places[row] = place
                    continue
                }
                known[surface.origins[row]] = Int32(clamping: rows.count)
            }
            places[row] = Int32(clamping: rows.count)
            rows.append(row)
        }
        return rows
    }

    private func isChanged(_ row: Int) -> Bool { surface.points[Int(points[row])].isChanged }

    private func origins(_ rows: ContiguousArray<Int>) -> ContiguousArray<Int32> {
        ContiguousArray(rows.map { surface.origins[$0] })
    }

    private func attributes(
        of set: VertexSet, _ table: CollapseBuilder.Table, _ rows: ContiguousArray<Int>
    ) -> [Attribute] {
        var position = true
        return set.attributes.enumerated().map { index, attribute in
            if attribute.semantic == .position, position {
                position = false
                return positions(attribute, table.set, rows)
            }
            let own = table.carried.first { $0.index == index }
            return own.map { carried($0, rows) } ?? attribute.gathered(origins(rows))
        }
    }

    /// The positions of rows; whole numbers become float32.
    private func positions(_ attribute: Attribute, _ set: Int, _ rows: ContiguousArray<Int>) -> Attribute {
        guard let group = builder.groupOfSet[set].map({ builder.groups[$0] }) else { return attribute }
        let factor = surface.size / group.scale
        let full = attribute.normalized ? attribute.values.type.normalizedMaximum ?? 1 : 1
        let isWhole = attribute.values.type.isInteger
        var result = attribute
        result.normalized = attribute.normalized && !isWhole
        result.values = changed(
            attribute, rows, to: isWhole ? .float32 : attribute.values.type, unchanged: { $0 / (isWhole ? full : 1) }
        ) { row, values in
            let place = surface.points[Int(points[row])].position * factor + group.center
            for component in values.indices.prefix(3) { values[component] = place[component] }
        }
        return result
    }

    /// A carried attribute of rows; no value leaves the range of the source's.
    private func carried(_ carried: CarriedAttribute, _ rows: ContiguousArray<Int>) -> Attribute {
        let attribute = carried.attribute
        let range = attribute.values.finiteRange
        let isNormal = attribute.semantic == .normal
        let isWhole = attribute.values.type.isInteger
        let full = attribute.normalized ? attribute.values.type.normalizedMaximum ?? 1 : 1
        var result = attribute
        result.values = changed(attribute, rows, to: attribute.values.type, unchanged: { $0 }) { row, values in
            for component in values.indices {
                values[component] = Double(surface.models[row, carried.first + component]) / carried.factor
            }
            if isNormal {
                let length = values.reduce(0) { $0 + $1 * $1 }.squareRoot()
                if length > 0 { for component in values.indices { values[component] *= full / length } }
            }
            for component in values.indices {
                values[component] = min(max(values[component], range.lowerBound), range.upperBound)
                if isWhole { values[component].round() }
            }
        }
        return result
    }

    /// The values of rows: those of their origins, with other ones in rows whose point has changed.
    private func changed(
        _ attribute: Attribute, _ rows: ContiguousArray<Int>, to type: ScalarType, unchanged: (Double) -> Double,
        _ change: (Int, inout ContiguousArray<Double>) -> Void
    ) -> Column {
        let width = attribute.values.components
        var values = ContiguousArray<Double>()
        let gathered = attribute.values.gathered(origins(rows))
        gathered.read(0..<gathered.count, into: &values)
        var own = ContiguousArray<Double>(repeating: 0, count: width)
        for (index, row) in rows.enumerated() {
            if isChanged(row) {
                change(row, &own)
                for component in 0..<width { values[index * width + component] = own[component] }
            } else {
                for component in index * width..<(index + 1) * width {
                    values[component] = unchanged(values[component])
                }
            }
        }
        return Column(values, components: width).converted(to: type)
    }
}

extension Column {
    /// The range of the finite values; 0 … 0 without any.
    fileprivate var finiteRange: ClosedRange<Double> {
        var low = Double.infinity
        var high = -Double.infinity
        for (_, buffer) in blocks(of: Double.self) {
            for value in buffer where value.isFinite {
                low = min(low, value)
                high = max(high, value)
            }
        }
        return low <= high ? low...high : 0...0
    }
}
