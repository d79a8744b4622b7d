import Testing

@testable import Reconstruction

@Suite struct ConnectedPointsTests {
    @Test func pointsInTouchingCellsAreOneGroup() throws {
        // A diagonal of cells that touch at corners, one two cells away, one that isn't finite.
        let cloud = try SyntheticCloud.cloud([
            SIMD3(5.5, 0, 0), SIMD3(0.5, 0.5, 0.5), SIMD3(1.5, 1.5, 1.5), SIMD3(.nan, 0, 0), SIMD3(-0.5, -0.5, -0.5),
            SIMD3(0.4, 0.6, 0.5),
        ])
        let groups = cloud.connected([0, 5, 1, 2, 3, 4, 99, -1], cell: 1)
        #expect(groups.map(\.points) == [[0], [1, 2, 4, 5]])
        #expect(groups.map(\.cellCount) == [1, 3])
    }

    @Test func noCloudFails() throws {
        for (name, points) in SyntheticCloud.hostile {
            let cloud = try SyntheticCloud.cloud(points)
            let all = ContiguousArray((0..<cloud.count).map { Int32($0) })
            for cell in [0.1, 0, -1, .nan, .infinity, 1e-300] {
                #expect(cloud.connected(all, cell: cell).reduce(0) { $0 + $1.points.count } <= cloud.count, "\(name)")
            }
        }
    }
}
