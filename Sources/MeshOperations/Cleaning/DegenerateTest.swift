package import MeshModel

/// Detects degenerate elements: polygons with all corners on one line, lines with all corners at one position.
///
/// Tested by positions, in float64 arithmetic; without positions, by the number of distinct vertices. An element with a
/// position that is not finite doesn't count as degenerate.
struct DegenerateTest {
    private let scene: MeshScene
    private var topology = Topology.points
    /// The vertex set of these positions.
    private var set: Int?
    private var positions = ContiguousArray<Double>()
    private var width = 0

    init(of scene: MeshScene) { self.scene = scene }

    /// Continues with the elements of a primitive. Thousands may share a set: its positions are read once for
    /// consecutive primitives.
    mutating func begin(_ primitive: Primitive) {
        topology = primitive.topology
        guard topology != .points, set != primitive.vertexSet else { return }
        set = primitive.vertexSet
        width = 0
        positions.removeAll(keepingCapacity: true)
        if scene.vertexSets.indices.contains(primitive.vertexSet),
            let values = scene.vertexSets[primitive.vertexSet].attribute(.position)?.values
        {
            width = values.components
            values.read(0..<values.count, into: &positions)
        }
    }

    /// Whether the element with vertices `vertices[corners]` is degenerate.
    func isDegenerate(_ vertices: ContiguousArray<Int64>, _ corners: Range<Int>) -> Bool {
        let needed = topology == .polygons ? 3 : topology == .lines ? 2 : 1
        guard corners.count >= needed else { return true }
        guard topology != .points else { return false }
        let bounds = corners.clamped(to: vertices.indices)
        guard bounds.count == corners.count, let start = bounds.first else { return false }
        let first = vertices[start]
        guard let other = bounds.first(where: { isApart(vertices[$0], first) }) else { return true }
        if topology == .lines { return false }
        guard width > 0 else {
            let second = vertices[other]
            return !bounds.contains { vertices[$0] != first && vertices[$0] != second }
        }
        let origin = position(first)
        let way = position(vertices[other]) - origin
        return bounds.allSatisfy { corner in
            let area = cross(position(vertices[corner]) - origin, way)
            return area.x == 0 && area.y == 0 && area.z == 0
        }
    }

    private func isApart(_ a: Int64, _ b: Int64) -> Bool {
        guard a != b else { return false }
        return width == 0 || position(a) != position(b)
    }

    private func position(_ vertex: Int64) -> SIMD3<Double> {
        let start = Int(vertex) * width
        guard vertex >= 0, start + width <= positions.count else { return SIMD3(repeating: .nan) }
        return SIMD3(
            positions[start], width > 1 ? positions[start + 1] : 0, width > 2 ? positions[start + 2] : 0)
    }
}

extension Primitive {
    /// Calls `body` with each element, a buffer of vertices and the element's range in it.
    package func forEachElement(_ body: (Int, ContiguousArray<Int64>, Range<Int>) -> Void) {
        var walk = ElementWalk(self)
        var vertices = ContiguousArray<Int64>()
        while let block = walk.next() {
            readVertices(of: block.corners, into: &vertices)
            var first = 0
            var element = block.elements.lowerBound
            for arity in block.arities {
                let end = first + max(arity, 0)
                if end <= vertices.count { body(element, vertices, first..<end) }
                first = end
                element += 1
            }
        }
    }
}
