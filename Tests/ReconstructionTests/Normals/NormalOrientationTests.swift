import MeshModel
import Testing

@testable import Reconstruction

@Suite struct NormalOrientationTests {
    /// The share of normals on the right side, after each second one was turned around.
    private func share(_ points: [SIMD3<Float>], _ normals: [SIMD3<Float>], parts: Int) throws -> Double {
        var mixed = normals
        for index in stride(from: 0, to: mixed.count, by: 2) { mixed[index] = -mixed[index] }
        var cloud = try PointCloud(positions: SyntheticCloud.flat(points), normals: SyntheticCloud.flat(mixed))
        #expect(try cloud.orientNormals() == parts)
        let right = normals.indices.count { (cloud.vector(cloud.normals, $0) * normals[$0]).sum() > 0 }
        return Double(right) / Double(normals.count)
    }

    @Test func aSphereIsTurnedOutside() throws {
        let points = SyntheticCloud.sphere(2000)
        #expect(try share(points, points, parts: 1) == 1)
    }

    @Test func aTorusIsTurnedOutside() throws {
        let circle = SyntheticCloud.sphere(4000).map { SIMD2($0.x, $0.y) / ($0.x * $0.x + $0.y * $0.y).squareRoot() }
        let tube = SyntheticCloud.random(4000, seed: 7).map { SIMD2($0.x - 0.5, $0.y - 0.5) }
        var points: [SIMD3<Float>] = []
        var normals: [SIMD3<Float>] = []
        for (around, across) in zip(circle, tube) {
            let direction = across / (across * across).sum().squareRoot()
            let normal = SIMD3(around.x * direction.x, around.y * direction.x, direction.y)
            normals.append(normal)
            points.append(SIMD3(around.x, around.y, 0) + normal * 0.4)
        }
        #expect(try share(points, normals, parts: 1) == 1)
    }

    @Test func eachPartHasItsOwnSide() throws {
        let sphere = SyntheticCloud.sphere(500)
        let points = sphere + sphere.map { $0 * 0.5 + SIMD3(9, 0, 0) } + sphere.map { $0 * 2 + SIMD3(0, -30, 0) }
        #expect(try share(points, sphere + sphere + sphere, parts: 3) == 1)
    }

    @Test func pointsWithoutANormalConnectNothing() throws {
        // Two spheres side by side, and a row of points without normals from one to the other.
        let sphere = SyntheticCloud.sphere(500)
        let row = (0..<80).map { SIMD3(1 + Float($0) * 0.1, 0, 0) }
        let points = sphere + sphere.map { SIMD3(10, 0, 0) - $0 } + row
        let normals = sphere + sphere.map { -$0 } + row.map { _ in SIMD3() }
        var cloud = try PointCloud(positions: SyntheticCloud.flat(points), normals: SyntheticCloud.flat(normals))
        #expect(try cloud.orientNormals() == 2)
        #expect(cloud.normals == SyntheticCloud.flat(normals))
    }

    @Test func noCloudFails() throws {
        for (name, points) in SyntheticCloud.hostile {
            var cloud = try SyntheticCloud.cloud(points)
            #expect(try cloud.orientNormals() == 0, "\(name)")
            cloud.normals = SyntheticCloud.flat(points)
            let parts = try cloud.orientNormals(neighbors: .max)
            #expect(parts <= points.count, "\(name)")
        }
    }

    @Test func signsStayRightHoweverGroupsAreJoined() {
        // Items agree if both are even or both are odd.
        var groups = SignedGroups(count: 64)
        for step in [1, 2, 4, 8, 16, 32] {
            for item in stride(from: 0, to: 64, by: step * 2) {
                groups.join(item + step - 1, item + step, areOpposite: true)
                groups.join(item, item + step, areOpposite: step == 1)
            }
        }
        for item in 0..<64 {
            #expect(groups.root(item).item == groups.root(0).item)
            #expect((groups.root(item).isOpposite == groups.root(0).isOpposite) == (item % 2 == 0))
        }
    }
}
