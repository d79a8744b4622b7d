extension Correspondence {
    /// What an operation did to a scene before it was written: a certificate, like the rest of the correspondence.
    ///
    /// The comparison derives from the source what the writer must have got and checks each claim on the way: it never
    /// sees the scene after the operations.
    public enum Step: Sendable {
        /// Transforms went into positions, instances became meshes of their own.
        case baked(BakedHierarchy)
        /// Polygons became triangles.
        case triangulated(Triangulation)
        /// Vertices that nothing, or little, told apart became one.
        case welded(Weld)
        /// Another axis points up, or the unit is another one.
        case framed(Framing)
        /// Vertices or corners got normals.
        case madeNormals(MadeNormals)
        /// A texture was painted from colours.
        case painted(PaintedColors)
        /// Vertices got the colours of textures.
        case sampled(SampledColors)
    }

    /// Which showing of which mesh each mesh of a flat scene is; its node has the same number.
    public struct BakedHierarchy: Sendable {
        /// A mesh where a node shows it.
        public struct Showing: Sendable {
            /// The node that shows the mesh; nil: none did.
            public var node: Int?
            /// The mesh.
            public var mesh: Int
            /// Where the node stands in the world.
            public var transform: Affine
            /// Whether polygons were turned round, first corner first, since the transform is a mirror.
            public var isReversed: Bool
            /// For each primitive the vertex set that it has afterwards.
            public var vertexSets: [Int]

            /// A showing from its parts.
            public init(node: Int?, mesh: Int, transform: Affine, isReversed: Bool, vertexSets: [Int]) {
                self.node = node
                self.mesh = mesh
                self.transform = transform
                self.isReversed = isReversed
                self.vertexSets = vertexSets
            }
        }

        /// One for each mesh afterwards.
        public var showings: [Showing]
        /// For each vertex set afterwards the set that it was.
        public var vertexSets: [Int]

        /// A hierarchy from its parts.
        public init(showings: [Showing], vertexSets: [Int]) {
            self.showings = showings
            self.vertexSets = vertexSets
        }
    }

    /// Which corners of which polygon each triangle has.
    public struct Triangulation: Sendable {
        /// A primitive whose polygons were cut; elements and corners are counted inside of it.
        public struct Cut: Sendable {
            /// The mesh.
            public var mesh: Int
            /// The primitive of the mesh.
            public var primitive: Int
            /// How many polygons it had, those that have no triangle among them.
            public var polygonCount: Int
            /// For each triangle its polygon, ascending.
            public var elements: ContiguousArray<Int32>
            /// For each corner of the triangles the corner that it was.
            public var corners: ContiguousArray<Int32>

            /// A cut from its parts.
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

        /// The primitives that were cut; the others have triangles only, or no polygons.
        public var cuts: [Cut]

        /// A triangulation from its cuts.
        public init(cuts: [Cut]) { self.cuts = cuts }
    }

    /// The correspondence of a source with what was made of `scene`, which `steps` made of the source.
    ///
    /// That is composition: columns stay as they are, so it costs nothing per element.
    public func following(_ steps: [Step]) -> Correspondence {
        var composed = self
        composed.steps = steps + self.steps
        return composed
    }
}

/// Where the parts of a scene after some steps come from: turns paths of the one into paths of the other.
public struct StepOrigins: Sendable {
    private var meshes: [Int]?
    private var nodes: [Int?]?
    private var vertexSets: [Int]?

    /// The origins of what the steps made.
    public init(_ steps: [Correspondence.Step] = []) {
        for step in steps { append(step) }
    }

    /// Goes on with one more step.
    public mutating func append(_ step: Correspondence.Step) {
        guard case .baked(let hierarchy) = step else { return }
        meshes = hierarchy.showings.map { showing in Self.origin(of: showing.mesh, in: meshes) }
        nodes = hierarchy.showings.map { showing in
            showing.node.flatMap { node in
                if let nodes { nodes.indices.contains(node) ? nodes[node] : nil } else { node }
            }
        }
        vertexSets = hierarchy.vertexSets.map { set in Self.origin(of: set, in: vertexSets) }
    }

    private static func origin(of index: Int, in table: [Int]?) -> Int {
        if let table, table.indices.contains(index) { table[index] } else { index }
    }

    /// The path in the source of what stands at `path` afterwards; paths that no step touches stay as they are.
    ///
    /// - Edge: a node that no node of the source is becomes `/nodes`.
    public func source(of path: String) -> String {
        if let meshes, let part = Self.part(path, "/meshes/"), meshes.indices.contains(part.index) {
            return "/meshes/\(meshes[part.index])\(part.rest)"
        }
        if let vertexSets, let part = Self.part(path, "/vertexSets/"), vertexSets.indices.contains(part.index) {
            return "/vertexSets/\(vertexSets[part.index])\(part.rest)"
        }
        if let nodes, let part = Self.part(path, "/nodes/"), nodes.indices.contains(part.index) {
            return nodes[part.index].map { "/nodes/\($0)\(part.rest)" } ?? ScenePath.nodes
        }
        return path
    }

    /// The subject of something that was found after the steps; generated things keep the paths that they were given.
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
