import MeshModel
import MeshOperations

extension Info {
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

        /// Counts over all faces in linear time; nil when there are none.
        init?(_ scene: MeshScene) {
            guard scene.hasFaces else { return nil }
            let statistics = MeshStatistics(scene, identity: .position)
            let edges = statistics.edges()
            pieces = statistics.pieces().count
            openEdges = edges.open
            nonManifoldEdges = edges.nonManifold
        }
    }
}

extension MeshScene {
    /// Whether any mesh has faces.
    var hasFaces: Bool {
        meshes.contains { mesh in mesh.primitives.contains { $0.topology == .polygons && $0.elementCount > 0 } }
    }
}
