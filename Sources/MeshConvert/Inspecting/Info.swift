public import MeshFormats
public import MeshModel

/// The contents of a file: counts, sizes, attributes and their values.
public struct Info: Sendable {
    /// Total counts.
    public struct Totals: Sendable, Hashable {
        /// The number of vertices.
        public var positions = 0
        /// The number of face corners.
        public var corners = 0
        /// The number of faces with any number of corners.
        public var faces = 0
        /// The number of triangles in the faces: a face with n corners counts n − 2.
        public var triangles = 0
        /// The number of lines, each with any number of segments.
        public var lines = 0
        /// The number of points as elements.
        public var points = 0
    }

    /// An axis-aligned box.
    public struct Bounds: Sendable, Hashable {
        /// The smallest coordinates, in scene units.
        public var minimum: SIMD3<Double>
        /// The largest coordinates, in scene units.
        public var maximum: SIMD3<Double>
    }

    /// An attribute and the range of its values.
    public struct AttributeFacts: Sendable, Hashable {
        /// The meaning of the attribute.
        public var semantic: AttributeSemantic
        /// The kind of element that has a value each.
        public var interpolation: Interpolation
        /// The type of a value.
        public var type: ScalarType
        /// The number of values in a row.
        public var components: Int
        /// Whether integers are fractions of their largest value.
        public var normalized: Bool
        /// The encoding of colours.
        public var colorSpace: Frame.ColorSpace?
        /// The number of rows.
        public var count: Int
        /// Whether corners refer to rows by index.
        public var indexed: Bool
        /// The range of finite values as stored; nil when there are none.
        public var range: ClosedRange<Double>?
        /// The number of values that are NaN or infinite.
        public var nonFiniteCount: Int
    }

    /// A primitive of a mesh.
    public struct PrimitiveFacts: Sendable, Hashable {
        /// The index of the mesh.
        public var mesh: Int
        /// The index of the vertex set.
        public var vertexSet: Int
        /// `points`, `lines`, `triangles` or `polygons`.
        public var topology: String
        /// The number of elements.
        public var count: Int
        /// The material that all elements share; nil: they differ or have none.
        public var material: Int?
        /// All materials in use, ascending.
        public var materials: [Int]
        /// The attributes of its vertices, corners and elements.
        public var attributes: [AttributeFacts]
        /// The families of named sets of elements.
        public var families: [FamilyFacts]
    }

    /// Named sets of elements that belong together, such as OBJ's groups.
    public struct FamilyFacts: Sendable, Hashable {
        /// The family's name.
        public var name: String
        /// The number of sets.
        public var count: Int
    }

    /// The path as given.
    public let path: String
    /// The format's id.
    public let format: String
    /// The variant's id.
    public let variant: String
    /// The size of the file.
    public let byteCount: Int
    /// The totals of stored data, counted once.
    public let totals: Totals
    /// The totals of the scene, counted for each instance.
    public let instanced: Totals
    /// The bounds of all finite positions in the scene, in world space and at rest; nil when there are none.
    public let bounds: Bounds?
    /// The primitives, mesh by mesh.
    public let primitives: [PrimitiveFacts]
    /// The scene, for names and the rest.
    public let scene: MeshScene
    /// The native facts that the scene does not hold.
    public let residue: [Residue]
    /// The reader's diagnostics.
    public let diagnostics: [Diagnostic]
    /// The digest of the contents, independent of the format; nil: it takes long, and nobody asked for it.
    public let digest: Digest?
    /// The variants that would keep everything; nil: nobody asked for them.
    public let keptBy: [String]?

    /// The most vertices and corners of a file whose digest is computed unasked: it takes about 10 ms.
    private static let mostDigestedRows = 1 << 18

    /// Collects the facts about a document, in the time of a look at each number.
    ///
    /// - Parameters:
    ///   - document: the document.
    ///   - path: the file's path as given.
    ///   - pipeline: the formats to test for ``keptBy``, which takes several times as long; nil: none is tested.
    ///   - isDigested: whether to compute the digest of a large file, too.
    public init(_ document: Document, path: String, pipeline: Pipeline? = nil, isDigested: Bool = false) {
        self.path = path
        format = document.format
        variant = document.variant
        byteCount = document.byteCount
        scene = document.scene
        // Files that are missing are in the diagnostics; what is restated is in the scene.
        residue = document.residue.filter { !$0.isMissing && !$0.isRestated }
        diagnostics = document.diagnostics
        totals = Totals(storedIn: scene)
        let shown = Shown(scene.atRest)
        instanced = shown.totals
        bounds = shown.bounds
        primitives = PrimitiveFacts.all(in: scene)
        let isSmall = totals.positions + totals.corners <= Self.mostDigestedRows
        digest = isDigested || isSmall ? Digest(scene) : nil
        keptBy = pipeline.map { pipeline in
            Plan(document, path: path, pipeline: pipeline).targets.filter(\.isLossless).map(\.variant)
        }
    }
}
