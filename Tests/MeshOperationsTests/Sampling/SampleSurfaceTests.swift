import MeshModel
import Testing

@testable import MeshOperations

/// Points chosen on faces.
@Suite struct SampleSurfaceTests {
    /// The numbers of an attribute of the cloud's points.
    private func rows(_ scene: MeshScene?, _ semantic: AttributeSemantic) throws -> [SIMD3<Double>] {
        let set = try #require(scene).vertexSets[0]
        let numbers = try #require(set.attribute(semantic)).values.doubles()
        return (0..<set.count).map { SIMD3(numbers[$0 * 3], numbers[$0 * 3 + 1], numbers[$0 * 3 + 2]) }
    }

    /// A scene of one mesh with attributes of vertices.
    private func scene(_ faces: [[Int32]], _ positions: [Float], _ attributes: [Attribute] = []) -> MeshScene {
        let set = VertexSet(
            count: positions.count / 3,
            attributes: [Attribute(.position, Column(positions, components: 3))] + attributes)
        return MeshScene(vertexSets: [set], primitives: [polygons(faces)])
    }

    @Test func anyPlaceOfASurfaceIsAsLikely() throws {
        // A concave polygon: the square from 0 to 2 without its upper right quarter, in 12 × 12 cells of 1/6.
        let faces = scene([[0, 1, 2, 3, 4, 5]], [0, 0, 0, 2, 0, 0, 2, 1, 0, 1, 1, 0, 1, 2, 0, 0, 2, 0])
        for seed in 1...4 as ClosedRange<UInt64> {
            let count = 20_000
            var cells = [Int](repeating: 0, count: 144)
            for point in try rows(faces.samplingSurface(points: count, seed: seed), .position) {
                #expect(point.z == 0 && point.x >= 0 && point.y >= 0 && point.x <= 2 && point.y <= 2)
                cells[min(Int(point.y * 6), 11) * 12 + min(Int(point.x * 6), 11)] += 1
            }
            let inside = cells.indices.filter { $0 % 12 < 6 || $0 / 12 < 6 }
            let mean = Double(count) / Double(inside.count)
            let sum = inside.reduce(0) { $0 + (Double(cells[$1]) - mean) * (Double(cells[$1]) - mean) / mean }
            // Chi-square of 107 degrees of freedom lies between these in 99.8 of 100 cases.
            #expect(inside.count == 108 && inside.reduce(0) { $0 + cells[$1] } == count)
            #expect(sum > 67 && sum < 157, "\(sum)")
        }
    }

    @Test func facesGetTheShareOfTheirArea() throws {
        let cloud = try #require(
            scene([[0, 1, 2], [3, 4, 5]], [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 5, 3, 0, 5, 0, 3, 5])
                .samplingSurface(points: 1000))
        #expect(try rows(cloud, .position).count { $0.z == 0 } == 100)
        try cloud.validate()
    }

    @Test func theSameSeedGivesTheSamePoints() throws {
        let cube = Solid.cube
        func points(_ seed: UInt64) throws -> [SIMD3<Double>] {
            try rows(cube.samplingSurface(points: 500, seed: seed), .position)
        }
        #expect(try points(5) == points(5))
        #expect(try points(5) != points(6))
        // The reference sequence of SplitMix64.
        var random = SplitMix64(seed: 1_234_567)
        #expect([random.next(), random.next()] == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973])
    }

    @Test func pointsLieWhereNodesShowTheirFaces() throws {
        var mirrored = scene([[0, 1, 2]], [0, 0, 0, 1, 0, 0, 0, 1, 0])
        mirrored.metersPerUnit = 0.01
        mirrored.upAxis = .z
        mirrored.nodes[0].transform = .trs(
            translation: SIMD3(0, 0, 7), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(-2, 1, 1))
        let cloud = mirrored.samplingSurface(points: 50)
        #expect(cloud?.metersPerUnit == 0.01)
        #expect(cloud?.upAxis == .z)
        #expect(try rows(cloud, .position).allSatisfy { $0.z == 7 && $0.x <= 0 && $0.x >= -2 })
        // The front of a mirrored face stays in front.
        #expect(try rows(cloud, .normal).allSatisfy { $0 == SIMD3(0, 0, 1) })
    }

    @Test func normalsAndColorsAreInterpolated() throws {
        let shaded = scene(
            [[0, 1, 2]], [0, 0, 0, 1, 0, 0, 0, 1, 0],
            [
                Attribute(.normal, Column([Float(-1), 0, 1, 1, 0, 1, -1, 0, 1], components: 3)),
                Attribute(
                    .color(0), Column([0, 0, 0, 255, 0, 0, 0, 0, 0] as [UInt8], components: 3), normalized: true,
                    frame: .srgb),
            ])
        let cloud = shaded.samplingSurface(points: 200)
        let (positions, normals) = (try rows(cloud, .position), try rows(cloud, .normal))
        let colors = try rows(cloud, .color(0))
        for index in 0..<200 {
            let x = positions[index].x
            let normal = SIMD3(2 * x - 1, 0, 1)
            #expect((normals[index] - normal / normal.length).length < 1e-6)
            #expect(abs(colors[index].x - ColorTransfer.srgb(fromLinear: x) * 255) < 0.6)
            #expect(colors[index].y == 0)
        }
    }

    @Test func withoutAnAreaThereAreNoPoints() {
        #expect(MeshScene().samplingSurface(points: 10) == nil)
        #expect(scene([[0, 1, 2]], [0, 0, 0, 1, 1, 1, 2, 2, 2]).samplingSurface(points: 10) == nil)
        #expect(scene([[0, 1, 9]], [0, 0, 0, 1, 1, 1]).samplingSurface(points: 10) == nil)
        #expect(scene([[0, 1, 2]], [.nan, 0, 0, 1, 1, 1, 0, 1, 0]).samplingSurface(points: 10) == nil)
        for count in [0, -1, .min] {
            #expect(Solid.cube.samplingSurface(points: count)?.vertexSets[0].count == 0)
        }
        let huge = scene([[0, 1, 2]], [1e30, 0, 0, -1e30, 0, 0, 0, 3e38, 0])
        #expect(huge.samplingSurface(points: 10)?.vertexSets[0].count == 10)
    }
}
