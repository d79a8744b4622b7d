extension Correspondence {
    /// The record of an operation on a scene before it was written: a certificate, like the rest of the correspondence.
    ///
    /// The comparison applies the steps to the source to derive the scene that the writer got, and checks each claim;
    /// it never sees the scene after the operations.
    public enum Step: Sendable {
        /// What moves was frozen at a moment.
        case posed(Pose)
        /// Only this clip was kept.
        case keptClip(Int)
        /// Instances became nodes: one for each copy of a mesh.
        case expanded(ExpandedInstances)
        /// What nodes hide was left out.
        case leftOutHidden(Unhidden)
        /// Transforms were baked into positions, and instances became separate meshes.
        case baked(BakedHierarchy)
        /// Polygons became triangles.
        case triangulated(Triangulation)
        /// Equal or nearly equal vertices were merged.
        case welded(Weld)
        /// The up axis or the unit was changed.
        case framed(Framing)
        /// Vertices or corners got normals.
        case madeNormals(MadeNormals)
        /// Colours were painted into a texture.
        case painted(PaintedColors)
        /// Channels of several textures were put into one.
        case packed(PackedTextures)
        /// Transforms of textures were applied to texture coordinates.
        case placed(PlacedTextures)
        /// Vertices got colours sampled from textures.
        case sampled(SampledColors)
    }

    /// The nodes that show what were instances of another node: its last children, and the last nodes of the scene.
    public struct ExpandedInstances: Sendable {
        /// The copies of a node's mesh.
        public struct Copies: Sendable {
            /// The node that had the instances.
            public var node: Int
            /// The nodes that show them, in the order of the rows.
            public var copies: Range<Int>

            /// Creates the copies of a node's mesh.
            public init(node: Int, copies: Range<Int>) {
                self.node = node
                self.copies = copies
            }
        }

        /// The nodes that had instances, ascending.
        public var nodes: [Copies]

        /// Creates the record.
        public init(nodes: [Copies]) { self.nodes = nodes }
    }

    /// The instance that each mesh of a flat scene comes from; its node has the same index.
    public struct BakedHierarchy: Sendable {
        /// An instance: a mesh as one node shows it.
        public struct Showing: Sendable {
            /// The node that shows the mesh; nil if no node does.
            public var node: Int?
            /// The mesh.
            public var mesh: Int
            /// The transform from the node to the world.
            public var transform: Affine
            /// Whether the order of corners was reversed, keeping the first, since the transform is a mirror.
            public var isReversed: Bool
            /// For each primitive its vertex set afterwards.
            public var vertexSets: [Int]

            /// Creates an instance of a mesh.
            public init(node: Int?, mesh: Int, transform: Affine, isReversed: Bool, vertexSets: [Int]) {
                self.node = node
                self.mesh = mesh
                self.transform = transform
                self.isReversed = isReversed
                self.vertexSets = vertexSets
            }
        }

        /// The instance of each mesh afterwards.
        public var showings: [Showing]
        /// For each vertex set afterwards the original set.
        public var vertexSets: [Int]

        /// Creates a hierarchy.
        public init(showings: [Showing], vertexSets: [Int]) {
            self.showings = showings
            self.vertexSets = vertexSets
        }
    }

    /// The polygon and corners that each triangle comes from.
    public struct Triangulation: Sendable {
        /// A primitive whose polygons were cut; indices of elements and corners are relative to the primitive.
        public struct Cut: Sendable {
            /// The mesh.
            public var mesh: Int
            /// The primitive in the mesh.
            public var primitive: Int
            /// The number of polygons before, including those that gave no triangle.
            public var polygonCount: Int
            /// For each triangle the index of its polygon, ascending.
            public var elements: ContiguousArray<Int32>
            /// For each triangle corner the index of the original corner.
            public var corners: ContiguousArray<Int32>

            /// Creates a cut.
            public init(
                mesh: Int, primitive: Int, polygonCount: Int, elements: ContiguousArray<Int32>,
                corners: ContiguousArray<Int32>
            ) {
                self.mesh = mesh
                self.primitive = primitive
                self.polygonCount = polygonCount
                self.elements = elements
                self.corners = corners
            }
        }

        /// The primitives that were cut; all others had only triangles, or no polygons.
        public var cuts: [Cut]

        /// Creates a triangulation.
        public init(cuts: [Cut]) { self.cuts = cuts }
    }

    /// Returns the correspondence with the source that `steps` turned into this correspondence's source.
    ///
    /// Only the lists of steps are joined, so nothing is computed per element.
    public func following(_ steps: [Step]) -> Correspondence {
        var composed = self
        composed.steps = steps + self.steps
        return composed
    }
}

/// Maps paths in a scene after some steps to paths in the original scene.
public struct StepOrigins: Sendable {
    private var meshes: [Int]?
    private var nodes: [Int?]?
    private var vertexSets: [Int]?
    private var clips: [Int]?
    /// Texture coordinates that have another number than in the source, by path.
    private var renumbered: [String: String] = [:]

    /// Creates the mapping for these steps.
    public init(_ steps: [Correspondence.Step] = []) {
        for step in steps { append(step) }
    }

    /// Appends one more step.
    public mutating func append(_ step: Correspondence.Step) {
        if case .posed(let pose) = step { append(pose) }
        if case .expanded(let expanded) = step { append(expanded) }
        if case .placed(let placed) = step { append(placed) }
        if case .keptClip(let clip) = step { clips = [Self.origin(of: clip, in: clips)] }
        if case .leftOutHidden(let rest) = step {
            meshes = rest.meshes.map { Self.origin(of: $0, in: meshes) }
            vertexSets = rest.vertexSets.map { Self.origin(of: $0, in: vertexSets) }
            nodes = rest.nodes.map { node in
                if let nodes { nodes.indices.contains(node) ? nodes[node] : nil } else { node }
            }
        }
        guard case .baked(let hierarchy) = step else { return }
        meshes = hierarchy.showings.map { showing in Self.origin(of: showing.mesh, in: meshes) }
        nodes = hierarchy.showings.map { showing in
            showing.node.flatMap { node in
                if let nodes { nodes.indices.contains(node) ? nodes[node] : nil } else { node }
            }
        }
        vertexSets = hierarchy.vertexSets.map { set in Self.origin(of: set, in: vertexSets) }
    }

    private mutating func append(_ expanded: Correspondence.ExpandedInstances) {
        guard let first = expanded.nodes.first?.copies.lowerBound, first >= 0 else { return }
        var known = nodes ?? (0..<first).map { $0 }
        for own in expanded.nodes {
            let origin = known.indices.contains(own.node) ? known[own.node] : nil
            known += own.copies.map { _ in origin }
        }
        nodes = known
    }

    private mutating func append(_ pose: Correspondence.Pose) {
        meshes = pose.meshes.map { Self.origin(of: $0.mesh, in: meshes) }
        vertexSets = pose.vertexSets.map { Self.origin(of: $0, in: vertexSets) }
        let added = pose.showings.compactMap { showing in showing.addedNode.map { (node: $0, origin: showing.node) } }
        // Nodes are added one after the other at the end.
        guard let first = added.map(\.node).min() else { return }
        let known = nodes ?? (0..<first).map { $0 }
        nodes = known + added.map { known.indices.contains($0.origin) ? known[$0.origin] : nil }
    }

    private mutating func append(_ placed: Correspondence.PlacedTextures) {
        for own in placed.made where own.number != 0 {
            let paths = [0, own.number].map { ScenePath.vertexAttribute(set: own.set, .texCoord($0)) }
            renumbered[paths[0]] = paths[1]
            renumbered[paths[1]] = paths[0]
        }
    }

    private static func origin(of index: Int, in table: [Int]?) -> Int {
        if let table, table.indices.contains(index) { table[index] } else { index }
    }

    /// Returns the source path for a path after the steps; paths that no step affects stay the same.
    ///
    /// - Edge: a node without an original becomes `/nodes`.
    public func source(of path: String) -> String {
        let path = renumbered[path] ?? path
        if let meshes, let part = Self.part(path, "/meshes/"), meshes.indices.contains(part.index) {
            return "/meshes/\(meshes[part.index])\(part.rest)"
        }
        if let vertexSets, let part = Self.part(path, "/vertexSets/"), vertexSets.indices.contains(part.index) {
            return "/vertexSets/\(vertexSets[part.index])\(part.rest)"
        }
        if let clips, let part = Self.part(path, "/animations/"), clips.indices.contains(part.index) {
            return "/animations/\(clips[part.index])\(part.rest)"
        }
        if let nodes, let part = Self.part(path, "/nodes/"), nodes.indices.contains(part.index) {
            return nodes[part.index].map { "/nodes/\($0)\(part.rest)" } ?? ScenePath.nodes
        }
        return path
    }

    /// Returns the source subject of a difference after the steps; generated parts keep their paths.
    public func source(of subject: String, _ facet: Difference.Facet) -> String {
        facet == .generated ? subject : source(of: subject)
    }

    private static func part(_ path: String, _ prefix: String) -> (index: Int, rest: Substring)? {
        guard path.hasPrefix(prefix) else { return nil }
        let tail = path.dropFirst(prefix.count)
        let digits = tail.prefix { $0 != "/" }
        guard let index = Int(digits) else { return nil }
        return (index, tail[digits.endIndex...])
    }
}
