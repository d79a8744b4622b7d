internal import MeshModel

/// Colours of vertices from pictures.
struct PaintedColors: Sendable {
    /// Red, green and blue times weight, and the weight, for each vertex.
    private var sums: ContiguousArray<SIMD4<Float>>

    init(vertexCount: Int) { sums = ContiguousArray(repeating: SIMD4(), count: vertexCount) }

    /// What a picture shows of the vertices: colours times weights, and weights.
    static func observations(
        _ view: PictureView, _ mesh: PaintedMesh, _ workers: some Workers
    ) -> ContiguousArray<SIMD4<Float>> {
        let parts = workers.map(pieces: 1 << 13, of: mesh.positions.count) { range in
            ContiguousArray(
                range.map { vertex -> SIMD4<Float> in
                    let p = mesh.positions[vertex]
                    let cosine = view.cosine(p, mesh.vertexNormals[vertex])
                    guard cosine > PictureView.leastCosine else { return SIMD4() }
                    return view.sample(view.toCamera(p), cosine: cosine)
                })
        }
        return ContiguousArray(parts.joined())
    }

    /// Adds a picture, brighter by `gain`.
    mutating func add(_ observations: ContiguousArray<SIMD4<Float>>, gain: SIMD3<Float>) {
        let factor = SIMD4(gain, 1)
        for vertex in observations.indices { sums[vertex] += observations[vertex] * factor }
    }

    /// The colour of each vertex; that of the mesh where no picture saw it.
    func colors(_ mesh: PaintedMesh) -> ContiguousArray<SIMD3<Float>> {
        ContiguousArray(sums.indices.map { isSeen($0) ? Self.mean(sums[$0]) : mesh.color($0) })
    }

    /// Whether a picture saw a vertex.
    @inline(__always) func isSeen(_ vertex: Int) -> Bool { sums[vertex].w > 0 }

    private static func mean(_ sum: SIMD4<Float>) -> SIMD3<Float> { SIMD3(sum.x, sum.y, sum.z) / sum.w }

    static func bytes(_ color: SIMD3<Float>) -> SIMD3<UInt8> {
        SIMD3<UInt8>(
            (color + 0.5).clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 255)), rounding: .down)
    }
}
