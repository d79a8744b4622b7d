extension Correspondence {
    /// What is left of a scene without its hidden nodes.
    ///
    /// A mesh that only hidden nodes show is left out, and so is a vertex set that only such meshes use. The rest keeps
    /// its order.
    public struct Unhidden: Sendable {
        /// For each node afterwards the original node.
        public var nodes: [Int]
        /// For each mesh afterwards the original mesh.
        public var meshes: [Int]
        /// For each vertex set afterwards the original set.
        public var vertexSets: [Int]

        /// Creates the record.
        public init(nodes: [Int], meshes: [Int], vertexSets: [Int]) {
            self.nodes = nodes
            self.meshes = meshes
            self.vertexSets = vertexSets
        }
    }
}
