internal import MeshModel

/// Collects the source row of each target row, range by range; an unchanged order gives `.identity`.
struct MappingBuilder {
    private var rows = ContiguousArray<Int32>()
    private var isIdentity = true

    mutating func append(_ source: Range<Int>) {
        if source.lowerBound != rows.count, !source.isEmpty { isIdentity = false }
        for row in source { rows.append(Int32(clamping: row)) }
    }

    mutating func append(_ source: ContiguousArray<Int32>, from base: Int) {
        for row in source {
            let global = row < 0 ? -1 : base + Int(row)
            if global != rows.count { isIdentity = false }
            rows.append(Int32(clamping: global))
        }
    }

    /// Returns the mapping, for a source of `count` rows.
    func mapping(sourceCount count: Int) -> Correspondence.Mapping {
        isIdentity && rows.count == count ? .identity : .gather(rows)
    }
}

extension MeshScene {
    /// For each mesh and primitive the index of its first element among all elements of its topology.
    var elementBases: [[Int]] {
        var next: [Topology: Int] = [:]
        return meshes.map { mesh in
            mesh.primitives.map { primitive in
                let base = next[primitive.topology, default: 0]
                next[primitive.topology] = base + primitive.elementCount
                return base
            }
        }
    }

    func elementCount(_ topology: Topology) -> Int {
        meshes.reduce(0) { sum, mesh in
            mesh.primitives.reduce(sum) { $0 + ($1.topology == topology ? $1.elementCount : 0) }
        }
    }
}
