internal import MeshModel

extension MeshStatistics {
    /// The part that faces must share to belong to one piece.
    public enum Joint: Sendable, Hashable {
        /// A vertex: two cubes that touch at a corner are one piece.
        case vertex
        /// An edge: two such cubes are two pieces.
        case edge
    }

    /// The connected pieces of the faces.
    public struct Pieces: Sendable, Hashable {
        /// The number of faces in each piece; pieces are ordered by their first faces.
        public var faceCounts: [Int]
        /// The index of each face's piece, over all meshes and primitives in order; −1 for a face without corners or
        /// with a vertex that does not exist.
        public var labels: ContiguousArray<Int32>

        /// The number of pieces.
        public var count: Int { faceCounts.count }
    }

    /// Returns the number of connected pieces of faces and lines: those that share a vertex are connected. Points don't
    /// count.
    public func pieceCount() -> Int {
        var groups = UnionFind(count: scene.vertexCount)
        var isUsed = ContiguousArray(repeating: false, count: scene.vertexCount)
        forEachElement(of: [.polygons, .lines]) { _, vertices in
            guard let first = vertices.first else { return }
            var home = Int(first)
            for vertex in vertices {
                isUsed[Int(vertex)] = true
                home = groups.join(home, Int(vertex))
            }
        }
        // Each unused vertex is its own group.
        return groups.count - isUsed.count { !$0 }
    }

    /// Returns the connected pieces of the faces. Linear time.
    public func pieces(joinedBy joint: Joint = .vertex) -> Pieces {
        switch joint {
        case .vertex: piecesByVertex()
        case .edge: piecesByEdge()
        }
    }

    private func piecesByVertex() -> Pieces {
        var groups = UnionFind(count: scene.vertexCount)
        var firsts = ContiguousArray<Int32>()
        forEachElement(of: [.polygons]) { _, vertices in
            firsts.append(vertices.first.map { Int32(clamping: $0) } ?? -1)
            guard let first = vertices.first else { return }
            var home = Int(first)
            for vertex in vertices { home = groups.join(home, Int(vertex)) }
        }
        return Pieces(homes: firsts.map { $0 < 0 ? -1 : groups.root(Int($0)) }, count: scene.vertexCount)
    }

    private func piecesByEdge() -> Pieces {
        let faceCount = scene.elementCount(.polygons)
        var groups = UnionFind(count: faceCount)
        var isFace = ContiguousArray<Bool>()
        isFace.reserveCapacity(faceCount)
        // For each distinct edge the first face along it.
        var edges = RowTable(width: 2, expected: faceCount)
        var faces = ContiguousArray<Int32>()
        var words: ContiguousArray<UInt32> = [0, 0]
        forEachElement(of: [.polygons]) { _, vertices in
            let face = isFace.count
            isFace.append(!vertices.isEmpty)
            guard vertices.count >= 2, var last = vertices.last else { return }
            for vertex in vertices {
                if vertex != last {
                    words[0] = UInt32(truncatingIfNeeded: min(vertex, last))
                    words[1] = UInt32(truncatingIfNeeded: max(vertex, last))
                    let edge = Int(edges.number(words, at: 0))
                    if edge == faces.count { faces.append(Int32(clamping: face)) }
                    groups.join(Int(faces[edge]), face)
                }
                last = vertex
            }
        }
        return Pieces(homes: isFace.indices.map { isFace[$0] ? groups.root($0) : -1 }, count: faceCount)
    }
}

extension MeshStatistics.Pieces {
    /// Creates pieces from a representative of each face's piece: one of `count` numbers; −1: none.
    fileprivate init(homes: [Int], count: Int) {
        var labels = ContiguousArray<Int32>()
        labels.reserveCapacity(homes.count)
        var pieceOf = ContiguousArray<Int32>(repeating: -1, count: count)
        var faceCounts: [Int] = []
        for home in homes {
            guard home >= 0 else {
                labels.append(-1)
                continue
            }
            if pieceOf[home] < 0 {
                pieceOf[home] = Int32(clamping: faceCounts.count)
                faceCounts.append(0)
            }
            faceCounts[Int(pieceOf[home])] += 1
            labels.append(pieceOf[home])
        }
        self.faceCounts = faceCounts
        self.labels = labels
    }
}
