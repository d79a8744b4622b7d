import Testing

@testable import Reconstruction

@Suite struct HoleFillingTests {
    /// A grid of squares in the plane z = 0, with some squares left out.
    private func grid(_ side: Int, without holes: Set<Int>) -> SurfaceMesh {
        var mesh = SurfaceMesh()
        for index in 0..<(side + 1) * (side + 1) {
            mesh.appendVertex(
                SIMD3(Float(index % (side + 1)), Float(index / (side + 1)), 0), normal: SIMD3(0, 0, 1),
                color: SIMD3(10, 20, 30), isColored: true)
        }
        for square in 0..<side * side where !holes.contains(square) {
            let a = UInt32(square / side * (side + 1) + square % side)
            let b = a + UInt32(side + 1)
            mesh.triangles += [a, a + 1, b + 1, a, b + 1, b]
        }
        return mesh
    }

    @Test func aSmallHoleIsClosedAndTheBorderStays() {
        var mesh = grid(5, without: [12])
        #expect(mesh.fillHoles(upTo: 8) == 1)
        #expect(mesh.triangleCount == 2 * 24 + 4)
        let open = HalfEdges(mesh).twins.filter { $0 < 0 }.count
        #expect(open == 20)
        // The new triangles face the same way as their neighbours: all signed areas are positive.
        for triangle in 0..<mesh.triangleCount {
            let p = (0..<3).map { mesh.position(Int(mesh.triangles[triangle * 3 + $0])) }
            let (a, b) = (p[1] - p[0], p[2] - p[0])
            #expect(a.x * b.y - a.y * b.x > 0)
        }
    }

    @Test func aHoleThatIsTooLongStaysOpen() {
        var mesh = grid(5, without: [11, 12, 13])
        #expect(mesh.fillHoles(upTo: 7) == 0)
        #expect(mesh.fillHoles(upTo: 8) == 1)
    }

    @Test func holesThatTouchInAVertexStayOpen() {
        var mesh = grid(5, without: [6, 12])
        #expect(mesh.fillHoles(upTo: 16) == 0)
    }

    @Test func smallPiecesAreRemovedWithTheirVertices() {
        var mesh = grid(3, without: [])
        let first = UInt32(mesh.vertexCount)
        for x in 0..<3 {
            mesh.appendVertex(
                SIMD3(Float(x), Float(x * x), 9), normal: SIMD3(0, 0, 1), color: SIMD3(), isColored: false)
        }
        mesh.triangles += [first, first + 1, first + 2]
        #expect(mesh.removePieces(smallerThan: 2) == 1)
        #expect(mesh.triangleCount == 18)
        #expect(mesh.vertexCount == 16)
    }
}
