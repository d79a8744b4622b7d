import MeshBytes
public import MeshFormats
public import MeshModel

/// What is in a file: counts, sizes, attributes and what they hold.
public struct Info: Sendable {
    /// How much of everything there is.
    public struct Totals: Sendable, Hashable {
        /// Vertices.
        public var positions = 0
        /// Corners of faces.
        public var corners = 0
        /// Faces of any number of corners.
        public var faces = 0
        /// Triangles that the faces are: one of n corners is n − 2.
        public var triangles = 0
        /// Lines, each of any number of segments.
        public var lines = 0
        /// Points that are shown as points.
        public var points = 0
    }

    /// A box along the axes.
    public struct Bounds: Sendable, Hashable {
        /// The smallest coordinates, in scene units.
        public var minimum: SIMD3<Double>
        /// The largest coordinates, in scene units.
        public var maximum: SIMD3<Double>
    }

    /// An attribute and the range of its values.
    public struct AttributeFacts: Sendable, Hashable {
        /// What it means.
        public var semantic: AttributeSemantic
        /// What has a value each.
        public var interpolation: Interpolation
        /// The type of a value.
        public var type: ScalarType
        /// How many values a row has.
        public var components: Int
        /// Whether integers stand for fractions of their largest value.
        public var normalized: Bool
        /// For colours, how they are encoded.
        public var colorSpace: Frame.ColorSpace?
        /// How many rows there are.
        public var count: Int
        /// Whether corners refer to rows by index.
        public var indexed: Bool
        /// The smallest and the largest finite value as stored; nil when there is none.
        public var range: ClosedRange<Double>?
        /// How many values are NaN or infinite.
        public var nonFiniteCount: Int
    }

    /// A primitive of a mesh.
    public struct PrimitiveFacts: Sendable, Hashable {
        /// The mesh.
        public var mesh: Int
        /// The vertex set.
        public var vertexSet: Int
        /// `points`, `lines`, `triangles` or `polygons`.
        public var topology: String
        /// How many elements there are.
        public var count: Int
        /// The material, when all elements have the same one.
        public var material: Int?
        /// All materials that elements have, ascending.
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
        /// How many sets there are.
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
    /// Stored data, counted once.
    public let totals: Totals
    /// What the scene shows: instances count as often as they are shown.
    public let instanced: Totals
    /// Around all finite positions of what is shown, in world space; nil when there is none.
    public let bounds: Bounds?
    /// The primitives, mesh by mesh.
    public let primitives: [PrimitiveFacts]
    /// How the faces hang together; nil without faces.
    public let surface: Surface?
    /// The scene, for names and the rest.
    public let scene: Scene
    /// What only the format itself can say.
    public let residue: [Residue]
    /// What the reader noticed.
    public let diagnostics: [Diagnostic]
    /// What the file holds, in a form that does not depend on its format.
    public let digest: Digest
    /// The variants that would keep everything.
    public let keptBy: [String]

    /// Looks at everything in a document, in time linear in its size.
    ///
    /// - Parameters:
    ///   - document: what was read.
    ///   - path: the file's path as given.
    ///   - pipeline: the formats to ask which would keep everything; nil: none is asked.
    ///   - execution: how many threads look at it.
    public init(
        _ document: Document, path: String, pipeline: Pipeline? = Pipeline(), execution: Execution = Execution()
    ) {
        self.path = path
        format = document.format
        variant = document.variant
        byteCount = document.byteCount
        scene = document.scene
        residue = document.residue
        diagnostics = document.diagnostics
        totals = Totals(storedIn: scene)
        let shown = Shown(scene)
        instanced = shown.totals
        bounds = shown.bounds
        primitives = PrimitiveFacts.all(in: scene)
        let facts = SlowFacts(document, path, pipeline, execution)
        surface = facts.surface
        digest = facts.digest
        keptBy = facts.keptBy
    }
}

/// What takes long to find out and needs nothing of each other: on several threads at once.
private struct SlowFacts {
    var surface: Info.Surface?
    var digest = Digest(Scene())
    var keptBy: [String] = []

    /// One of them.
    private enum Fact: Sendable {
        case keptBy([String])
        case surface(Info.Surface?)
        case digest(Digest)
    }

    init(_ document: Document, _ path: String, _ pipeline: Pipeline?, _ execution: Execution) {
        // The longest first.
        let facts = Parallel.map(3, threads: execution.threads) { number -> Fact in
            switch number {
            case 0:
                let plan = pipeline.map { Plan(document, path: path, pipeline: $0) }
                return .keptBy(plan?.targets.filter(\.isLossless).map(\.variant) ?? [])
            case 1: return .surface(Info.Surface(document.scene))
            default: return .digest(Digest(document.scene))
            }
        }
        for fact in facts {
            switch fact {
            case .keptBy(let variants): keptBy = variants
            case .surface(let found): surface = found
            case .digest(let found): digest = found
            }
        }
    }
}
