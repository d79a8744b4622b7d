internal import MeshModel

/// Makes a ``CollapseSurface`` of the triangles that a scene shows.
///
/// Meshes that share vertex sets form a group. In a group, vertices with equal positions (−0 = +0) are one point, even
/// in different sets, so that borders of primitives stay closed.
struct CollapseBuilder {
    /// Meshes that share vertex sets, and their points.
    struct Group {
        var points: Range<Int>
        /// The scale of the mesh that is shown largest.
        var scale: Double
        var center = SIMD3<Double>()
    }

    /// The rows of a vertex set, or of one of its pools.
    struct Table {
        var set: Int
        /// The pool; nil: the vertices.
        var pool: Int?
        var rows: Range<Int>
        var carried: [CarriedAttribute] = []
    }

    let scene: MeshScene
    private var surface = CollapseSurface()
    private(set) var groups: [Group] = []
    /// The group of each vertex set.
    private(set) var groupOfSet: [Int: Int] = [:]
    private(set) var tables: [Table] = []
    /// For each vertex of a set its point and its row.
    private var pointsOfSet: [Int: ContiguousArray<Int32>] = [:]
    private var rowsOfSet: [Int: ContiguousArray<Int32>] = [:]

    /// Creates the surface of a scene of triangles; nil without any.
    ///
    /// - Parameters:
    ///   - colorWeight: see ``SimplifyOptions/colorWeight``.
    ///   - shown: for each mesh how often it is shown, and at which scale.
    init?(_ scene: MeshScene, colorWeight: Double, shown: [(count: Int, scale: Double)]) {
        self.scene = scene
        for (mesh, content) in scene.meshes.enumerated() where shown[mesh].count > 0 {
            for (index, primitive) in content.primitives.enumerated()
            where primitive.isTriangles && primitive.elementCount > 0 && hasPositions(primitive.vertexSet) {
                surface.parts.append(
                    CollapseSurface.Part(
                        mesh: mesh, primitive: index, set: primitive.vertexSet, uses: shown[mesh].count,
                        triangles: 0..<0))
            }
        }
        guard !surface.parts.isEmpty else { return nil }
        addPoints(shown)
        addTriangles()
        guard surface.corners.count < Int(Int32.max), surface.points.count < Int(Int32.max) else { return nil }
        addCornerRows()
        addModels(colorWeight)
        surface.linkCorners()
        surface.findHardEdges(labels(), tables)
        surface.addQuadrics()
    }

    /// Returns the surface and forgets it, so that it isn't copied when it changes.
    mutating func takeSurface() -> CollapseSurface {
        let taken = surface
        surface = CollapseSurface()
        return taken
    }

    private func hasPositions(_ set: Int) -> Bool {
        guard scene.vertexSets.indices.contains(set), let attribute = scene.vertexSets[set].attribute(.position) else {
            return false
        }
        return attribute.offsets == nil && attribute.values.components > 0
            && attribute.count == scene.vertexSets[set].count
    }

    // MARK: Points

    private mutating func addPoints(_ shown: [(count: Int, scale: Double)]) {
        var joined = UnionFind(count: scene.vertexSets.count)
        for (part, next) in zip(surface.parts, surface.parts.dropFirst()) where part.mesh == next.mesh {
            joined.join(part.set, next.set)
        }
        var sets: [Int: [Int]] = [:]
        var scales: [Int: Double] = [:]
        for part in surface.parts {
            let root = joined.root(part.set)
            scales[root] = max(scales[root] ?? 0, shown[part.mesh].scale)
            if sets[root]?.contains(part.set) != true { sets[root, default: []].append(part.set) }
        }
        for root in sets.keys.sorted() { addGroup((sets[root] ?? []).sorted(), scale: scales[root] ?? 1) }
        var size = 0.0
        for index in groups.indices {
            groups[index].center = surface.middle(of: groups[index].points)
            for point in groups[index].points {
                let way = surface.points[point].position - groups[index].center
                let extent = max(abs(way.x), abs(way.y), abs(way.z)) * groups[index].scale
                if extent.isFinite { size = max(size, extent) }
            }
        }
        surface.size = size > 0 && (1 / size).isFinite ? size : 1
        for group in groups {
            let factor = group.scale / surface.size
            for point in group.points {
                surface.points[point].position = (surface.points[point].position - group.center) * factor
            }
        }
    }

    /// Numbers the positions of some sets.
    private mutating func addGroup(_ sets: [Int], scale: Double) {
        let first = surface.points.count
        // Three float64, in words.
        var table = RowTable(width: 6, expected: sets.reduce(0) { $0 + scene.vertexSets[$1].count })
        var words = ContiguousArray<UInt32>(repeating: 0, count: 6)
        var places = ContiguousArray<SIMD3<Double>>()
        for set in sets {
            groupOfSet[set] = groups.count
            let count = scene.vertexSets[set].count
            let all = Primitive.cloud(vertexSet: set, count: count)
            var positions = CornerPositions(scene)
            var points = ContiguousArray<Int32>()
            points.reserveCapacity(count)
            for rows in (0..<count).blocks {
                positions.read(rows, of: all, into: &places)
                for place in places {
                    // Adding 0 turns −0 into +0.
                    let place = place + 0
                    for axis in 0..<3 {
                        let bits = place[axis].bitPattern
                        words[axis * 2] = UInt32(truncatingIfNeeded: bits)
                        words[axis * 2 + 1] = UInt32(truncatingIfNeeded: bits >> 32)
                    }
                    let point = first + Int(table.number(words, at: 0))
                    if point == surface.points.count { surface.points.append(CollapseSurface.Point(place)) }
                    points.append(Int32(clamping: point))
                }
            }
            pointsOfSet[set] = points
            addVertexRows(set, points)
        }
        groups.append(Group(points: first..<surface.points.count, scale: scale))
    }

    /// Numbers the rows of a set: vertices at one point with equal attributes have one.
    private mutating func addVertexRows(_ set: Int, _ points: ContiguousArray<Int32>) {
        let others = scene.vertexSets[set].attributes.filter { $0.semantic != .position }
        let first = surface.origins.count
        var rows = ContiguousArray<Int32>()
        rows.reserveCapacity(points.count)
        var numbers = ContiguousArray<Int32>()
        if !others.isEmpty, var keys = VertexKeys(others, count: points.count, zerosAreEqual: false) {
            numbers = keys.numbers(count: points.count).numbers
        }
        var pairs = RowPairs(expected: points.count)
        for vertex in points.indices {
            let number = pairs.number(points[vertex], numbers.isEmpty ? 0 : numbers[vertex])
            if first + number == surface.origins.count { surface.origins.append(Int32(clamping: vertex)) }
            rows.append(Int32(clamping: first + number))
        }
        rowsOfSet[set] = rows
        tables.append(Table(set: set, pool: nil, rows: first..<surface.origins.count))
    }

    // MARK: Triangles

    /// Appends the triangles of all parts, without those with a vertex that does not exist or with a point twice.
    private mutating func addTriangles() {
        var vertices = ContiguousArray<Int64>()
        var rows = ContiguousArray<Int32>()
        for index in surface.parts.indices {
            let part = surface.parts[index]
            let primitive = scene.meshes[part.mesh].primitives[part.primitive]
            guard let points = pointsOfSet[part.set], let rowsOfVertices = rowsOfSet[part.set] else { continue }
            let first = surface.elements.count
            var walk = ElementWalk(primitive)
            while let block = walk.next() {
                primitive.readVertices(of: block.corners, into: &vertices)
                for triangle in 0..<vertices.count / 3 {
                    let corners = SIMD3(vertices[triangle * 3], vertices[triangle * 3 + 1], vertices[triangle * 3 + 2])
                    guard corners.min() >= 0, corners.max() < points.count else { continue }
                    let (a, b, c) = (Int(corners.x), Int(corners.y), Int(corners.z))
                    guard points[a] != points[b], points[b] != points[c], points[c] != points[a] else { continue }
                    for corner in [a, b, c] {
                        surface.corners.append(CollapseSurface.Corner(point: points[corner]))
                        rows.append(rowsOfVertices[corner])
                    }
                    surface.elements.append(Int32(clamping: block.elements.lowerBound + triangle))
                }
            }
            surface.parts[index].triangles = first..<surface.elements.count
        }
        surface.layers = [rows]
        pointsOfSet = [:]
        rowsOfSet = [:]
    }

    /// Numbers the rows of pools: corners at one point with equal values have one.
    private mutating func addCornerRows() {
        let uses = surface.parts.map { scene.meshes[$0.mesh].primitives[$0.primitive].cornerAttributes }
        let none = ContiguousArray(repeating: Int32(-1), count: surface.corners.count)
        surface.layers += Array(repeating: none, count: uses.map(\.count).max() ?? 0)
        var done: Set<SIMD2<Int>> = []
        for (index, part) in surface.parts.enumerated() {
            for use in uses[index] where scene.vertexSets[part.set].pools.indices.contains(use.pool) {
                guard done.insert(SIMD2(part.set, use.pool)).inserted else { continue }
                let pool = scene.vertexSets[part.set].pools[use.pool]
                guard var keys = VertexKeys([pool], count: pool.count, zerosAreEqual: false) else { continue }
                let numbers = keys.numbers(count: pool.count).numbers
                let first = surface.origins.count
                var pairs = RowPairs(expected: pool.count)
                for (other, user) in surface.parts.enumerated() where user.set == part.set {
                    for (layer, own) in uses[other].enumerated() where own.pool == use.pool {
                        addRows(of: own, user, numbers, first, &pairs, layer: layer + 1)
                    }
                }
                tables.append(Table(set: part.set, pool: use.pool, rows: first..<surface.origins.count))
            }
        }
    }

    private mutating func addRows(
        of use: CornerAttribute, _ part: CollapseSurface.Part, _ numbers: ContiguousArray<Int32>, _ first: Int,
        _ pairs: inout RowPairs, layer: Int
    ) {
        let primitive = scene.meshes[part.mesh].primitives[part.primitive]
        var rows = ContiguousArray<Int64>()
        var walk = ElementWalk(primitive)
        var triangle = part.triangles.lowerBound
        while let block = walk.next() {
            use.readRows(of: block.corners, into: &rows)
            while triangle < part.triangles.upperBound, Int(surface.elements[triangle]) < block.elements.upperBound {
                let start = (Int(surface.elements[triangle]) - block.elements.lowerBound) * 3
                for corner in 0..<3 where start + corner < rows.count {
                    let row = rows[start + corner]
                    guard row >= 0, row < numbers.count else { continue }
                    let place = triangle * 3 + corner
                    let number = pairs.number(surface.corners[place].point, numbers[Int(row)])
                    if first + number == surface.origins.count { surface.origins.append(Int32(clamping: row)) }
                    surface.layers[layer][place] = Int32(clamping: first + number)
                }
                triangle += 1
            }
        }
    }

    // MARK: Attributes and labels

    /// Fills the models with the values of carried attributes and their gradients.
    private mutating func addModels(_ colorWeight: Double) {
        let edge = surface.meanEdge
        for index in tables.indices where tables[index].pool == nil {
            let scale = groupOfSet[tables[index].set].map { groups[$0].scale } ?? 1
            tables[index].carried = CarriedAttribute.motions(
                of: scene.vertexSets[tables[index].set], scale: scale / surface.size)
        }
        let motionWidth = tables.compactMap(\.carried.last?.end).max() ?? 0
        for index in tables.indices {
            let set = scene.vertexSets[tables[index].set]
            let attributes = tables[index].pool.map { [set.pools[$0]] } ?? set.attributes
            let count = tables[index].pool.map { set.pools[$0].count } ?? set.count
            tables[index].carried += CarriedAttribute.all(
                of: attributes, count: count, colorWeight: colorWeight * edge, edge: edge, from: motionWidth)
        }
        let width = tables.compactMap(\.carried.last?.end).max() ?? 0
        surface.models = AttributeModels(count: surface.origins.count, width: width, motionWidth: motionWidth)
        for table in tables {
            for carried in table.carried {
                let values = carried.attribute.values
                var numbers = ContiguousArray<Double>()
                values.read(0..<values.count, into: &numbers)
                for row in table.rows {
                    let start = Int(surface.origins[row]) * values.components
                    for component in 0..<carried.components {
                        surface.models[row, carried.first + component] = Float(
                            numbers[start + component] * carried.factor)
                    }
                }
            }
        }
        surface.addGradients()
    }

    /// A number for each triangle: equal for those of one primitive with the same material and subsets.
    private func labels() -> ContiguousArray<UInt64> {
        var labels = ContiguousArray<UInt64>()
        labels.reserveCapacity(surface.elements.count)
        for (index, part) in surface.parts.enumerated() {
            let primitive = scene.meshes[part.mesh].primitives[part.primitive]
            // A random number for each subset, added where it begins and subtracted where it ends: equal sums, equal
            // subsets.
            var random = SplitMix64(seed: UInt64(index))
            let own = random.next()
            var changes: [Int: UInt64] = [:]
            for subset in primitive.subsetFamilies.flatMap(\.subsets) {
                let number = random.next()
                for range in subset.ranges {
                    changes[range.lowerBound, default: 0] &+= number
                    changes[range.upperBound, default: 0] &-= number
                }
            }
            let bindings = [primitive.material] + primitive.variantMaterials.map(\.material)
            let materials = bindings.compactMap { binding -> ContiguousArray<Int64>? in
                guard case .perElement(let column) = binding else { return nil }
                var numbers = ContiguousArray<Int64>()
                column.read(0..<column.count, into: &numbers)
                return numbers
            }
            var sum = own
            var element = 0
            for triangle in part.triangles {
                let next = Int(surface.elements[triangle])
                if changes.isEmpty { element = next }
                while element <= next {
                    sum &+= changes[element] ?? 0
                    element += 1
                }
                var label = sum
                for numbers in materials {
                    var material = SplitMix64(
                        seed: label ^ (next < numbers.count ? UInt64(bitPattern: numbers[next]) : 0))
                    label &+= material.next()
                }
                labels.append(label)
            }
        }
        return labels
    }
}

/// Numbers pairs; equal ones get one number, in the order of first use.
private struct RowPairs {
    private var table: RowTable
    private var words = ContiguousArray<UInt32>(repeating: 0, count: 2)

    init(expected: Int) { table = RowTable(width: 2, expected: expected) }

    mutating func number(_ a: Int32, _ b: Int32) -> Int {
        words[0] = UInt32(bitPattern: a)
        words[1] = UInt32(bitPattern: b)
        return Int(table.number(words, at: 0))
    }
}
