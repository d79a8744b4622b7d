/// The origin of each part of a written scene: the gather indices that the writer used anyway.
///
/// Global numbering: the vertices of all vertex sets one after the other; the elements of each topology over all meshes
/// and primitives in order; the corners of those elements in order. It is a certificate that the comparison checks: a
/// wrong one can create differences but never hide one. It describes the scene that was written, which ``steps`` derive
/// from the source.
public struct Correspondence: Sendable {
    /// Target row → source row.
    public enum Mapping: Sendable {
        /// Row `i` comes from row `i`.
        case identity
        /// Row `i` comes from row `rows[i]`; −1: generated.
        case gather(ContiguousArray<Int32>)
        /// Row `i` comes from row `column[i]`: vertex indices of the source, used directly.
        ///
        /// All values are valid source rows and fit into an Int32.
        case column(Column)

        /// The source row of each target row, −1 for generated rows; nil for identity.
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

    /// The conversion of a target value back to a source value before they are compared.
    public enum Codec: Sendable, Hashable {
        /// No conversion.
        case identity
        /// A float that represents a normalised integer of this type: the nearest code.
        case normalized(ScalarType)
        /// Multiplication by a factor: for colours that the source counts 0…255 in floats.
        case scaled(Double)
        /// A colour in the other colour space: converted to the source's space and rounded to the source's type, or its
        /// nearest code. Alpha is unchanged.
        case transferred
        /// Vertically flipped texture coordinates: ``UVFlip/restored(_:storedAs:)``, rounded to the source's type.
        case flippedV
        /// A quantity in another ``Frame/Encoding``: converted to the source's and rounded to its type.
        case encoded
        /// The shortest decimal of a float32: for text that was written from other types.
        case decimal
        /// A position relative to an offset: its value, plus the remainder beyond its precision in attribute `rest` of
        /// the same vertices, plus the offset. The nodes that show the vertices are translated by the offset.
        case offset(SIMD3<Double>, rest: AttributeSemantic?)
    }

    /// An attribute (or pool, or table column) of the target and its source attribute.
    public struct AttributeLink: Sendable, Hashable {
        /// The path in the source, such as `/vertexSets/0/COLOR_0`.
        public var source: String
        /// The path in the target.
        public var target: String
        /// The conversion of the target's values back to the source's.
        public var codec: Codec

        /// Creates a link.
        public init(_ source: String, _ target: String, codec: Codec = .identity) {
            self.source = source
            self.target = target
            self.codec = codec
        }
    }

    /// The operations on the source before it was written, first to last.
    public var steps: [Step] = []
    /// The mapping of vertices, over all vertex sets.
    public var vertices: Mapping = .identity
    /// The mapping of elements, over all primitives of a topology; a missing topology means identity.
    public var elements: [Topology: Mapping] = [:]
    /// The attributes that arrived. A source attribute without a link is missing in the target.
    public var attributes: [AttributeLink] = []
    /// The source node of each target node; nil: generated.
    public var nodes: [Int?] = []
    /// The source mesh of each target mesh; nil: generated.
    public var meshes: [Int?] = []
    /// The source material of each target material; nil: generated.
    public var materials: [Int?] = []
    /// The source variant of materials of each target variant; nil: generated.
    public var variants: [Int?] = []
    /// The source texture of each target texture; nil: generated.
    public var textures: [Int?] = []
    /// The source image of each target image; nil: generated.
    public var images: [Int?] = []
    /// The source camera of each target camera; nil: generated.
    public var cameras: [Int?] = []
    /// The source light of each target light; nil: generated.
    public var lights: [Int?] = []
    /// The source skin of each target skin; nil: generated.
    public var skins: [Int?] = []
    /// The source clip of each target clip; nil: generated.
    public var clips: [Int?] = []
    /// The share of the shown size within which points must stand where they stood, at rest and while clips move them.
    ///
    /// Nil: what moves is compared part by part. A share is for formats that say it in other parts: then it doesn't
    /// matter how joints, weights and keys are stored, but what they show.
    public var motionTolerance: Double?
    /// How much farther points that move may stand from where they stood, as a distance: what is told of rounding that
    /// doesn't shrink with what is shown.
    package var motionDistance = 0.0
    /// The source table of each target table; nil: generated.
    public var tables: [Int?] = []

    /// The correspondence for readers that know the file's origin record, if its numbering differs: one element, or
    /// empty.
    ///
    /// Its vertices, elements and steps are those of this correspondence.
    public var restored: [Correspondence] = []
    /// Whether such a reader removes painted textures.
    public var takesPaintingAway = false
    /// Whether such a reader removes packed textures.
    public var takesPackingAway = false
    /// Whether such a reader restores polygons from triangles: elements are then counted as in the source.
    public var restoresPolygons = false
    /// The elements that such a reader builds, if known: polygons restored from triangles, polylines from segments,
    /// primitives joined from several.
    public var restoredElements: [Topology: Mapping] = [:]

    /// Creates a correspondence without links.
    public init() {}

    /// The correspondence for a reader that knows the file's origin record.
    public var forOwnReader: Correspondence {
        guard var own = restored.first else { return self }
        own.steps = steps
        if own.takesPaintingAway {
            own.steps.removeAll { step in if case .painted = step { true } else { false } }
        }
        if own.takesPackingAway {
            own.steps.removeAll { step in if case .packed = step { true } else { false } }
        }
        own.vertices = vertices
        own.elements = elements.merging(own.restoredElements) { _, restored in restored }
        if own.restoresPolygons {
            own.steps.removeAll { step in if case .triangulated = step { true } else { false } }
        }
        return own
    }
}
