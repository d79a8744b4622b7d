internal import MeshModel

/// Normals, colours and texture coordinates of the corners of a piece.
struct PieceValues {
    private var normals = ContiguousArray<SIMD4<Float>>()
    private var colors = ContiguousArray<SIMD4<Float>>()
    private var coordinates: [ContiguousArray<SIMD4<Float>>] = []
    private let transform: Affine

    init(_ part: ShownScene.Part, _ block: ElementWalk.Block, _ vertices: ContiguousArray<Int64>) {
        transform = part.normalTransform
        normals = part.normals?.read(block, vertices: vertices, missing: SIMD4()) ?? []
        colors = part.colors?.read(block, vertices: vertices, missing: SIMD4(repeating: 1)) ?? []
        let nowhere = SIMD4<Float>(repeating: .nan)
        coordinates = part.coordinates.map {
            $0?.read(block, vertices: vertices, missing: nowhere) ?? []
        }
    }

    /// The normal of a corner in world space; nil if it has none.
    func normal(_ corner: Int) -> SIMD3<Double>? {
        guard corner < normals.count else { return nil }
        let own = normals[corner]
        let normal = transform.applied(to: SIMD3(Double(own.x), Double(own.y), Double(own.z)))
        let length = normal.length
        return length > 0 && length.isFinite ? normal : nil
    }

    /// The normal of a corner on the side of `side`, in world space; nil if it has none.
    func normal(_ corner: Int, towards side: SIMD3<Double>) -> SIMD3<Double>? {
        guard let normal = normal(corner) else { return nil }
        return dot(normal, side) < 0 ? -normal : normal
    }

    /// Linear light and alpha of a corner without its texture.
    func color(_ corner: Int, _ look: SurfaceTint) -> SIMD4<Float> {
        look.usesVertexColors && corner < colors.count ? colors[corner] * look.color : look.color
    }

    /// The texture coordinates of a corner for colour and for emission; NaN where it has none.
    func coordinates(_ corner: Int, _ look: SurfaceTint) -> SIMD4<Float> {
        func place(_ set: Int?) -> SIMD2<Float> {
            guard let set, corner < coordinates[set].count else { return SIMD2(repeating: .nan) }
            return coordinates[set][corner].lowHalf
        }
        return SIMD4(lowHalf: place(look.colorSet), highHalf: place(look.emissionSet))
    }
}
