public import MeshModel

/// Facts about the shape of a scene's meshes, found in linear time; stored data counts once, regardless of its
/// instances.
public struct MeshStatistics: Sendable {
    /// The condition for two corners to be on the same vertex.
    public enum VertexIdentity: Sendable {
        /// The same index in the same set.
        case index
        /// The same index, or equal positions (−0 = +0), even in different sets: for meshes with unshared vertices or
        /// with vertices repeated along seams.
        case position
    }

    /// Counts of edges by how faces meet there; an edge is a pair of consecutive vertices of a face.
    public struct Edges: Hashable, Sendable {
        /// All distinct edges.
        public var total = 0
        /// Edges of one face: holes and borders.
        public var open = 0
        /// Edges of more than two faces.
        public var nonManifold = 0
        /// Edges of two faces that traverse them in the same direction: one of the two is inside out.
        public var inconsistent = 0

        /// Whether each edge has two faces, and there are edges.
        public var isClosed: Bool { total > 0 && open == 0 && nonManifold == 0 }
    }

    let scene: MeshScene
    let bases: [Int]
    /// The first vertex with the same position as each vertex; only for identity by position.
    private var representatives: ContiguousArray<Int32>?

    /// Creates the statistics of a scene.
    public init(_ scene: MeshScene, identity: VertexIdentity = .index) {
        self.scene = scene
        bases = scene.vertexBases
        representatives = identity == .position ? scene.vertexRepresentatives() : nil
    }

    /// Counts edges by how faces meet there.
    ///
    /// Edges from a vertex to itself don't count. A face that uses an edge twice counts twice.
    public func edges() -> Edges {
        var result = Edges()
        forEachEdge { _, fault in
            result.total += 1
            switch fault {
            case .open: result.open += 1
            case .nonManifold: result.nonManifold += 1
            case .inconsistent: result.inconsistent += 1
            case nil: break
            }
        }
        return result
    }

    enum EdgeFault { case open, nonManifold, inconsistent }

    /// Calls `body` with each distinct edge, in ascending order of ``edge(_:_:)``.
    func forEachEdge(_ body: (_ edge: UInt64, EdgeFault?) -> Void) {
        var keys = ContiguousArray<UInt64>()
        keys.reserveCapacity(cornerCount(.polygons))
        forEachElement(of: [.polygons]) { _, vertices in
            guard vertices.count >= 2, var last = vertices.last else { return }
            for vertex in vertices {
                if last != vertex { keys.append(Self.edge(last, vertex) | (last < vertex ? 1 : 0)) }
                last = vertex
            }
        }
        let sorted = radixSorted(keys)
        var index = 0
        while index < sorted.count {
            let edge = sorted[index] & ~1
            var faces = 0
            var forward = 0
            while index < sorted.count, sorted[index] & ~1 == edge {
                faces += 1
                forward += Int(sorted[index] & 1)
                index += 1
            }
            switch faces {
            case 1: body(edge, .open)
            case 2: body(edge, forward == 1 ? nil : .inconsistent)
            default: body(edge, .nonManifold)
            }
        }
    }

    /// An edge as a number, independent of its direction; the lowest bit is reserved for the direction.
    static func edge(_ a: Int64, _ b: Int64) -> UInt64 {
        // 31 bits for each vertex and one for the direction: a vertex takes at least three bytes somewhere.
        UInt64(truncatingIfNeeded: min(a, b)) << 32 | UInt64(truncatingIfNeeded: max(a, b)) << 1
    }

    private func cornerCount(_ topology: Topology) -> Int {
        scene.meshes.reduce(0) { sum, mesh in
            mesh.primitives.reduce(sum) { $0 + ($1.topology == topology ? $1.cornerCount : 0) }
        }
    }

    /// The representative of a global vertex and all vertices equal to it.
    func identity(of vertex: Int64) -> Int64 { representatives.map { Int64($0[Int(vertex)]) } ?? vertex }

    struct Place {
        var mesh: Int
        var primitive: Int
        var element: Int
    }

    /// Calls `body` with each element and its global vertices; the list is empty if a vertex does not exist.
    func forEachElement(of topologies: Set<Topology>, _ body: (Place, ContiguousArray<Int64>) -> Void) {
        var global = ContiguousArray<Int64>()
        for (meshIndex, index, primitive) in scene.placedPrimitives where topologies.contains(primitive.topology) {
            guard scene.vertexSets.indices.contains(primitive.vertexSet) else { continue }
            let base = Int64(bases[primitive.vertexSet])
            let count = Int64(scene.vertexSets[primitive.vertexSet].count)
            primitive.forEachElement { element, vertices, corners in
                global.removeAll(keepingCapacity: true)
                for corner in corners {
                    let vertex = vertices[corner]
                    guard vertex >= 0, vertex < count else {
                        global.removeAll(keepingCapacity: true)
                        break
                    }
                    global.append(identity(of: base + vertex))
                }
                body(Place(mesh: meshIndex, primitive: index, element: element), global)
            }
        }
    }
}

extension MeshScene {
    /// For each vertex (of all sets, concatenated) the first one with an equal position.
    fileprivate func vertexRepresentatives() -> ContiguousArray<Int32> {
        var result = ContiguousArray<Int32>()
        result.reserveCapacity(vertexCount)
        var firsts = ContiguousArray<Int32>()
        var table = RowTable(width: 6, expected: vertexCount / 6)
        var words = ContiguousArray<UInt32>(repeating: 0, count: 6)
        for set in vertexSets {
            let width = set.attribute(.position)?.values.components ?? 0
            let column = set.attribute(.position)?.values
            var values = ContiguousArray<Double>()
            for rows in (0..<set.count).blocks {
                column.map { $0.read(rows, into: &values) }
                for start in (0..<rows.count).map({ $0 * width }) {
                    let vertex = Int32(clamping: result.count)
                    // NaN equals nothing, so such a vertex is unique, like one without a position.
                    var isAlone = width == 0 || start + width > values.count
                    for axis in 0..<3 where !isAlone {
                        // Adding 0 turns −0 into +0.
                        let value = axis < width ? values[start + axis] + 0 : 0
                        if value.isNaN { isAlone = true }
                        words[axis * 2] = UInt32(truncatingIfNeeded: value.bitPattern)
                        words[axis * 2 + 1] = UInt32(truncatingIfNeeded: value.bitPattern >> 32)
                    }
                    guard !isAlone else {
                        result.append(vertex)
                        continue
                    }
                    let number = Int(table.number(words, at: 0))
                    if number == firsts.count { firsts.append(vertex) }
                    result.append(firsts[number])
                }
            }
        }
        return result
    }
}
