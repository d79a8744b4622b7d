import MeshModel
import MeshRender
import Testing

@Suite struct PointSpacingTests {
    @Test(arguments: [200, 2_000, 50_000]) func gapsOfACloudAreClosed(count: Int) throws {
        // At random places of a square, seen from the front.
        let points = ShownShapes.places(count).map { SIMD3($0.x, $0.y, 0) }
        let picture = try ShownShapes.scene(points, of: .points, colors: [ShownShapes.green]).rendered(
            ShownShapes.front
        ).picture
        var closed = 0
        for row in 8..<56 {
            for column in 8..<56 where picture.pixel(Double(column) / 64, Double(row) / 64)[1] > 100 { closed += 1 }
        }
        #expect(Double(closed) > 0.97 * 48 * 48)
    }

    @Test func aDenseCloudKeepsItsDetail() throws {
        // A green line, three pixels wide, between red points.
        var (points, colors): ([SIMD3<Float>], [[UInt8]]) = ([], [])
        for row in 0..<256 {
            for column in 0..<256 {
                points.append(SIMD3(Float(column), Float(row), 0))
                colors.append((122..<134).contains(column) ? ShownShapes.green : ShownShapes.red)
            }
        }
        let picture = try ShownShapes.scene(points, of: .points, colors: colors).rendered(ShownShapes.front).picture
        #expect(picture.isMostly(1, 0.5, 0.3))
        #expect(picture.isMostly(0, 0.46, 0.3))
        #expect(picture.isMostly(0, 0.54, 0.3))
    }
}
