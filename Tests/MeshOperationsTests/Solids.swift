import MeshModel

/// Small surfaces with known measures.
enum Solid {
    /// The corners of the unit cube, and its six squares seen from outside.
    static let cubeCorners: [SIMD3<Float>] = [
        SIMD3(0, 0, 0), SIMD3(1, 0, 0), SIMD3(1, 1, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1), SIMD3(1, 0, 1),
        SIMD3(1, 1, 1), SIMD3(0, 1, 1),
    ]
    static let cubeFaces: [[Int32]] = [
        [0, 3, 2, 1], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7],
    ]

    /// A scene of one mesh of polygons.
    static func scene(_ faces: [[Int32]], _ places: [SIMD3<Float>]) -> MeshScene {
        MeshScene(
            vertexSets: [VertexSet(count: places.count, attributes: [positions(places)])],
            primitives: [polygons(faces)])
    }

    static var cube: MeshScene { scene(cubeFaces, cubeCorners) }

    /// Faces whose vertices come after `count` others.
    static func shifted(_ faces: [[Int32]], by count: Int) -> [[Int32]] {
        faces.map { face in face.map { $0 + Int32(count) } }
    }

    /// A band of `count` squares with a half twist.
    static func moebius(_ count: Int32) -> MeshScene {
        var faces: [[Int32]] = []
        for step in 0..<count {
            let next = step + 1
            // Vertices 2i are at the bottom, 2i + 1 at the top; at the end they swap.
            faces.append(
                next < count
                    ? [2 * step, 2 * next, 2 * next + 1, 2 * step + 1] : [2 * step, 1, 0, 2 * step + 1])
        }
        return MeshScene(vertexSets: [VertexSet(count: Int(count) * 2)], primitives: [polygons(faces)])
    }

    /// A torus in triangles: corner (i, j) is (r x, r y, z) of the tables. The numbers are integers, so another program
    /// can measure exactly the same surface.
    static func ring(offset: SIMD3<Float> = SIMD3()) -> (places: [SIMD3<Float>], faces: [[Int32]]) {
        let around: [(Float, Float)] = [(4, 0), (3, 3), (0, 4), (-3, 3), (-4, 0), (-3, -3), (0, -4), (3, -3)]
        let across: [(Float, Float)] = [(5, 0), (4, 2), (2, 1), (3, -1), (4, -2)]
        var places: [SIMD3<Float>] = []
        for (x, y) in around { for (radius, z) in across { places.append(SIMD3(radius * x, radius * y, z) + offset) } }
        var faces: [[Int32]] = []
        for i in 0..<8 {
            for j in 0..<5 {
                let a = Int32(i * 5 + j)
                let b = Int32((i + 1) % 8 * 5 + j)
                let c = Int32((i + 1) % 8 * 5 + (j + 1) % 5)
                let d = Int32(i * 5 + (j + 1) % 5)
                faces += [[a, b, c], [a, c, d]]
            }
        }
        return (places, faces)
    }
}
