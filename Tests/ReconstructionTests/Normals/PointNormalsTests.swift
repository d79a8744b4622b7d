import MeshModel
import Testing

@testable import Reconstruction

@Suite struct PointNormalsTests {
    /// The least cosine between a cloud's normals and those given.
    private func leastCosine(_ cloud: PointCloud, _ normals: [SIMD3<Float>]) -> Float {
        normals.indices.map { (cloud.vector(cloud.normals, $0) * normals[$0]).sum() }.min() ?? 0
    }

    @Test func aSphereSeenFromOutside() throws {
        let points = SyntheticCloud.sphere(3000)
        var cloud = try SyntheticCloud.cloud(points, eyes: points)
        #expect(try cloud.estimateNormals(NeighborLimits(count: 12, radius: 0.2)) == 0)
        #expect(leastCosine(cloud, points) > 0.999)
        // From inside.
        cloud = try SyntheticCloud.cloud(points, eyes: points.map { -$0 })
        try cloud.estimateNormals()
        #expect(leastCosine(cloud, points.map { -$0 }) > 0.999)
    }

    @Test func aTiltedPlaneIsExact() throws {
        let normal = SIMD3<Float>(1, 2, 3) / Float(14).squareRoot()
        let points = SyntheticCloud.random(500).map { $0 - normal * ($0 * normal).sum() + SIMD3(100, 200, 300) }
        var cloud = try SyntheticCloud.cloud(points, eyes: points.map { _ in normal })
        try cloud.estimateNormals()
        #expect(leastCosine(cloud, points.map { _ in normal }) > 0.999_999)
    }

    @Test func pointsOfALineOrTooFewHaveNone() throws {
        for (name, points) in SyntheticCloud.hostile {
            var cloud = try SyntheticCloud.cloud(points)
            let unknown = try cloud.estimateNormals()
            let lengths = points.indices.map {
                (cloud.vector(cloud.normals, $0) * cloud.vector(cloud.normals, $0)).sum()
            }
            #expect(lengths.count { $0 == 0 } == unknown, "\(name)")
            #expect(lengths.allSatisfy { $0 == 0 || abs($0 - 1) < 1e-5 }, "\(name)")
            switch name {
            case "plane": #expect(unknown == 0)
            case "huge": #expect(unknown == 3)
            case "tiny": #expect(unknown < 200)
            default: #expect(unknown == points.count, "\(name)")
            }
        }
        var apart = try SyntheticCloud.cloud(SyntheticCloud.sphere(100))
        #expect(try apart.estimateNormals(NeighborLimits(radius: 0.001)) == 100)
        #expect(try apart.estimateNormals(NeighborLimits(radius: .nan)) == 100)
    }

    @Test func anyNumberOfThreadsGivesTheSame() throws {
        var one = try SyntheticCloud.cloud(SyntheticCloud.sphere(9000))
        var two = one
        try one.estimateNormals()
        try two.estimateNormals(workers: TwoWorkers())
        #expect(one.normals == two.normals)
        try one.orientNormals()
        try two.orientNormals(workers: TwoWorkers())
        #expect(one.normals == two.normals)
    }

    @Test func stopsWhenToldAndChangesNothing() throws {
        var cloud = try SyntheticCloud.cloud(SyntheticCloud.sphere(100))
        #expect(throws: ReconstructionStopped.self) { try cloud.estimateNormals { true } }
        #expect(cloud.normals.isEmpty)
        try cloud.estimateNormals()
        let before = cloud.normals
        #expect(throws: ReconstructionStopped.self) { try cloud.orientNormals { true } }
        #expect(cloud.normals == before)
    }
}
