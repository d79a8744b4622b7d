import MeshFormats
import MeshModel

// Each corner becomes a vertex of its own.

extension STLPlanner {
    mutating func planVertices() {
        guard !isSoup else { return }
        let total = places.reduce(0) { $0 + $1.primitive.cornerCount }
        var gather = ContiguousArray<Int32>()
        gather.reserveCapacity(total)
        var buffer = ContiguousArray<Int64>()
        var seen = ContiguousArray(repeating: false, count: vertexBases.last ?? 0)
        var used = [Int](repeating: 0, count: scene.vertexSets.count)
        var uses = [Int](repeating: 0, count: scene.vertexSets.count)
        var last = -1
        var isOrdered = true
        for place in places {
            let set = place.primitive.vertexSet
            let base = vertexBases[set]
            var walk = ElementWalk(place.primitive)
            while let block = walk.next() {
                place.primitive.readVertices(of: block.corners, into: &buffer)
                for local in buffer {
                    let vertex = base + Int(local)
                    guard local >= 0, vertex < vertexBases[set + 1] else {
                        gather.append(-1)
                        continue
                    }
                    gather.append(Int32(clamping: vertex))
                    guard !seen[vertex] else { continue }
                    seen[vertex] = true
                    used[set] += 1
                    if vertex < last { isOrdered = false }
                    last = max(last, vertex)
                }
            }
            uses[set] += place.primitive.cornerCount
        }
        links.vertices = .gather(gather)
        for (set, value) in scene.vertexSets.enumerated() {
            let path = ScenePath.vertexSet(set)
            lose(
                .valuesUnreferenced, .dropped, path, "unused vertices", value.count - used[set], "vertices",
                "no triangle uses them", remedy: ".ply")
            lose(
                .interpolationSplit, .generated, path, "vertices", uses[set] - used[set], "vertices",
                "STL has no shared vertices: each facet has its own")
        }
        if !isOrdered {
            lose(
                .vertexReordered, .generated, "/vertexSets", "vertices", 1, "orders",
                "STL has vertices in the order of the facets")
        }
    }

    /// Whether the vertices are the corners already, one after the other.
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
