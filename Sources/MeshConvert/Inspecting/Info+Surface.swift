import MeshModel
import MeshOperations

extension Info {
    /// How the faces of a scene hang together: vertices in one place count as one.
    public struct Surface: Sendable, Hashable {
        /// How many parts share no vertex.
        public var pieces = 0
        /// How many edges belong to one face only: the rim of a hole.
        public var openEdges = 0
        /// How many edges belong to more than two faces.
        public var nonManifoldEdges = 0

        /// Counts from elsewhere.
        public init(pieces: Int, openEdges: Int, nonManifoldEdges: Int) {
            self.pieces = pieces
            self.openEdges = openEdges
            self.nonManifoldEdges = nonManifoldEdges
        }

        /// Counts over all faces; nil when there are none. Linear time.
        init?(_ scene: Scene) {
            guard
                scene.meshes.contains(where: { mesh in
                    mesh.primitives.contains { $0.topology == .polygons && $0.elementCount > 0 }
                })
            else { return nil }
            let statistics = MeshStatistics(scene, identity: .position)
            let edges = statistics.edges()
            pieces = statistics.pieces().count
            openEdges = edges.open
            nonManifoldEdges = edges.nonManifold
        }
    }
}
