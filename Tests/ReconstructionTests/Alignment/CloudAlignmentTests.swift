import MeshModel
import Testing

@testable import Reconstruction

@Suite struct CloudAlignmentTests {
    /// Points on the three walls of a corner, with normals.
    private func corner() throws -> PointCloud {
        let steps = (0..<225).map { (Float($0 % 15) / 5, Float($0 / 15) / 5) }
        var places: [SIMD3<Float>] = steps.map { SIMD3<Float>($0.0, $0.1, 0) }
        places += steps.map { SIMD3<Float>($0.0, 0, $0.1) }
        places += steps.map { SIMD3<Float>(0, $0.0, $0.1) }
        let axes: [SIMD3<Float>] = [SIMD3(0, 0, 1), SIMD3(0, 1, 0), SIMD3(1, 0, 0)]
        let normals = axes.flatMap { [SIMD3<Float>](repeating: $0, count: steps.count) }
        return try PointCloud(positions: SyntheticCloud.flat(places), normals: SyntheticCloud.flat(normals))
    }

    /// The corner after a turn about Z by the angle whose sine is 0.02, and a move.
    private func moved(_ cloud: PointCloud, _ move: SIMD3<Float>) throws -> PointCloud {
        let (sine, cosine) = (Float(0.02), (1 - Float(0.0004)).squareRoot())
        let places = (0..<cloud.count).map { point -> SIMD3<Float> in
            let p = cloud.position(point)
            return SIMD3(p.x * cosine - p.y * sine, p.x * sine + p.y * cosine, p.z) + move
        }
        return try SyntheticCloud.cloud(places)
    }

    @Test func aMoveAndATurnAreFoundAndUndone() throws {
        let surface = try corner()
        let points = try moved(surface, SIMD3(0.03, -0.05, 0.04))
        let found = try #require(try points.aligned(to: surface, reach: 0.3))
        for point in stride(from: 0, to: points.count, by: 29) {
            let back = found.motion.applied(to: SIMD3<Double>(points.position(point)))
            let error = back - SIMD3<Double>(surface.position(point))
            #expect(error.length < 1e-3)
        }
        #expect(found.distanceBefore > 0.02 && found.distanceAfter < 1e-3)
        #expect(found.matchedCount > 600 && found.pointCount == 675)
        let again = try #require(try points.aligned(to: surface, reach: 0.3, workers: TwoWorkers()))
        #expect(again.motion == found.motion)
    }

    @Test func strangersAmongThePointsDoNotPull() throws {
        let surface = try corner()
        var strangers = [SIMD3<Float>]()
        for number in 0..<100 { strangers.append(SIMD3(Float(number % 10) / 10 + 1, Float(number / 10) / 10 + 1, 0.2)) }
        let points = try moved(surface, SIMD3(0.01, 0.01, 0.01))
        let all = try PointCloud(positions: points.positions + SyntheticCloud.flat(strangers))
        let found = try #require(try all.aligned(to: surface, reach: 0.3))
        let back = found.motion.applied(to: SIMD3<Double>(points.position(50)))
        #expect((back - SIMD3<Double>(surface.position(50))).length < 2e-3)
    }

    @Test func aWallHoldsNothingAlongItself() throws {
        var steps = [SIMD3<Float>]()
        for number in 0..<900 { steps.append(SIMD3(Float(number % 30) / 10, Float(number / 30) / 10, 0)) }
        let wall = try PointCloud(
            positions: SyntheticCloud.flat(steps),
            normals: SyntheticCloud.flat(steps.map { _ in SIMD3(0, 0, 1) }))
        let found = try #require(
            try SyntheticCloud.cloud(steps.map { $0 + SIMD3(0, 0, 0.05) }).aligned(to: wall, reach: 0.2))
        #expect(abs(found.motion.translation.z + 0.05) < 1e-4)
        #expect(abs(found.motion.translation.x) < 1e-3 && abs(found.motion.translation.y) < 1e-3)
    }

    @Test func oneWallThatStandsOffIsBroughtBack() throws {
        // The floor and the other wall lie exactly: only a third of the points says that something is wrong.
        let surface = try corner()
        let places = (0..<surface.count).map { surface.position($0) + SIMD3(0.12, 0, 0) }
        let found = try #require(
            try SyntheticCloud.cloud(places).aligned(to: surface, reach: 0.5, closeness: 0.3))
        #expect(abs(found.motion.translation.x + 0.12) < 1e-3 && found.isBetter)
    }

    @Test func closenessSaysWhatOverlaps() throws {
        let surface = try corner()
        let near = try moved(surface, SIMD3(0.03, -0.05, 0.04))
        let found = try #require(try near.aligned(to: surface, reach: 0.5, closeness: 0.3))
        #expect(found.overlaps && found.isBetter && found.misfitAfter < 1e-3 && found.misfitBefore > 0.02)
        // Nine of ten points are far away from everything.
        let others = SyntheticCloud.flat(SyntheticCloud.random(6075).map { $0 + SIMD3(50, 0, 0) })
        let most = try PointCloud(positions: near.positions + others)
        let partial = try #require(try most.aligned(to: surface, reach: 0.5, closeness: 0.3))
        #expect(!partial.overlaps && partial.isBetter)
        let same = try #require(try surface.aligned(to: surface, reach: 0.5, closeness: 0.3))
        #expect(same.overlaps && !same.isBetter)
        for wrong in [0, -1, .nan, 0.6] as [Float] {
            #expect(try near.aligned(to: surface, reach: 0.5, closeness: wrong) == nil)
        }
    }

    @Test func noCloudFails() throws {
        let surface = try corner()
        for (name, points) in SyntheticCloud.hostile {
            let cloud = try SyntheticCloud.cloud(points)
            let found = try cloud.aligned(to: surface, reach: 0.1, mostPoints: 200)
            #expect(found == nil || found?.distanceAfter.isFinite == true, "\(name)")
            var other = cloud
            _ = try other.estimateNormals()
            _ = try surface.aligned(to: other, reach: .greatestFiniteMagnitude, mostPoints: 200)
        }
        #expect(try surface.aligned(to: PointCloud(), reach: 1) == nil)
        #expect(try surface.aligned(to: surface, reach: .nan) == nil)
        #expect(throws: ReconstructionStopped.self) { _ = try surface.aligned(to: surface, reach: 1) { true } }
    }
}
