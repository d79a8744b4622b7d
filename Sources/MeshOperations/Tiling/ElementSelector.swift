package import MeshModel

/// Makes scenes of some elements of another, such as the faces of a tile, with only the vertices that these use.
///
/// - Keeps: the order of elements and vertices, all attributes, and the numbers of vertex sets. A set or a primitive without
///   an element is empty; a vertex that elements of two selections use is in both.
package struct ElementSelector: Sendable {
    private let scene: MeshScene
    /// For each mesh and primitive, the starts of its elements.
    private let starts: [[ContiguousArray<Int64>]]
    /// For each vertex set, the vertices that no element uses, ascending.
    private let unused: [ContiguousArray<Int32>]

    /// Prepares selections of a scene.
    package init(_ scene: MeshScene) {
        self.scene = scene
        starts = scene.meshes.map { $0.primitives.map(\.elementStarts) }
        var uses = scene.vertexSets.map { RowUse(count: $0.count) }
        for (_, _, primitive) in scene.placedPrimitives where uses.indices.contains(primitive.vertexSet) {
            uses[primitive.vertexSet].mark(primitive.vertices, count: primitive.cornerCount)
        }
        unused = uses.map(\.unused)
    }

    /// Returns the scene of some elements.
    ///
    /// - Parameters:
    ///   - elements: for each mesh and primitive the elements, ascending.
    ///   - withUnused: whether vertices that no element uses are kept.
    package func scene(of elements: [[ContiguousArray<Int32>]], withUnused: Bool) -> MeshScene {
        var result = scene
        for mesh in scene.meshes.indices {
            for (index, primitive) in scene.meshes[mesh].primitives.enumerated() {
                result.meshes[mesh].primitives[index] = primitive.selecting(
                    elements[mesh][index], starts: starts[mesh][index])
            }
        }
        for set in scene.vertexSets.indices { compact(set, in: &result, withUnused ? unused[set] : []) }
        return result
    }

    /// Keeps the rows of a vertex set and of its pools that corners use.
    private func compact(_ set: Int, in result: inout MeshScene, _ others: ContiguousArray<Int32>) {
        let places = result.meshes.indices.flatMap { mesh in
            result.meshes[mesh].primitives.indices.map { (mesh, $0) }
        }.filter { result.meshes[$0.0].primitives[$0.1].vertexSet == set }
        let rows = Self.rows(places.map { result.meshes[$0.0].primitives[$0.1].vertices }, others)
        var poolRows: [Int: ContiguousArray<Int32>] = [:]
        for pool in scene.vertexSets[set].pools.indices {
            poolRows[pool] = Self.rows(
                places.flatMap { place in
                    result.meshes[place.0].primitives[place.1].cornerAttributes.filter { $0.pool == pool }.map(
                        \.indices)
                }, [])
        }
        result.vertexSets[set] = scene.vertexSets[set].gathered(rows)
        for (pool, rows) in poolRows {
            result.vertexSets[set].pools[pool] = scene.vertexSets[set].pools[pool].gathered(rows)
        }
        for (mesh, index) in places {
            var primitive = result.meshes[mesh].primitives[index]
            let old = primitive.vertices
            primitive.vertices = old?.renumbered(among: rows)
            for use in primitive.cornerAttributes.indices {
                let corner = primitive.cornerAttributes[use]
                guard let indices = corner.indices, let own = poolRows[corner.pool] else { continue }
                // Attributes that shared the column of vertices keep sharing it.
                primitive.cornerAttributes[use].indices =
                    own == rows && old?.isSameView(as: indices) == true
                    ? primitive.vertices : indices.renumbered(among: own)
            }
            primitive.dropPlainVertices(of: result)
            result.meshes[mesh].primitives[index] = primitive
        }
    }

    /// The different rows that columns of indices name, ascending, with others that ascend, too.
    private static func rows(
        _ columns: [Column?], _ others: ContiguousArray<Int32>
    ) -> ContiguousArray<Int32> {
        var all = others
        for column in columns.compactMap(\.self) {
            for (_, buffer) in column.blocks(of: Int32.self) {
                all.append(contentsOf: buffer.lazy.filter { $0 >= 0 })
            }
        }
        all.sort()
        var rows = ContiguousArray<Int32>()
        for row in all where rows.last != row { rows.append(row) }
        return rows
    }
}

extension Column {
    /// Returns the column with each index replaced by its place in a list that ascends; −1 for one that is not there.
    fileprivate func renumbered(among rows: ContiguousArray<Int32>) -> Column {
        var values = ContiguousArray<Int32>()
        values.reserveCapacity(count * components)
        for (_, buffer) in blocks(of: Int32.self) {
            for value in buffer {
                var (low, high) = (0, rows.count)
                while low < high {
                    let middle = (low + high) / 2
                    if rows[middle] < value { low = middle + 1 } else { high = middle }
                }
                values.append(low < rows.count && rows[low] == value ? Int32(clamping: low) : -1)
            }
        }
        return Column(values, components: components)
    }
}
