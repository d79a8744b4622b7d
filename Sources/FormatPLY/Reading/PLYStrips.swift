import MeshModel

/// Splits strips into triangles: −1 starts a new strip, and every other triangle of a strip is flipped.
struct PLYStrips {
    /// The triangles, in rows of three.
    private(set) var triangles = Column.empty(.int32, components: 3)
    /// The first index that is neither a vertex nor a restart.
    private(set) var invalid: (row: Int, item: Int, value: Int64)?

    var triangleCount: Int { triangles.count }

    /// Creates the triangles of the lists in `values` that start at `offsets`.
    init(_ values: Column, _ offsets: Column, vertexCount: Int) {
        let all = values.integers()
        let starts = offsets.integers()
        var corners = ContiguousArray<Int64>()
        for row in 0..<max(starts.count - 1, 0) {
            var length = 0
            for index in Int(starts[row])..<Int(starts[row + 1]) {
                let vertex = all[index]
                if vertex == -1 {
                    length = 0
                    continue
                }
                guard vertex >= 0, vertex < vertexCount else {
                    invalid = (row, index - Int(starts[row]), vertex)
                    return
                }
                length += 1
                guard length >= 3 else { continue }
                if length % 2 == 1 {
                    corners += [all[index - 2], all[index - 1], vertex]
                } else {
                    corners += [all[index - 1], all[index - 2], vertex]
                }
            }
        }
        let wide = Column(corners, components: 3)
        triangles = vertexCount <= Int(Int32.max) ? wide.converted(to: .int32) : wide
    }
}
