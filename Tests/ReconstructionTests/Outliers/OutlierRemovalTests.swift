import MeshModel
import Testing

@testable import Reconstruction

@Suite struct OutlierRemovalTests {
    private let plane = (0..<900).map { SIMD3(Float($0 % 30), Float($0 / 30), 5) }

    @Test func farPointsAreLeftOut() throws {
        let strays = [SIMD3<Float>(15, 15, 20), SIMD3(-10, 0, 5), SIMD3(.nan, 0, 0)]
        let cloud = try SyntheticCloud.cloud([strays[0]] + plane + strays[1...])
        for workers in [1, 2] {
            let (statistical, radius) =
                workers == 1
                ? (
                    try cloud.statisticalInliers(neighbors: 8),
                    try cloud.radiusInliers(neighbors: 2, radius: 1.5)
                )
                : (
                    try cloud.statisticalInliers(neighbors: 8, workers: TwoWorkers()),
                    try cloud.radiusInliers(neighbors: 2, radius: 1.5, workers: TwoWorkers())
                )
            #expect(cloud.selecting(statistical).positions == SyntheticCloud.flat(plane))
            #expect(cloud.selecting(radius).positions == SyntheticCloud.flat(plane))
        }
    }

    @Test func theLimitIsMeanPlusDeviation() throws {
        // Mean distances to the two nearest, one being the point itself: 0.5, 0.5, 1, 4; mean 1.5, deviation √(8.5 ÷ 3).
        let points = [SIMD3<Float>(0, 0, 0), SIMD3(1, 0, 0), SIMD3(3, 0, 0), SIMD3(11, 0, 0)]
        let cloud = try SyntheticCloud.cloud(points)
        let ratio = 2.5 / (8.5 / 3.0).squareRoot()
        #expect(try cloud.statisticalInliers(neighbors: 2, ratio: ratio * 0.99).count == 3)
        #expect(try cloud.statisticalInliers(neighbors: 2, ratio: ratio * 1.01).count == 4)
    }

    @Test func aPointMustHaveMoreNeighborsThanTheNumber() throws {
        let cloud = try SyntheticCloud.cloud([SIMD3(), SIMD3(1, 0, 0), SIMD3(2, 0, 0)])
        // Closer than the radius, not as far as it; the point itself counts.
        #expect(try cloud.radiusInliers(neighbors: 1, radius: 1).count == 0)
        #expect(try cloud.radiusInliers(neighbors: 1, radius: 1.01).count == 3)
        #expect(try cloud.radiusInliers(neighbors: 2, radius: 1.01) == [1])
    }

    @Test func aBoxKeepsWhatLiesInIt() throws {
        let cloud = try PointCloud(
            positions: [0, 0, 0, 1, 1, 1, 2, 0, 0, .nan, 0, 0], colors: [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4],
            pixelCounts: [1, 2, 3, 4])
        let box = cloud.selecting(cloud.points(from: SIMD3(0, 0, 0), to: SIMD3(1, 1, 1)))
        #expect(box.positions == [0, 0, 0, 1, 1, 1])
        #expect(box.colors == [1, 1, 1, 2, 2, 2])
        #expect(box.pixelCounts == [1, 2])
        #expect(cloud.selecting([-1, 9, 1]).positions == [1, 1, 1])
        #expect(cloud.points(from: SIMD3(.nan, 0, 0), to: SIMD3(1, 1, 1)).count == 0)
        #expect(cloud.points(from: SIMD3(1, 1, 1), to: SIMD3(0, 0, 0)).count == 0)
    }

    @Test func noCloudFails() throws {
        for (name, points) in SyntheticCloud.hostile {
            let cloud = try SyntheticCloud.cloud(points)
            for (count, ratio) in [(0, 1), (.max, .nan), (20, -.infinity), (5, .infinity)] as [(Int, Double)] {
                #expect(
                    try cloud.statisticalInliers(neighbors: count, ratio: ratio).count <= cloud.count,
                    "\(name)")
            }
            for (count, radius) in [(.min, 1), (3, .nan), (.max, .infinity), (2, 0)] as [(Int, Float)] {
                #expect(
                    try cloud.radiusInliers(neighbors: count, radius: radius).count <= cloud.count, "\(name)")
            }
        }
        // A point that is infinitely far from all others is one; equal points are none.
        let far = try SyntheticCloud.cloud([SIMD3(1e30, 0, 0)] + SyntheticCloud.random(50))
        #expect(try far.statisticalInliers(ratio: 10) == ContiguousArray(1...50))
        let equal = try SyntheticCloud.cloud([SIMD3<Float>](repeating: SIMD3(1, 2, 3), count: 100))
        #expect(try equal.statisticalInliers().count == 100)
    }

    @Test func stopsWhenTold() throws {
        let cloud = try SyntheticCloud.cloud(plane)
        #expect(throws: ReconstructionStopped.self) { try cloud.statisticalInliers { true } }
        #expect(throws: ReconstructionStopped.self) { try cloud.radiusInliers(radius: 1) { true } }
    }
}
