import Testing

@testable import Reconstruction

@Suite struct CubeTableTests {
    @Test func everyLoopIsDivided() {
        #expect(CubeTable.shared.undivided.isEmpty)
        #expect(CubeTable.shared.starts.count == 257)
        #expect(CubeTable.shared.edges.count % 3 == 0)
    }

    @Test func everyCrossedEdgeHasAVertexAndNoOther() {
        let table = CubeTable.shared
        for inside in 0..<256 {
            let used = Set(table.edges[Int(table.starts[inside])..<Int(table.starts[inside + 1])].map { Int($0) })
            let crossed = (0..<12).filter { edge in
                let corner = CubeTable.edgeCorners[edge]
                return (inside >> corner & 1) != (inside >> (corner | 1 << (edge / 4)) & 1)
            }
            #expect(used == Set(crossed), "case \(inside)")
        }
    }

    @Test func trianglesFaceTheOutside() {
        // One inside corner at the origin: the triangle's normal points away from it.
        let table = CubeTable.shared
        let edges = table.edges[Int(table.starts[1])..<Int(table.starts[2])].map { Int($0) }
        let points = edges.map { edge -> SIMD3<Double> in
            var point = SIMD3<Double>()
            point[edge / 4] = 0.5
            return point
        }
        let (a, b) = (points[1] - points[0], points[2] - points[0])
        let normal = SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
        #expect(normal.x > 0 && normal.y > 0 && normal.z > 0)
    }
}
