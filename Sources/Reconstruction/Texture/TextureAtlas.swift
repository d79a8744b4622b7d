public import MeshModel

/// Pages of colours, and where the corners of a mesh's faces lie on them.
public struct TextureAtlas: Sendable {
    /// A page: `side` rows of `side` pixels from the top, three sRGB bytes each.
    public struct Page: Sendable, Hashable {
        /// The pixels of a row, and the number of rows.
        public var side: Int
        /// The pixels.
        public var rgb: [UInt8]
    }

    /// The pages, one or more.
    public internal(set) var pages: [Page]
    /// The page of each face.
    public let facePages: ContiguousArray<Int32>
    /// Texture coordinates: two numbers a row, 0 … 1 from the top left of a page.
    public let coordinates: ContiguousArray<Float>
    /// For each corner its row of ``coordinates``; corners of a chart that share a vertex share the row.
    public let cornerRows: ContiguousArray<UInt32>
    /// The number of charts: pieces of surface that lie on a page in one piece.
    public let chartCount: Int
    /// The side of a texel on the surface, in metres.
    public let texelSize: Double
    /// The number of faces that pictures show.
    public internal(set) var texturedFaceCount = 0
    /// The number of faces that no picture shows: their texels have the vertices' colours.
    public internal(set) var unseenFaceCount = 0
    /// The number of faces without an area or with vertices that don't exist or aren't finite; the first texel is
    /// theirs.
    public let unusableFaceCount: Int

    init(_ layout: AtlasLayout, _ mesh: PaintedMesh) {
        pages = []
        chartCount = layout.charts.count
        texelSize = Double(layout.texel)
        (coordinates, cornerRows) = layout.coordinates(mesh)
        var pages = ContiguousArray<Int32>(repeating: 0, count: mesh.faceCount)
        for chart in layout.charts.indices {
            for face in layout.charts[chart].faces { pages[Int(face)] = Int32(layout.places[chart].page) }
        }
        facePages = pages
        unusableFaceCount = mesh.areas.reduce(0) { $0 + ($1 > 0 ? 0 : 1) }
    }

    /// The texture coordinates as the model has them: a pool of a vertex set, and the rows of a primitive's corners.
    ///
    /// - Parameter pool: the number that the pool gets in its set.
    public func modelCoordinates(pool: Int) -> (pool: Attribute, corners: CornerAttribute) {
        (
            Attribute(.texCoord(0), Column(coordinates, components: 2), frame: .topLeftUV),
            CornerAttribute(pool: pool, indices: Column(cornerRows))
        )
    }
}
