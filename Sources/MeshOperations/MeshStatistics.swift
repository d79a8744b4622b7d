public import MeshModel

/// Facts about the shape of a scene's meshes, found in linear time; stored data counts once, however often it is shown.
public struct MeshStatistics: Sendable {
    /// When two corners stand on the same vertex.
    public enum VertexIdentity: Sendable {
        /// When they have the same index in the same set.
        case index
        /// Also when their vertices have equal positions (−0 = +0), even in different sets: for triangle soups and for
        /// meshes whose vertices were repeated along seams.
        case position
    }

    /// How faces meet along edges; an edge is a pair of vertices that follow each other round a face.
    public struct Edges: Hashable, Sendable {
        /// Different edges.
        public var total = 0
        /// Edges of one face: holes and borders.
        public var open = 0
        /// Edges of more than two faces.
        public var nonManifold = 0
        /// Edges of two faces that go through them in the same direction: one of the two is inside out.
        public var inconsistent = 0

        /// Whether each edge has two faces, and there are edges.
        public var isClosed: Bool { total > 0 && open == 0 && nonManifold == 0 }
    }

    private let scene: Scene
    private let bases: [Int]
    /// With positions as identity, the first vertex with the same position as each.
    private var representatives: ContiguousArray<Int32>?

    /// Statistics of a scene.
    public init(_ scene: Scene, identity: VertexIdentity = .index) {
        self.scene = scene
        bases = scene.vertexBases
        representatives = identity == .position ? scene.vertexRepresentatives() : nil
    }

    /// How faces meet along edges.
    ///
    /// Edges from a vertex to itself don't count. A face that runs along an edge twice counts twice.
    public func edges() -> Edges {
        var keys = ContiguousArray<UInt64>()
        keys.reserveCapacity(cornerCount(.polygons))
        forEachElement(of: [.polygons]) { vertices in
            guard vertices.count >= 2, var last = vertices.last else { return }
            for vertex in vertices {
                // 31 bits for each vertex and one for the direction: a vertex takes at least three bytes somewhere.
                if last != vertex {
                    let low = UInt64(truncatingIfNeeded: min(last, vertex))
                    let high = UInt64(truncatingIfNeeded: max(last, vertex))
                    keys.append(low << 32 | high << 1 | (last < vertex ? 1 : 0))
                }
                last = vertex
            }
        }
        let sorted = radixSorted(keys)
        var result = Edges()
        var index = 0
        while index < sorted.count {
            let edge = sorted[index] >> 1
            var faces = 0
            var forward = 0
            while index < sorted.count, sorted[index] >> 1 == edge {
                faces += 1
                forward += Int(sorted[index] & 1)
                index += 1
            }
            result.total += 1
            switch faces {
            case 1: result.open += 1
            case 2: if forward != 1 { result.inconsistent += 1 }
            default: result.nonManifold += 1
            }
        }
        return result
    }

    /// How many pieces the faces and lines are: those that share a vertex belong together. Points are no pieces.
    public func pieceCount() -> Int {
        var parents = ContiguousArray<Int32>((0..<scene.vertexCount).map { Int32(clamping: $0) })
        var isUsed = ContiguousArray(repeating: false, count: parents.count)
        var joins = 0
        var used = 0
        func root(_ vertex: Int) -> Int {
            var vertex = vertex
            while Int(parents[vertex]) != vertex {
                // Halving the way keeps ways short.
                parents[vertex] = parents[Int(parents[vertex])]
                vertex = Int(parents[vertex])
            }
            return vertex
        }
        forEachElement(of: [.polygons, .lines]) { vertices in
            guard let first = vertices.first else { return }
            var home = root(Int(first))
            for vertex in vertices {
                let index = Int(vertex)
                if !isUsed[index] {
                    isUsed[index] = true
                    used += 1
                }
                let other = root(index)
                if other != home {
                    joins += 1
                    // The smaller number becomes the root.
                    parents[max(home, other)] = Int32(clamping: min(home, other))
                    home = min(home, other)
                }
            }
        }
        return used - joins
    }

    /// How many faces have the same vertices as an earlier one, in whatever order.
    public func duplicateFaceCount() -> Int {
        var hashes = ContiguousArray<UInt64>()
        var sorted = ContiguousArray<Int64>()
        forEachElement(of: [.polygons]) { vertices in
            sorted.removeAll(keepingCapacity: true)
            sorted.append(contentsOf: vertices)
            sorted.sort()
            // The hash alone decides: among ten million faces a chance meeting has the odds 1 : 370 000.
            var hash = mixed(UInt64(truncatingIfNeeded: sorted.count))
            for vertex in sorted { hash = mixed(hash ^ UInt64(truncatingIfNeeded: vertex)) }
            hashes.append(hash)
        }
        let ordered = radixSorted(hashes)
        var count = 0
        for index in ordered.indices.dropFirst() where ordered[index] == ordered[index - 1] { count += 1 }
        return count
    }

    /// How many faces cover nothing: their corners lie on one line, or there are fewer than three different ones.
    public func degenerateFaceCount() -> Int {
        var count = 0
        for mesh in scene.meshes {
            for primitive in mesh.primitives where primitive.topology == .polygons {
                let test = DegenerateTest(primitive, of: scene)
                primitive.forEachElement { _, vertices, corners in
                    if test.isDegenerate(vertices, corners) { count += 1 }
                }
            }
        }
        return count
    }

    private func cornerCount(_ topology: Topology) -> Int {
        scene.meshes.reduce(0) { sum, mesh in
            mesh.primitives.reduce(sum) { $0 + ($1.topology == topology ? $1.cornerCount : 0) }
        }
    }

    /// Calls `body` with the global vertices of each element; elements with a vertex that does not exist are left out.
    private func forEachElement(of topologies: Set<Topology>, _ body: (ContiguousArray<Int64>) -> Void) {
        var global = ContiguousArray<Int64>()
        for mesh in scene.meshes {
            for primitive in mesh.primitives where topologies.contains(primitive.topology) {
                guard scene.vertexSets.indices.contains(primitive.vertexSet) else { continue }
                let base = Int64(bases[primitive.vertexSet])
                let count = Int64(scene.vertexSets[primitive.vertexSet].count)
                primitive.forEachElement { _, vertices, corners in
                    global.removeAll(keepingCapacity: true)
                    for corner in corners {
                        let vertex = vertices[corner]
                        guard vertex >= 0, vertex < count else { return }
                        let index = base + vertex
                        global.append(representatives.map { Int64($0[Int(index)]) } ?? index)
                    }
                    body(global)
                }
            }
        }
    }
}

extension Scene {
    /// For each vertex (all sets, one after the other) the first one with an equal position.
    fileprivate func vertexRepresentatives() -> ContiguousArray<Int32> {
        let total = vertexCount
        var result = ContiguousArray<Int32>((0..<total).map { Int32(clamping: $0) })
        var places = ContiguousArray<SIMD3<Double>>()
        places.reserveCapacity(total)
        for set in vertexSets {
            var values = ContiguousArray<Double>()
            let column = set.attribute(.position)?.values
            column.map { $0.read(0..<$0.count, into: &values) }
            let width = column?.components ?? 0
            for vertex in 0..<set.count {
                let start = vertex * width
                guard width > 0, start + width <= values.count else {
                    places.append(SIMD3(repeating: .nan))
                    continue
                }
                // Adding 0 turns −0 into +0.
                places.append(
                    SIMD3(values[start], width > 1 ? values[start + 1] : 0, width > 2 ? values[start + 2] : 0) + 0)
            }
        }
        var capacity = 1024
        while capacity < total * 2 { capacity *= 2 }
        let mask = capacity - 1
        var slots = ContiguousArray<Int32>(repeating: -1, count: capacity)
        for vertex in 0..<total {
            let place = places[vertex]
            // Nothing equals NaN, so such a vertex stands alone.
            guard place == place else { continue }
            var hash = mixed(place.x.bitPattern)
            hash = mixed(hash ^ place.y.bitPattern)
            hash = mixed(hash ^ place.z.bitPattern)
            var slot = Int(truncatingIfNeeded: hash >> 1) & mask
            while slots[slot] >= 0, places[Int(slots[slot])] != place { slot = (slot + 1) & mask }
            if slots[slot] >= 0 { result[vertex] = slots[slot] } else { slots[slot] = Int32(clamping: vertex) }
        }
        return result
    }
}
