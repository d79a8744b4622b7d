/// Where each part of a written scene comes from: the gather indices that the writer used anyway.
///
/// Global numbering: the vertices of all vertex sets one after the other; the elements of each topology over all meshes
/// and primitives in order; the corners of those elements in order. It is a certificate that the comparison checks, so
/// a wrong one can create differences and never hide one. All of it speaks of the scene that was written, which
/// ``steps`` derive from the source.
public struct Correspondence: Sendable {
    /// Target row → source row.
    public enum Mapping: Sendable {
        /// Row `i` comes from row `i`.
        case identity
        /// Row `i` comes from row `rows[i]`; −1: generated.
        case gather(ContiguousArray<Int32>)
        /// Row `i` comes from the row that number `i` of a column names: vertex indices of the source, where they are.
        ///
        /// All of them are rows of the source, and fit into an Int32.
        case column(Column)

        /// The source row of each target row, −1 where it is generated; nil where all are their own.
        public var rows: ContiguousArray<Int32>? {
            switch self {
            case .identity: return nil
            case .gather(let rows): return rows
            case .column(let column):
                var rows = ContiguousArray<Int32>()
                column.read(0..<column.count, into: &rows)
                return rows
            }
        }
    }

    /// How a target value is turned back into a source value before the two are compared.
    public enum Codec: Sendable, Hashable {
        /// As it is.
        case identity
        /// A float that stands for a normalised integer of this type: the nearest code.
        case normalized(ScalarType)
        /// Multiplied by a factor: colours that the source counts 0…255 in floats.
        case scaled(Double)
        /// A colour whose target is in the other colour space: turned into the source's, as the source's type rounds it, to
        /// the nearest code where the source has codes. Alpha is as it is.
        case transferred
        /// Texture coordinates that the target counts from the other end: ``UVFlip/restored(_:storedAs:)``, as the source's
        /// type rounds it.
        case flippedV
        /// A quantity that the target has in another ``Frame/Encoding``: turned into the source's, as its type rounds it.
        case encoded
        /// The decimal that the float32's shortest digits spell: text that was written from other types.
        case decimal
        /// A place that the target counts from somewhere else: its number, and what another attribute of the same
        /// vertices has of what the number is too short for, and this offset. What shows the vertices stands as much
        /// further.
        case offset(SIMD3<Double>, rest: AttributeSemantic?)
    }

    /// One attribute (or pool, or table column) of the target and the source attribute that it is.
    public struct AttributeLink: Sendable, Hashable {
        /// The path in the source, such as `/vertexSets/0/COLOR_0`.
        public var source: String
        /// The path in the target.
        public var target: String
        /// How to turn the target's values back.
        public var codec: Codec

        /// A link from its parts.
        public init(_ source: String, _ target: String, codec: Codec = .identity) {
            self.source = source
            self.target = target
            self.codec = codec
        }
    }

    /// What operations did to the source before it was written, first to last.
    public var steps: [Step] = []
    /// Vertices over all vertex sets.
    public var vertices: Mapping = .identity
    /// Elements over all primitives of a topology; a topology that is missing is mapped by identity.
    public var elements: [Topology: Mapping] = [:]
    /// The attributes that arrived. Whatever the source has and no link names is missing in the target.
    public var attributes: [AttributeLink] = []
    /// Target index → source index for nodes, meshes, materials, textures, images, cameras, lights, tables; nil: generated.
    public var nodes: [Int?] = []
    /// Meshes, likewise.
    public var meshes: [Int?] = []
    /// Materials, likewise.
    public var materials: [Int?] = []
    /// Textures, likewise.
    public var textures: [Int?] = []
    /// Images, likewise.
    public var images: [Int?] = []
    /// Cameras, likewise.
    public var cameras: [Int?] = []
    /// Lights, likewise.
    public var lights: [Int?] = []
    /// Tables, likewise.
    public var tables: [Int?] = []

    /// What the parts became for a reader that knows the file's own record, where that is another numbering: one, or none.
    ///
    /// Vertices and elements are those of this correspondence, and so is whatever the other says nothing of.
    public var restored: [Correspondence] = []
    /// Whether that reader takes away what was painted.
    public var takesPaintingAway = false
    /// Whether that reader makes polygons of triangles again: elements are then counted as in the source.
    public var restoresPolygons = false
    /// The elements that reader makes, where that is known: of polygons that are whole again, of lines that were segments,
    /// of primitives that were several.
    public var restoredElements: [Topology: Mapping] = [:]

    /// A correspondence in which nothing was linked yet.
    public init() {}

    /// The correspondence for a reader that knows the file's own record.
    public var forOwnReader: Correspondence {
        guard var own = restored.first else { return self }
        own.steps = steps
        if own.takesPaintingAway {
            own.steps.removeAll { step in if case .painted = step { true } else { false } }
        }
        own.vertices = vertices
        own.elements = elements.merging(own.restoredElements) { _, restored in restored }
        if own.restoresPolygons {
            own.steps.removeAll { step in if case .triangulated = step { true } else { false } }
        }
        return own
    }
}
