import MeshFormats
import MeshModel

/// Normals for vertices whose own has no direction: the mean of the faces at the vertex, weighted by area, or +Z if no
/// face has a normal.
struct GLTFFaceNormals: Sendable {
    /// The set of the scene.
    private(set) var set = 0
    /// For each vertex of the file, the index of its normal; −1: it has its own. Empty: all have their own.
    private var places: ContiguousArray<Int32> = []
    private var sums: ContiguousArray<SIMD3<Double>> = []

    /// Creates no normals: all vertices have their own.
    init() {}

    /// Creates normals of some vertices. With `copiesShare`, all copies of a vertex have the same one.
    ///
    /// - Parameter bare: the vertices of the file that need a normal, ascending.
    init(_ bare: ContiguousArray<Int32>, _ vertices: GLTFVertices, copiesShare: Bool) {
        set = vertices.set
        places = ContiguousArray(repeating: -1, count: vertices.count)
        var placeOf: [Int32: Int32] = [:]
        for vertex in bare {
            let origin = vertices.rows?[Int(vertex)] ?? vertex
            let next = Int32(clamping: sums.count)
            let place = copiesShare ? placeOf[origin] ?? next : next
            if place == next { sums.append(.zero) }
            if copiesShare, vertices.copyCount > 0 { placeOf[origin] = place }
            places[Int(vertex)] = place
        }
    }

    /// Whether all vertices have normals of their own.
    var isEmpty: Bool { sums.isEmpty }

    /// Whether a vertex has no normal of its own.
    func isBare(_ vertex: Int) -> Bool { places[vertex] >= 0 }

    /// Adds a face to a vertex's normal. `cross` is the face's normal, with twice its area as the length.
    mutating func add(_ cross: SIMD3<Double>, at vertex: Int) {
        if places[vertex] >= 0 { sums[Int(places[vertex])] += cross }
    }

    /// The unit normal of a vertex of the file.
    func normal(_ vertex: Int) -> SIMD3<Float> {
        let up = SIMD3<Double>(0, 0, 1)
        guard places.indices.contains(vertex), places[vertex] >= 0 else { return SIMD3(up) }
        return SIMD3(GLTFPackedRows.direction(of: sums[Int(places[vertex])]) ?? up)
    }
}

extension GLTFPlanner {
    /// The normals for vertices whose own has no direction.
    func faceNormals(
        _ plan: GLTFAttributePlan, _ vertices: GLTFVertices, _ sets: GLTFVertexSets
    ) -> GLTFFaceNormals {
        let bare = Self.bareRows(plan.rows)
        guard !bare.isEmpty else { return GLTFFaceNormals() }
        var normals = GLTFFaceNormals(bare, vertices, copiesShare: plan.isOfVertices)
        guard let position = scene.vertexSets[vertices.set].attribute(.position)?.values, position.components >= 3
        else { return normals }
        var places = ContiguousArray<Double>()
        position.read(0..<position.count, into: &places)
        let width = position.components
        func place(_ vertex: Int) -> SIMD3<Double> {
            let start = (vertices.rows.map { Int($0[vertex]) } ?? vertex) * width
            return SIMD3(places[start], places[start + 1], places[start + 2])
        }
        func add(_ corners: (Int, Int, Int)) {
            guard normals.isBare(corners.0) || normals.isBare(corners.1) || normals.isBare(corners.2) else { return }
            let start = place(corners.0)
            let normal = cross(place(corners.1) - start, place(corners.2) - start)
            normals.add(normal, at: corners.0)
            normals.add(normal, at: corners.1)
            normals.add(normal, at: corners.2)
        }
        func addFaces(_ corners: ContiguousArray<some BinaryInteger>) {
            for corner in stride(from: 0, to: corners.count - 2, by: 3) {
                add((Int(corners[corner]), Int(corners[corner + 1]), Int(corners[corner + 2])))
            }
        }
        for part in sets.parts(over: vertices.set) where part.mode == 4 {
            if let own = part.vertices { addFaces(own) } else { part.forEachBlock { own, _ in addFaces(own) } }
        }
        return normals
    }

    /// The rows whose vectors have no direction.
    private static func bareRows(_ rows: GLTFPackedRows) -> ContiguousArray<Int32> {
        var bare = ContiguousArray<Int32>()
        for block in rows.blocks {
            let vectors = GLTFPackedRows.vectors(rows.source(block), rows.attribute.normalized)
            for (index, vector) in vectors.enumerated() {
                if rows.hasSource(block.lowerBound + index), GLTFPackedRows.unit(vector) != nil { continue }
                bare.append(Int32(clamping: block.lowerBound + index))
            }
        }
        return bare
    }
}
