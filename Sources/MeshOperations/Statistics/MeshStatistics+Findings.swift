internal import MeshModel

extension MeshStatistics {
    /// Returns the defects and peculiarities of the meshes, each kind that occurs once, in the order of
    /// ``MeshFinding/Kind``.
    ///
    /// Faces and edges are compared by the vertex identity that the statistics were created with. Linear time.
    public func findings() -> [MeshFinding] {
        var found = Findings()
        findElements(&found)
        forEachDuplicateFace { place, kind in
            switch kind {
            case .same: found.add(.duplicate, place.path, place.element)
            case .reversed: found.add(.reversedDuplicate, place.path, place.element)
            case .reordered: found.add(.reorderedDuplicate, place.path, place.element)
            }
        }
        findEdges(&found)
        findVertices(&found)
        return MeshFinding.Kind.allCases.compactMap { kind in
            guard let tally = found.tallies[kind] else { return nil }
            return MeshFinding(kind, count: tally.count, first: tally.first)
        }
    }

    private struct Findings {
        var tallies: [MeshFinding.Kind: (count: Int, first: MeshFinding.Place)] = [:]

        mutating func add(_ kind: MeshFinding.Kind, count: Int = 1, _ path: @autoclosure () -> String, _ index: Int) {
            if tallies[kind] == nil { tallies[kind] = (0, MeshFinding.Place(path: path(), index: index)) }
            tallies[kind]?.count += count
        }
    }

    private func findElements(_ found: inout Findings) {
        var test = DegenerateTest(of: scene)
        for (meshIndex, index, primitive) in scene.placedPrimitives where primitive.elementCount > 0 {
            let path = ScenePath.primitive(mesh: meshIndex, index)
            if scene.vertexSets.indices.contains(primitive.vertexSet) {
                test.begin(primitive)
                findElements(of: primitive, path, test, &found)
            } else {
                found.add(.missingVertex, count: primitive.elementCount, path, 0)
            }
        }
    }

    private func findElements(
        of primitive: Primitive, _ path: String, _ test: DegenerateTest, _ found: inout Findings
    ) {
        let base = Int64(bases[primitive.vertexSet])
        let count = Int64(scene.vertexSets[primitive.vertexSet].count)
        var repeats = RepeatTest()
        primitive.forEachElement { element, vertices, corners in
            for corner in corners where vertices[corner] < 0 || vertices[corner] >= count {
                return found.add(.missingVertex, path, element)
            }
            guard primitive.topology == .polygons else { return }
            if corners.count < 3 { return found.add(.tooFewCorners, path, element) }
            if repeats.isRepeated(corners, { identity(of: base + vertices[$0]) }) {
                found.add(.repeatedCorner, path, element)
            } else if test.isDegenerate(vertices, corners) {
                found.add(.zeroArea, path, element)
            }
        }
    }

    private func findEdges(_ found: inout Findings) {
        var open = ContiguousArray<UInt64>()
        var nonManifold = ContiguousArray<UInt64>()
        var inconsistent = ContiguousArray<UInt64>()
        forEachEdge { edge, fault in
            switch fault {
            case .open: open.append(edge)
            case .nonManifold: nonManifold.append(edge)
            case .inconsistent: inconsistent.append(edge)
            case nil: break
            }
        }
        // Edges are in ascending order; a second walk finds the first face of each.
        var waiting = [
            (MeshFinding.Kind.openEdge, open), (.nonManifoldEdge, nonManifold), (.inconsistentEdge, inconsistent),
        ]
        waiting.removeAll { $0.1.isEmpty }
        forEachElement(of: [.polygons]) { place, vertices in
            guard !waiting.isEmpty, var last = vertices.last else { return }
            for vertex in vertices {
                let edge = Self.edge(last, vertex)
                last = vertex
                for index in waiting.indices.reversed() where waiting[index].1.containsSorted(edge) {
                    found.add(waiting[index].0, count: waiting[index].1.count, place.path, place.element)
                    waiting.remove(at: index)
                }
            }
        }
    }

    private func findVertices(_ found: inout Findings) {
        let users = scene.primitivesOfSets
        for (set, vertices) in scene.vertexSets.enumerated() {
            var use = RowUse(count: vertices.count)
            for primitive in users[set] ?? [] {
                use.mark(primitive.vertices, count: primitive.cornerCount)
            }
            if let first = use.firstUnused {
                found.add(.unreferencedVertex, count: use.unusedCount, ScenePath.vertexSet(set), first)
            }
            if let positions = vertices.attribute(.position)?.values {
                let (count, first) = positions.nonFiniteRows()
                if let first { found.add(.nonFinitePosition, count: count, ScenePath.vertexSet(set), first) }
            }
            if let normals = vertices.attribute(.normal) {
                findNormals(normals, ScenePath.vertexAttribute(set: set, .normal), &found)
            }
            for (pool, normals) in vertices.pools.enumerated() where normals.semantic == .normal {
                findNormals(normals, ScenePath.pool(set: set, pool), &found)
            }
        }
    }

    private func findNormals(_ normals: Attribute, _ path: String, _ found: inout Findings) {
        let width = normals.values.components
        guard normals.offsets == nil, width > 0 else { return }
        let factor = normals.normalized ? 1 / (normals.values.type.normalizedMaximum ?? 1) : 1
        for (rows, values) in normals.values.blocks(of: Double.self) {
            for row in rows {
                let start = (row - rows.lowerBound) * width
                var square = 0.0
                for index in start..<start + width { square += values[index] * values[index] }
                let length = square.squareRoot() * factor
                if !(abs(length - 1) <= 0.01) { found.add(.nonUnitNormal, path, row) }
            }
        }
    }
}

extension MeshStatistics.Place {
    var path: String { ScenePath.primitive(mesh: mesh, primitive) }
}

/// Detects faces that use a vertex twice.
private struct RepeatTest {
    private var seen = ContiguousArray<Int64>()

    mutating func isRepeated(_ corners: Range<Int>, _ vertex: (Int) -> Int64) -> Bool {
        seen.removeAll(keepingCapacity: true)
        for corner in corners { seen.append(vertex(corner)) }
        if seen.count > 8 { seen.sort() }
        for index in seen.indices {
            // Equal vertices are neighbours if sorted.
            for other in (seen.count > 8 ? max(index - 1, 0) : 0)..<index where seen[other] == seen[index] {
                return true
            }
        }
        return false
    }
}
