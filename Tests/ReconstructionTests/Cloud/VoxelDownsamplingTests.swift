import Testing

@testable import Reconstruction

@Suite struct VoxelDownsamplingTests {
    @Test func aPointIsTheMeanOfItsVoxel() throws {
        let cloud = try PointCloud(
            positions: [0.25, 0.25, 0.25, 0.75, 0.25, 0.25, -0.5, 0, 0], normals: [1, 0, 0, 0, 1, 0, 0, 0, 1],
            colors: [10, 20, 30, 20, 30, 40, 5, 5, 5], eyeDirections: [0, 0, 1, 0, 1, 0, 1, 0, 0],
            pixelCounts: [2, 3, 4])
        let (thin, leftOut) = try cloud.downsampled(voxelSize: 1)
        let half = Float(0.5).squareRoot()
        #expect(leftOut == 0)
        #expect(thin.positions == [0.5, 0.25, 0.25, -0.5, 0, 0])
        #expect(thin.colors == [15, 25, 35, 5, 5, 5])
        #expect(thin.normals == [half, half, 0, 0, 0, 1])
        #expect(thin.eyeDirections == [0, half, half, 1, 0, 0])
        #expect(thin.pixelCounts == [5, 4])
        #expect(thin.uncoloredCount == 0)
    }

    @Test func whatIsNotKnownStaysUnknown() throws {
        let thin = try PointCloud(positions: [0, 0, 0]).downsampled(voxelSize: 1).cloud
        #expect(thin.count == 1)
        #expect(thin.normals.isEmpty && thin.colors.isEmpty && thin.eyeDirections.isEmpty && thin.pixelCounts.isEmpty)
    }

    @Test func pointsWithoutColorDoNotDarkenOthers() throws {
        var cloud = try PointCloud(positions: [0, 0, 0, 0, 0, 0], colors: [200, 200, 200, 128, 128, 128])
        cloud.isColored = [1, 0]
        #expect(try cloud.downsampled(voxelSize: 1).cloud.colors == [200, 200, 200])
    }

    @Test func pointsFarFromTheOriginAndFarFromTheOthers() throws {
        let near = SyntheticCloud.random(100).map { $0 + SIMD3(4_000_000, 0, 0) }
        let cloud = try SyntheticCloud.cloud([SIMD3(1e30, 0, 0), SIMD3(.nan, 0, 0)] + near)
        let (thin, leftOut) = try cloud.downsampled(voxelSize: 0.5)
        #expect(leftOut == 2)
        #expect(thin.count > 8 && thin.count < 100)
        #expect(thin.positions[0] >= 4_000_000 && thin.positions[0] <= 4_000_001)
    }

    @Test(arguments: [0, -1, .nan, .infinity, 1e-300, 1e-30, 1, 1e300])
    func noCloudAndNoSizeFails(size: Double) throws {
        for (name, points) in SyntheticCloud.hostile {
            let (thin, leftOut) = try SyntheticCloud.cloud(points).downsampled(voxelSize: size)
            #expect(thin.count + leftOut <= points.count, "\(name)")
        }
    }

    @Test func stopsWhenTold() throws {
        let cloud = try SyntheticCloud.cloud([SIMD3()])
        #expect(throws: ReconstructionStopped.self) { try cloud.downsampled(voxelSize: 1) { true } }
    }
}
