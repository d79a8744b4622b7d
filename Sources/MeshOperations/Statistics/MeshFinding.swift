/// A property of a mesh that matters when it is printed, simulated or rendered.
public struct MeshFinding: Hashable, Sendable {
    /// The kind of finding; the raw value is a stable code.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Elements with a corner on a vertex that does not exist. They get no other finding.
        case missingVertex = "index.out-of-range"
        /// Faces of fewer than three corners.
        case tooFewCorners = "face.too-few-corners"
        /// Faces that use a vertex twice.
        case repeatedCorner = "face.repeated-corner"
        /// Faces of distinct vertices that lie on one line.
        case zeroArea = "face.zero-area"
        /// Faces with the vertices of an earlier one in the same direction.
        case duplicate = "face.duplicate"
        /// Faces with the vertices of an earlier one in the opposite direction.
        case reversedDuplicate = "face.duplicate-reversed"
        /// Faces with the vertices of an earlier one in another order.
        case reorderedDuplicate = "face.duplicate-reordered"
        /// Edges of one face.
        case openEdge = "edge.open"
        /// Edges of more than two faces.
        case nonManifoldEdge = "edge.non-manifold"
        /// Edges of two faces that traverse them in the same direction.
        case inconsistentEdge = "edge.inconsistent"
        /// Vertices that no corner uses.
        case unreferencedVertex = "vertex.unreferenced"
        /// Vertices with a position that is NaN or infinite.
        case nonFinitePosition = "vertex.non-finite"
        /// Normals whose length differs from 1 by more than 1 %, including zero and non-finite ones.
        case nonUnitNormal = "normal.not-unit"
    }

    /// The location of a finding.
    public struct Place: Hashable, Sendable {
        /// The primitive, vertex set, attribute or pool, as `ScenePath` names it.
        public var path: String
        /// The index of the element, vertex or row in it.
        public var index: Int

        /// Creates a place.
        public init(path: String, index: Int) {
            self.path = path
            self.index = index
        }
    }

    /// The kind of finding.
    public var kind: Kind
    /// The number of occurrences.
    public var count: Int
    /// The first occurrence; for edges the first face with such an edge.
    public var first: Place

    /// Creates a finding.
    public init(_ kind: Kind, count: Int, first: Place) {
        self.kind = kind
        self.count = count
        self.first = first
    }
}
