import MeshModel

extension Info {
    /// How the faces of a scene hang together, by vertex number.
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

        /// Counts over all faces; nil when there are none. Time is linear but for sorting the edges at each vertex.
        init?(_ scene: Scene) {
            var bases = [0]
            for set in scene.vertexSets { bases.append((bases.last ?? 0) + set.count) }
            let faces = scene.meshes.flatMap(\.primitives).filter {
                $0.topology == .polygons && $0.elementCount > 0 && scene.vertexSets.indices.contains($0.vertexSet)
            }
            guard !faces.isEmpty, let count = bases.last, count > 0, count < Int32.max else { return nil }

            // Twice over the edges: how many start at each vertex, then their other ends in one array.
            var starts = ContiguousArray<Int32>(repeating: 0, count: count + 1)
            var pieces = Pieces(count)
            Self.forEachEdge(faces, bases) { low, high in
                starts[low + 1] += 1
                pieces.join(low, high)
            }
            for vertex in 0..<count { starts[vertex + 1] += starts[vertex] }
            var next = starts
            var ends = ContiguousArray<Int32>(repeating: 0, count: Int(starts[count]))
            Self.forEachEdge(faces, bases) { low, high in
                ends[Int(next[low])] = Int32(truncatingIfNeeded: high)
                next[low] += 1
            }
            for vertex in 0..<count {
                let range = Int(starts[vertex])..<Int(starts[vertex + 1])
                guard !range.isEmpty else { continue }
                if range.count > 1 { ends[range].sort() }
                var run = 0
                for index in range {
                    run += 1
                    if index + 1 < range.upperBound, ends[index + 1] == ends[index] { continue }
                    if run == 1 { openEdges += 1 } else if run > 2 { nonManifoldEdges += 1 }
                    run = 0
                }
            }
            self.pieces = pieces.count
        }

        private static func forEachEdge(_ faces: [Primitive], _ bases: [Int], _ body: (Int, Int) -> Void) {
            var vertices = ContiguousArray<Int64>()
            for primitive in faces {
                let base = bases[primitive.vertexSet]
                let bound = bases[primitive.vertexSet + 1]
                var walk = ElementWalk(primitive)
                while let block = walk.next() {
                    primitive.readVertices(of: block.corners, into: &vertices)
                    var first = 0
                    for arity in block.arities {
                        defer { first += arity }
                        guard arity > 2 else { continue }
                        for step in 0..<arity {
                            let a = base + Int(vertices[first + step])
                            let b = base + Int(vertices[first + (step + 1 == arity ? 0 : step + 1)])
                            guard a != b, a < bound, b < bound else { continue }
                            body(min(a, b), max(a, b))
                        }
                    }
                }
            }
        }
    }

    /// Vertices that edges join, as trees that are kept flat.
    private struct Pieces {
        private var parent: ContiguousArray<Int32>
        private var isUsed: ContiguousArray<Bool>
        private var joins = 0

        init(_ count: Int) {
            parent = ContiguousArray(0..<Int32(count))
            isUsed = ContiguousArray(repeating: false, count: count)
        }

        mutating func join(_ a: Int, _ b: Int) {
            isUsed[a] = true
            isUsed[b] = true
            let (x, y) = (root(a), root(b))
            guard x != y else { return }
            parent[max(x, y)] = Int32(min(x, y))
            joins += 1
        }

        private mutating func root(_ vertex: Int) -> Int {
            var vertex = vertex
            while Int(parent[vertex]) != vertex {
                // Each step halves the way for the next search.
                parent[vertex] = parent[Int(parent[vertex])]
                vertex = Int(parent[vertex])
            }
            return vertex
        }

        /// Used vertices less the joins that were needed.
        var count: Int { isUsed.reduce(0) { $0 + ($1 ? 1 : 0) } - joins }
    }
}
