internal import MeshModel

/// A walk over the triangles that a scene shows, in world space, block by block; other elements are left out.
struct ShownTriangles {
    private let scene: MeshScene
    private var places: [(instance: Instance, primitive: Int)] = []
    private var walk: ElementWalk?
    private var positions: CornerPositions
    private var points = ContiguousArray<SIMD3<Double>>()
    /// The primitive that the block is of, and the place where it is shown.
    private(set) var primitive = Primitive.cloud(vertexSet: 0, count: 0)
    private(set) var transform = Affine.identity
    private(set) var isMirrored = false
    /// Whether the block is the first one of another primitive or place.
    private(set) var isFirst = false

    init(_ scene: MeshScene) {
        self.scene = scene
        positions = CornerPositions(scene)
        for instance in NodeWalk(scene).shown.reversed() {
            let primitives = scene.meshes[instance.mesh].primitives
            for index in primitives.indices.reversed()
            where primitives[index].isTriangles && scene.vertexSets.indices.contains(primitives[index].vertexSet) {
                places.append((instance, index))
            }
        }
    }

    /// Goes on to the next block; nil at the end.
    mutating func next() -> ElementWalk.Block? {
        isFirst = false
        while true {
            if let block = walk?.next() {
                positions.read(block.corners, of: primitive, into: &points)
                for corner in points.indices { points[corner] = transform.applied(to: points[corner]) }
                return block
            }
            guard let place = places.popLast() else { return nil }
            primitive = scene.meshes[place.instance.mesh].primitives[place.primitive]
            transform = place.instance.transform
            isMirrored = transform.determinant < 0
            walk = ElementWalk(primitive)
            isFirst = true
        }
    }

    /// The corners of a triangle of the block.
    func corners(_ triangle: Int) -> (a: SIMD3<Double>, b: SIMD3<Double>, c: SIMD3<Double>) {
        (points[triangle * 3], points[triangle * 3 + 1], points[triangle * 3 + 2])
    }
}
