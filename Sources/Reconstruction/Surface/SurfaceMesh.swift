/// Triangles over shared vertices, as extraction makes them.
///
/// - Shape: three numbers a vertex in `positions`, `normals` and `colors`; three indices a triangle.
/// - Units: metres in the world; normals of unit length, towards the side that cameras saw; sRGB bytes.
/// - Order: triangles are counter-clockwise seen from that side.
struct SurfaceMesh: Sendable {
    /// The colour of vertices that no picture saw.
    static let unseenColor: UInt8 = 128

    var positions: ContiguousArray<Float> = []
    var normals: ContiguousArray<Float> = []
    var colors: ContiguousArray<UInt8> = []
    /// 1 for each vertex whose colour is from a picture, else 0.
    var isColored: ContiguousArray<UInt8> = []
    /// How densely points lie around each vertex, as a depth; empty if it is not known.
    var densities: ContiguousArray<Float> = []
    var triangles: ContiguousArray<UInt32> = []

    var vertexCount: Int { positions.count / 3 }
    var triangleCount: Int { triangles.count / 3 }

    func position(_ vertex: Int) -> SIMD3<Float> {
        SIMD3(positions[vertex * 3], positions[vertex * 3 + 1], positions[vertex * 3 + 2])
    }

    mutating func appendVertex(
        _ position: SIMD3<Float>, normal: SIMD3<Float>, color: SIMD3<UInt8>, isColored: Bool
    ) {
        for axis in 0..<3 {
            positions.append(position[axis])
            normals.append(normal[axis])
            colors.append(color[axis])
        }
        self.isColored.append(isColored ? 1 : 0)
    }

    mutating func append(verticesOf other: SurfaceMesh) {
        positions.append(contentsOf: other.positions)
        normals.append(contentsOf: other.normals)
        colors.append(contentsOf: other.colors)
        isColored.append(contentsOf: other.isColored)
    }

    /// Keeps the triangles for which `keeps` is true, and the vertices that they use; the order stays.
    mutating func filter(_ keeps: (Int) -> Bool) {
        var numbers = ContiguousArray<UInt32>(repeating: .max, count: vertexCount)
        var kept: ContiguousArray<UInt32> = []
        kept.reserveCapacity(triangles.count)
        for triangle in 0..<triangleCount where keeps(triangle) {
            for corner in 0..<3 {
                let vertex = triangles[triangle * 3 + corner]
                numbers[Int(vertex)] = 0
                kept.append(vertex)
            }
        }
        var count = 0
        for vertex in numbers.indices where numbers[vertex] == 0 {
            numbers[vertex] = UInt32(count)
            for axis in 0..<3 {
                positions[count * 3 + axis] = positions[vertex * 3 + axis]
                normals[count * 3 + axis] = normals[vertex * 3 + axis]
                colors[count * 3 + axis] = colors[vertex * 3 + axis]
            }
            isColored[count] = isColored[vertex]
            if !densities.isEmpty { densities[count] = densities[vertex] }
            count += 1
        }
        positions.removeLast(positions.count - count * 3)
        normals.removeLast(normals.count - count * 3)
        colors.removeLast(colors.count - count * 3)
        isColored.removeLast(isColored.count - count)
        densities.removeLast(max(densities.count - count, 0))
        for index in kept.indices { kept[index] = numbers[Int(kept[index])] }
        triangles = kept
    }
}
