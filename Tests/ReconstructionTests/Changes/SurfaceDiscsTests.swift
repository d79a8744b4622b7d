import Testing

@testable import Reconstruction

@Suite struct SurfaceDiscsTests {
    /// A floor of 3 m × 3 m at height 0, a point every 10 cm.
    private func floor(normals: Bool = true) throws -> PointCloud {
        let places = (0..<961).map { SIMD3<Float>(Float($0 % 31) / 10, 0, Float($0 / 31) / 10) }
        return try PointCloud(
            positions: SyntheticCloud.flat(places),
            normals: normals ? SyntheticCloud.flat(places.map { _ in SIMD3<Float>(0, 1, 0) }) : [])
    }

    @Test func distancesAreThoseOfTheSurfaceNotOfItsPoints() throws {
        let discs = try SurfaceDiscs(floor(), radii: [0.08])
        // Amid four points, above a point, below, and beside the border.
        let places: [SIMD3<Float>] = [
            SIMD3(1.05, 0.02, 1.05), SIMD3(1, 0.3, 1), SIMD3(1.52, -0.07, 2.04), SIMD3(3.48, 0, 1),
        ]
        let distances = try discs.distances(of: SyntheticCloud.cloud(places))
        for (distance, expected) in zip(distances, [0.02, 0.3, 0.07, 0.4] as [Float]) {
            #expect(abs(distance - expected) < 1e-3)
        }
    }

    @Test func aCloudClosesItsGaps() throws {
        let discs = try SurfaceDiscs(closing: floor(normals: false))
        let distances = try discs.distances(of: SyntheticCloud.cloud([SIMD3(1.05, 0.02, 1.05), SIMD3(1, 0.5, 1)]))
        #expect(abs(distances[0] - 0.02) < 1e-3 && abs(distances[1] - 0.5) < 1e-3)
    }

    @Test func whatHasNoPlaceIsInfinitelyFar() throws {
        let discs = try SurfaceDiscs(floor(), radii: [])
        let distances = try discs.distances(of: SyntheticCloud.cloud([SIMD3(.nan, 0, 0), SIMD3(0, .infinity, 0)]))
        #expect(distances == [.infinity, .infinity])
        let none = try SurfaceDiscs(closing: PointCloud())
        #expect(try none.distances(of: SyntheticCloud.cloud([SIMD3()])) == [.infinity])
    }

    @Test func noCloudFailsAndThreadsDoNotMatter() throws {
        let queries = try SyntheticCloud.cloud(SyntheticCloud.random(5000))
        for (name, points) in SyntheticCloud.hostile {
            let discs = try SurfaceDiscs(closing: try SyntheticCloud.cloud(points))
            let one = try discs.distances(of: queries)
            #expect(one == (try discs.distances(of: queries, workers: TwoWorkers())), "\(name)")
            #expect(one.allSatisfy { $0 >= 0 }, "\(name)")
        }
        #expect(throws: ReconstructionStopped.self) {
            _ = try SurfaceDiscs(floor(), radii: []).distances(of: queries) { true }
        }
    }
}
