import MeshModel
import MeshRender
import Testing

@Suite struct OcclusionTests {
    /// A floor and a wall behind it.
    private var corner: MeshScene {
        let (a, b) = (SIMD3<Float>(-1, 0, -1), SIMD3<Float>(1, 0, -1))
        let (c, d) = (SIMD3<Float>(1, 0, 1), SIMD3<Float>(-1, 0, 1))
        let (e, f) = (SIMD3<Float>(-1, 2, -1), SIMD3<Float>(1, 2, -1))
        return ShownShapes.scene([d, c, b, d, b, a, a, b, f, a, f, e], colors: [[200, 200, 200]])
    }

    private var options: ViewOptions {
        var options = ViewOptions()
        (options.width, options.height) = (96, 96)
        options.direction = ViewDirection(azimuth: 0, elevation: 35)
        options.background = SIMD3()
        return options
    }

    @Test func cornersAreDarkerAndOpenPlacesAreNot() throws {
        var plain = options
        plain.hasOcclusion = false
        let (with, without) = (try corner.rendered(options).picture, try corner.rendered(plain).picture)
        // The crease runs through the middle of the picture.
        let rows = (20..<80).map { row in
            let place = Double(row) / 96
            return Int(without.pixel(0.5, place)[0]) - Int(with.pixel(0.5, place)[0])
        }
        let most = try #require(rows.max())
        #expect(most > 25)
        #expect(rows.first ?? 99 <= 1 && rows.last ?? 99 <= 1)
        #expect(rows.allSatisfy { $0 >= 0 })
        let place = try #require(rows.firstIndex(of: most)) + 20
        #expect((30..<66).contains(place))
    }

    @Test func aFlatWallHoldsNothingBack() throws {
        var options = options
        let wall = ShownShapes.scene(ShownShapes.square(), colors: [[200, 200, 200]])
        for direction in [ViewDirection.front, .threeQuarter, ViewDirection(azimuth: 80, elevation: 0)] {
            options.direction = direction
            var plain = options
            plain.hasOcclusion = false
            #expect(try wall.rendered(options) == wall.rendered(plain))
        }
    }

    @Test func largePicturesAreAsDarkAsSmallOnes() throws {
        var large = options
        (large.width, large.height) = (1300, 1300)
        let (a, b) = (try corner.rendered(options).picture, try corner.rendered(large).picture)
        for place in [0.3, 0.4, 0.45, 0.5, 0.55, 0.6, 0.7] {
            #expect(abs(Int(a.pixel(0.5, place)[0]) - Int(b.pixel(0.5, place)[0])) < 25)
        }
    }

    @Test func threadsGiveEqualBytes() throws {
        #expect(try corner.rendered(options, workers: TwoWorkers()) == corner.rendered(options))
    }
}
