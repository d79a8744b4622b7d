import MeshModel
import Testing

@testable import Reconstruction

@Suite struct NeighborQueryTests {
    /// The squared distances of each point's neighbours, sorted, as a tree finds them.
    private func found(_ cloud: PointCloud, _ limits: NeighborLimits) throws -> [[Float]] {
        let tree = try #require(PointTree(cloud) { false })
        let rows = try #require(
            tree.mapNeighbors(limits, OneWorker(), { false }) { rank, query, rows in
                rows.append((tree.points[rank], query.neighbors.map(\.squaredDistance).sorted()))
            })
        return rows.sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// Compares all points with all points.
    private func compared(_ points: [SIMD3<Float>], _ limits: NeighborLimits) -> [[Float]] {
        points.map { a in
            let squares = points.map { b in
                let way = b - a
                return way.x * way.x + way.y * way.y + way.z * way.z
            }
            return Array(squares.filter { $0 < limits.radius * limits.radius }.sorted().prefix(limits.count))
        }
    }

    @Test(arguments: [
        NeighborLimits(count: 1), NeighborLimits(count: 7), NeighborLimits(count: 1024),
        NeighborLimits(count: 12, radius: 0.15), NeighborLimits(count: 500, radius: 0.1),
    ])
    func findsTheSameAsComparingAll(limits: NeighborLimits) throws {
        let even = SyntheticCloud.random(700)
        // A dense clump, a flat part, and points that are there twice.
        let uneven =
            even.prefix(200).map { $0 * 0.01 } + even.prefix(200).map { SIMD3($0.x, $0.y, 0.5) } + even.prefix(300)
            + even.prefix(50)
        for points in [even, uneven] {
            #expect(try found(SyntheticCloud.cloud(points), limits) == compared(points, limits))
        }
    }

    @Test func limitsOutOfRangeAreMoved() {
        #expect(NeighborLimits(count: 0).count == 1)
        #expect(NeighborLimits(count: .max).count == 1024)
        #expect(NeighborLimits(radius: .nan).radius == 0)
        #expect(NeighborLimits(radius: -1).radius == 0)
    }

    @Test(arguments: [NeighborLimits(), NeighborLimits(count: 5, radius: 0), NeighborLimits(count: 2, radius: 1e30)])
    func noCloudTakesLong(limits: NeighborLimits) throws {
        for (name, points) in SyntheticCloud.hostile {
            let rows = try found(SyntheticCloud.cloud(points), limits)
            #expect(rows.count == points.count { $0.isFinite }, "\(name)")
            #expect(rows.allSatisfy { $0.count <= min(limits.count, points.count) }, "\(name)")
            if limits.radius > 0 { #expect(rows.allSatisfy { $0.first == 0 }, "\(name)") }
        }
    }

    @Test func selectsWhereSortingWouldPut() {
        for (count, values) in [(1, 1), (2, 1), (9, 3), (100, 7), (257, 1000)] {
            let numbers = ContiguousArray(SyntheticCloud.fractions(count).map { Int($0 * Float(values)) })
            for place in 0..<count {
                var selected = numbers
                selected.select(place, in: 0..<count, <)
                #expect(selected[place] == numbers.sorted()[place])
                #expect(selected[..<place].allSatisfy { $0 <= selected[place] })
                #expect(selected[place...].allSatisfy { $0 >= selected[place] })
            }
        }
    }
}
