/// Something about a mesh that whoever prints, simulates or shows it should know.
public struct MeshFinding: Hashable, Sendable {
    /// What was found; the raw value is a stable code.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Elements with a corner on a vertex that does not exist. Nothing else is said of them.
        case missingVertex = "index.out-of-range"
        /// Faces of fewer than three corners.
        case tooFewCorners = "face.too-few-corners"
        /// Faces that stand on a vertex twice.
        case repeatedCorner = "face.repeated-corner"
        /// Faces of different vertices that lie on one line.
        case zeroArea = "face.zero-area"
        /// Faces that go round the vertices of an earlier one in the same direction.
        case duplicate = "face.duplicate"
        /// Faces that go round the vertices of an earlier one in the other direction.
        case reversedDuplicate = "face.duplicate-reversed"
        /// Faces that have the vertices of an earlier one in another order.
        case reorderedDuplicate = "face.duplicate-reordered"
        /// Edges of one face.
        case openEdge = "edge.open"
        /// Edges of more than two faces.
        case nonManifoldEdge = "edge.non-manifold"
        /// Edges of two faces that go through them in the same direction.
        case inconsistentEdge = "edge.inconsistent"
        /// Vertices on which no corner stands.
        case unreferencedVertex = "vertex.unreferenced"
        /// Vertices with a position that is NaN or infinite.
        case nonFinitePosition = "vertex.non-finite"
        /// Normals whose length is further than 1 % from 1; those that are zero or not finite among them.
        case nonUnitNormal = "normal.not-unit"
    }

    /// Where something is.
    public struct Place: Hashable, Sendable {
        /// The primitive, vertex set, attribute or pool, as `ScenePath` names it.
        public var path: String
        /// The element, vertex or row of it.
        public var index: Int

        /// A place from its parts.
        public init(path: String, index: Int) {
            self.path = path
            self.index = index
        }
    }

    /// What was found.
    public var kind: Kind
    /// How often.
    public var count: Int
    /// The first of them; of edges the first face that has one.
    public var first: Place

    /// A finding from its parts.
    public init(_ kind: Kind, count: Int, first: Place) {
        self.kind = kind
        self.count = count
        self.first = first
    }
}
