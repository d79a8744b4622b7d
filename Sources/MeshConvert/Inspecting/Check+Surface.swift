import MeshModel
import MeshOperations

extension Check {
    /// The connectivity of a scene's faces. Vertices at the same position count as one.
    public struct Surface: Sendable, Hashable {
        /// The number of connected components.
        public var pieces = 0
        /// The number of edges with one face only: the rim of a hole.
        public var openEdges = 0
        /// The number of edges with more than two faces.
        public var nonManifoldEdges = 0

        /// Creates a surface from existing counts.
        public init(pieces: Int, openEdges: Int, nonManifoldEdges: Int) {
            self.pieces = pieces
            self.openEdges = openEdges
            self.nonManifoldEdges = nonManifoldEdges
        }

        /// Counts the pieces, and takes the edges from what was found; nil when there are no faces.
        init?(_ scene: MeshScene, _ statistics: MeshStatistics, _ findings: [MeshFinding]) {
            guard scene.hasFaces else { return nil }
            pieces = statistics.pieces().count
            openEdges = findings.first { $0.kind == .openEdge }?.count ?? 0
            nonManifoldEdges = findings.first { $0.kind == .nonManifoldEdge }?.count ?? 0
        }
    }
}

extension MeshScene {
    /// Whether any mesh has faces.
    var hasFaces: Bool {
        meshes.contains { mesh in mesh.primitives.contains { $0.topology == .polygons && $0.elementCount > 0 } }
    }
}
