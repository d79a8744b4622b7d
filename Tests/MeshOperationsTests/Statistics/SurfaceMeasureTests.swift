import MeshModel
import Testing

@testable import MeshOperations

@Suite struct SurfaceMeasureTests {
    @Test func aCubeHasItsAreaAndVolume() {
        let measure = SurfaceMeasure(Solid.cube)
        #expect(measure.area == 6)
        #expect(measure.volume == 1)
        #expect(measure.skippedFaces == 0)
        let inside = SurfaceMeasure(Solid.scene(Solid.cubeFaces.map { $0.reversed() }, Solid.cubeCorners))
        #expect(inside.volume == -1)
        #expect(SurfaceMeasure(MeshScene()).area == 0)
    }

    @Test func aRingMeasuresAsTrimeshMeasuresIt() {
        let (places, faces) = Solid.ring()
        let measure = SurfaceMeasure(Solid.scene(faces, places))
        // trimesh 5.2, Trimesh(vertices, faces, process=False): .area and .volume
        #expect(abs(measure.area - 2176.3980639544834) < 1e-12 * 2176.3980639544834)
        #expect(abs(measure.volume - 2256) < 1e-12 * 2256)
    }

    @Test func farFromTheOriginTheVolumeKeepsItsDigits() {
        // Integers up to 2²⁴ are exact as float32.
        let (places, faces) = Solid.ring(offset: SIMD3(8_000_000, -8_000_000, 4_000_000))
        let far = SurfaceMeasure(Solid.scene(faces, places))
        #expect(abs(far.volume - 2256) < 1e-12 * 2256)
        #expect(abs(far.area - 2176.3980639544834) < 1e-12 * 2176.3980639544834)
    }

    @Test func whatIsShownIsMeasuredInTheWorld() {
        var source = Solid.cube
        source.nodes = [
            Node(
                transform: .trs(translation: SIMD3(9, 9, 9), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(2, 2, 2)),
                mesh: 0),
            // A mirrored surface keeps its look: the outside stays outside.
            Node(transform: .matrix([-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]), mesh: 0),
            Node(mesh: 0),
        ]
        source.scenes = [SceneRoot(roots: [0, 1])]
        let measure = SurfaceMeasure(source)
        #expect(measure.area == 30)
        #expect(abs(measure.volume - 9) < 1e-12)
        let baked = SurfaceMeasure(bakeHierarchy(source).scene)
        #expect(abs(baked.volume - 9) < 1e-12)
    }

    @Test func facesThatCannotBeMeasuredAreLeftOut() {
        let places = Solid.cubeCorners + [SIMD3(.nan, 0, 0), SIMD3(.infinity, 0, 0)]
        let faces = Solid.cubeFaces + [[0, 1, 8], [0, 1, 9], [0, 1, 99], [-1, 0, 1], [0, 1], [3, 3, 3], []]
        let measure = SurfaceMeasure(Solid.scene(faces, places))
        #expect(measure.area == 6)
        #expect(abs(measure.volume - 1) < 1e-15)
        #expect(measure.skippedFaces == 4)
    }

    @Test func concavePolygonsHaveTheAreaThatTheyCover() {
        // An L of three unit squares; a fan from its first corner would count a square twice.
        let places: [SIMD3<Float>] = [
            SIMD3(2, 1, 0), SIMD3(1, 1, 0), SIMD3(1, 2, 0), SIMD3(0, 2, 0), SIMD3(0, 0, 0), SIMD3(2, 0, 0),
        ]
        #expect(SurfaceMeasure(Solid.scene([[0, 1, 2, 3, 4, 5]], places)).area == 3)
    }

    @Test func soupsAndStridedPositionsAreMeasured() throws {
        let (places, faces) = Solid.ring()
        var rows: [Float] = []
        for corner in faces.flatMap(\.self) {
            let place = places[Int(corner)]
            rows += [place.x, place.y, place.z, -7]
        }
        let packed = Column(rows, components: 4)
        let column = try #require(
            Column(
                viewing: packed.storage, offset: 0, stride: 16, count: faces.count * 3, components: 3, type: .float32))
        let source = MeshScene(
            vertexSets: [VertexSet(count: faces.count * 3, attributes: [Attribute(.position, column)])],
            primitives: [
                Primitive(
                    topology: .polygons, vertexSet: 0, elementCount: faces.count, arity: .uniform(3), vertices: nil)
            ])
        let measure = SurfaceMeasure(source)
        #expect(measure == SurfaceMeasure(Solid.scene(faces, places)))
    }

    @Test func aCompensatedSumKeepsWhatIsSmall() {
        var sum = CompensatedSum()
        for term in [1, 1e100, 1, -1e100] { sum.add(term) }
        #expect(sum.value == 2)
        var tenths = CompensatedSum()
        for _ in 0..<1_000_000 { tenths.add(0.1) }
        #expect(tenths.value == 100_000.000_000_000_01 || tenths.value == 100_000)
    }
}
