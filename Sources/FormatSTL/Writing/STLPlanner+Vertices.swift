import MeshFormats
import MeshModel

// Plans the vertices: each corner becomes a vertex of its own.

extension STLPlanner {
    mutating func planVertices() {
        guard !isSoup else { return }
        var walk = STLVertexWalk(vertexBases)
        // A single list of valid indices is the mapping itself.
        let indices = places.count == 1 ? places[0].primitive.vertices : nil
        if let indices, vertexBases[places[0].primitive.vertexSet] == 0, walk.run(places, gathers: false) {
            links.vertices = .column(indices)
        } else {
            walk = STLVertexWalk(vertexBases)
            _ = walk.run(places, gathers: true)
            links.vertices = .gather(walk.gather)
        }
        for (set, value) in scene.vertexSets.enumerated() {
            let path = ScenePath.vertexSet(set)
            lose(
                .valuesUnreferenced, .dropped, path, "unused vertices", value.count - walk.used[set], "vertices",
                "no triangle uses them", remedy: .ending("ply"))
            lose(
                .interpolationSplit, .generated, path, "vertices", walk.uses[set] - walk.used[set], "vertices",
                "STL repeats the corners of every triangle")
        }
        if !walk.isOrdered {
            lose(
                .vertexReordered, .generated, "/vertexSets", "vertices", 1, "orders",
                "sorted in the order of the triangles, as STL stores them")
        }
    }

    /// Whether the vertices are already unshared: one for each corner, in order.
    private var isSoup: Bool {
        var next = 0
        for place in places {
            let set = place.primitive.vertexSet
            guard place.primitive.vertices == nil, vertexBases[set] == next,
                scene.vertexSets[set].count == place.primitive.cornerCount
            else { return false }
            next += place.primitive.cornerCount
        }
        return next == vertexBases.last
    }
}

/// Walks over all corners, to find which vertices they use, and in which order.
struct STLVertexWalk {
    /// The vertex of each corner, counted over all sets, −1: none; empty unless `gathers` is true.
    private(set) var gather = ContiguousArray<Int32>()
    /// The number of vertices of each set that are used.
    private(set) var used: [Int]
    /// The number of corners of each set.
    private(set) var uses: [Int]
    /// Whether vertices are first used in their own order.
    private(set) var isOrdered = true
    private let bases: [Int]

    /// - Parameter bases: the index of each set's first vertex; the last entry is the number of all vertices.
    init(_ bases: [Int]) {
        self.bases = bases
        used = [Int](repeating: 0, count: max(bases.count - 1, 0))
        uses = used
    }

    /// Walks over primitives. Returns whether each of their corners has a vertex.
    mutating func run(_ places: [PrimitivePlace], gathers: Bool) -> Bool {
        var seen = ContiguousArray(repeating: false, count: bases.last ?? 0)
        var buffer = ContiguousArray<Int32>()
        var last = -1
        var areAllInside = true
        if gathers { gather.reserveCapacity(places.reduce(0) { $0 + $1.primitive.cornerCount }) }
        for place in places {
            let set = place.primitive.vertexSet
            let (base, end) = (bases[set], bases[set + 1])
            var count = 0
            var walk = ElementWalk(place.primitive)
            while let block = walk.next() {
                place.primitive.readVertices(of: block.corners, into: &buffer)
                for local in buffer {
                    let vertex = base + Int(local)
                    guard local >= 0, vertex < end else {
                        areAllInside = false
                        if gathers { gather.append(-1) }
                        continue
                    }
                    if gathers { gather.append(Int32(clamping: vertex)) }
                    guard !seen[vertex] else { continue }
                    seen[vertex] = true
                    count += 1
                    if vertex < last { isOrdered = false }
                    last = max(last, vertex)
                }
            }
            used[set] += count
            uses[set] += place.primitive.cornerCount
        }
        return areAllInside && bases.last ?? 0 <= Int(Int32.max)
    }
}
