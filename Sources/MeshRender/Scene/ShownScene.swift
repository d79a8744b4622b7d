internal import MeshModel

/// The primitives that a scene shows, each as often as nodes show it, in pieces that can be drawn one by one.
struct ShownScene: Sendable {
    /// A primitive at a place.
    struct Part: Sendable {
        var primitive: Primitive
        var transform: Affine
        var isMirrored: Bool
        var positions: ContiguousArray<Double>
        /// The number of axes that positions have.
        var axes: Int
        var normals: CornerSource?
        var normalTransform: Affine
        var colors: CornerSource?
        /// The shapes of splats; nil: points are discs.
        var splats: SplatShapes?
        /// Texture coordinates by the index of their set in ``SceneLooks/texCoordSets``.
        var coordinates: [CornerSource?]
        /// The index in ``SceneLooks/looks`` of each element's material; one for all if there is one.
        var looks: ContiguousArray<Int32>
    }

    /// Some consecutive elements of a part.
    struct Piece: Sendable {
        var part: Int
        var firstElement: Int
    }

    static let elementsPerPiece = 8192

    private(set) var parts: [Part] = []
    private(set) var pieces: [Piece] = []

    /// Whether nothing but splats is shown.
    var isSplats: Bool { parts.allSatisfy { $0.splats != nil } }

    /// - Throws: an error if there are polygons that aren't triangles.
    init(_ scene: MeshScene, _ looks: SceneLooks) throws(RenderError) {
        var sources = CornerSources()
        var positions: [Int: (numbers: ContiguousArray<Double>, axes: Int)] = [:]
        var splats: [Int: SplatShapes] = [:]
        for instance in NodeWalk(scene).shown {
            for (index, primitive) in scene.meshes[instance.mesh].primitives.enumerated() {
                guard primitive.elementCount > 0, scene.vertexSets.indices.contains(primitive.vertexSet) else {
                    continue
                }
                guard primitive.topology != .polygons || primitive.isTriangles else {
                    throw RenderError(
                        "expected triangles, found larger polygons in primitive \(index) of mesh "
                            + "\(instance.mesh); triangulate the scene first")
                }
                let set = scene.vertexSets[primitive.vertexSet]
                guard let place = positions[primitive.vertexSet] ?? Self.positions(set) else { continue }
                positions[primitive.vertexSet] = place
                let normals = sources.source(.normal, components: 3, of: primitive, in: set)
                let coordinates = looks.texCoordSets.map {
                    sources.source(.texCoord($0), components: 2, of: primitive, in: set)
                }
                if primitive.topology == .points, splats[primitive.vertexSet] == nil {
                    splats[primitive.vertexSet] = SplatShapes(set)
                }
                parts.append(
                    Part(
                        primitive: primitive, transform: instance.transform,
                        isMirrored: instance.transform.determinant < 0, positions: place.numbers, axes: place.axes,
                        normals: normals,
                        normalTransform: NormalTransform(instance.transform, storedAs: .float32).matrix,
                        colors: sources.source(.color(0), components: 3, of: primitive, in: set),
                        splats: primitive.topology == .points ? splats[primitive.vertexSet] : nil,
                        coordinates: coordinates, looks: looks.indices(of: primitive)))
                for first in stride(from: 0, to: primitive.elementCount, by: Self.elementsPerPiece) {
                    pieces.append(Piece(part: parts.count - 1, firstElement: first))
                }
            }
        }
    }

    private static func positions(_ set: VertexSet) -> (numbers: ContiguousArray<Double>, axes: Int)? {
        guard let attribute = set.attribute(.position), attribute.offsets == nil, attribute.values.components > 0
        else { return nil }
        var numbers = ContiguousArray<Double>()
        attribute.values.read(0..<attribute.values.count, into: &numbers)
        if attribute.normalized, let most = attribute.values.type.normalizedMaximum {
            for index in numbers.indices { numbers[index] /= most }
        }
        return (numbers, attribute.values.components)
    }

    /// Reads a piece: its elements, the vertices of their corners and the places of these in world space; NaN for
    /// those that don't exist or are beyond float32's range.
    func corners(
        _ piece: Piece
    ) -> (block: ElementWalk.Block, vertices: ContiguousArray<Int64>, points: ContiguousArray<SIMD3<Double>>)? {
        let part = parts[piece.part]
        var walk = ElementWalk(
            part.primitive, from: piece.firstElement, elementsPerBlock: Self.elementsPerPiece)
        guard let block = walk.next() else { return nil }
        var vertices = ContiguousArray<Int64>()
        part.primitive.readVertices(of: block.corners, into: &vertices)
        var points = ContiguousArray<SIMD3<Double>>()
        points.reserveCapacity(vertices.count)
        for vertex in vertices { points.append(part.point(vertex)) }
        return (block, vertices, points)
    }
}

extension ShownScene.Part {
    @inline(__always)
    fileprivate func point(_ vertex: Int64) -> SIMD3<Double> {
        let nowhere = SIMD3(repeating: Double.nan)
        let (start, isFar) = Int(vertex).multipliedReportingOverflow(by: axes)
        guard vertex >= 0, !isFar, start <= positions.count - axes else { return nowhere }
        let point = transform.applied(
            to: SIMD3(positions[start], axes > 1 ? positions[start + 1] : 0, axes > 2 ? positions[start + 2] : 0))
        let most = Double(Float.greatestFiniteMagnitude)
        return abs(point.x) <= most && abs(point.y) <= most && abs(point.z) <= most ? point : nowhere
    }
}

/// The box around everything that a scene shows.
struct SceneBounds: Sendable {
    var lowest = SIMD3(repeating: Double.infinity)
    var highest = SIMD3(repeating: -Double.infinity)

    /// Creates the box; nil if nothing has a place.
    init?(_ scene: ShownScene, _ workers: some Workers) {
        let boxes = workers.map(scene.pieces.count) { index in
            var box = SceneBounds()
            for point in scene.corners(scene.pieces[index])?.points ?? [] where !point.x.isNaN {
                box.lowest = pointwiseMin(box.lowest, point)
                box.highest = pointwiseMax(box.highest, point)
            }
            return box
        }
        for box in boxes {
            lowest = pointwiseMin(lowest, box.lowest)
            highest = pointwiseMax(highest, box.highest)
        }
        if lowest.x > highest.x { return nil }
    }

    private init() {}
}
