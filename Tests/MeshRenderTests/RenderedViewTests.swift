import MeshModel
import MeshRender
import Testing

@Suite struct RenderedViewTests {
    @Test(arguments: [false, true]) func aRedSquareInFrontHidesAGreenOneBehind(isRedFirst: Bool) throws {
        let (near, far) = (ShownShapes.square(at: SIMD3(0, 0, 1), half: 0.5), ShownShapes.square())
        let (red, green) = (ShownShapes.red, ShownShapes.green)
        let scene =
            isRedFirst
            ? ShownShapes.scene(near + far, colors: [red, red, green, green])
            : ShownShapes.scene(far + near, colors: [green, green, red, red])
        for projection in ViewOptions.Projection.allCases {
            var options = ShownShapes.front
            options.projection = projection
            let picture = try scene.rendered(options).picture
            #expect(picture.isMostly(0, 0.5, 0.5))
            #expect(picture.isMostly(1, 0.16, 0.5))
            options.direction = .back
            options.culling = .none
            let back = try scene.rendered(options).picture
            #expect(back.isMostly(1, 0.5, 0.5))
        }
    }

    @Test func squaresThatShareAnEdgeLeaveNoSampleBetweenThem() throws {
        let white = ShownShapes.scene(ShownShapes.square(), colors: [[255, 255, 255]])
        let picture = try white.rendered(ShownShapes.front).picture
        // 94 % of the picture; every pixel inside has the same colour.
        let middle = picture.pixel(0.5, 0.5)
        for row in 3..<61 {
            for column in 3..<61 { #expect(picture.pixel(Double(column) / 64, Double(row) / 64) == middle) }
        }
        #expect(picture.pixel(0, 0) == [0, 0, 0])
    }

    @Test func aMirroredNodeShowsTheSideThatItsFacesLookTo() throws {
        // Single-sided, so that one side is culled; a mirror turns corners the other way round, but not the face.
        var scene = ShownShapes.scene(ShownShapes.square(at: SIMD3(1, 0, 0)))
        scene.materials = [SceneMaterial(parameters: [MaterialParameter("doubleSided", [0])])]
        scene.meshes[0].primitives[0].material = .one(0)
        let mirror = SIMD3(-1.0, 1, 1)
        scene.nodes[0].transform = .trs(translation: SIMD3(), rotation: SIMD4(0, 0, 0, 1), scale: mirror)
        var options = ShownShapes.front
        #expect(try scene.rendered(options).picture.litCount > 2000)
        options.direction = .back
        #expect(try scene.rendered(options).picture.litCount == 0)
    }

    @Test func nodesStandWhereTheirTransformsPutThem() throws {
        var scene = ShownShapes.scene(ShownShapes.square(half: 0.5), colors: [ShownShapes.red])
        scene.nodes = [
            Node(children: [1, 2]),
            Node(
                transform: .trs(translation: SIMD3(-2, 0, 0), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(1, 1, 1)),
                mesh: 0),
            Node(transform: .matrix([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 2, 0, 0, 1]), mesh: 0),
        ]
        let picture = try scene.rendered(ShownShapes.front).picture
        #expect(picture.isMostly(0, 0.1, 0.5))
        #expect(picture.isMostly(0, 0.9, 0.5))
        #expect(picture.pixel(0.5, 0.5) == [0, 0, 0])
    }

    @Test func oneLooksIntoARoomThroughItsNearWalls() throws {
        // A box whose faces look inwards: red in front (+Z), green behind.
        let front = ShownShapes.square(at: SIMD3(0, 0, 1))
        let back = ShownShapes.square(at: SIMD3(0, 0, -1))
        let inwards = [0, 2, 1, 3, 5, 4].map { front[$0] } + back
        let scene = ShownShapes.scene(
            inwards, colors: [ShownShapes.red, ShownShapes.red, ShownShapes.green, ShownShapes.green])
        var options = ShownShapes.front
        #expect(try scene.rendered(options).picture.isMostly(1, 0.5, 0.5))
        options.culling = .none
        #expect(try scene.rendered(options).picture.isMostly(0, 0.5, 0.5))
        options.backFaceColor = SIMD3(0, 0, 255)
        #expect(try scene.rendered(options).picture.isMostly(2, 0.5, 0.5))
    }

    @Test func aSheetIsSeenFromBehindToo() throws {
        var options = ShownShapes.front
        options.direction = .back
        let picture = try ShownShapes.scene(ShownShapes.square(), colors: [ShownShapes.green]).rendered(options).picture
        #expect(picture.isMostly(1, 0.5, 0.5))
    }

    @Test func threadsAndBlocksGiveEqualBytes() throws {
        let places = ShownShapes.places(60_000)
        let corners = places.indices.map { places[$0 / 3] + places[$0] * 0.05 }
        let scene = ShownShapes.scene(corners, colors: [ShownShapes.red, ShownShapes.green, ShownShapes.blue])
        var options = ViewOptions()
        (options.width, options.height) = (200, 150)
        let alone = try scene.rendered(options)
        #expect(try scene.rendered(options, workers: TwoWorkers()) == alone)
        #expect(alone.picture.litCount > 1000)
    }

    @Test func nothingToShowIsAnError() {
        let empty = #expect(throws: RenderError.self) { try MeshScene().rendered() }
        #expect(empty?.message.contains("found 0 primitives") == true)
        let nowhere = SIMD3<Float>(repeating: .nan)
        #expect(throws: RenderError.self) { try ShownShapes.scene([nowhere, nowhere, nowhere]).rendered() }
        var options = ViewOptions()
        options.width = 0
        #expect(throws: RenderError.self) { try ShownShapes.scene(ShownShapes.square()).rendered(options) }
        options = ViewOptions()
        options.direction = ViewDirection(right: 0, up: 0, front: 0)
        #expect(throws: RenderError.self) { try ShownShapes.scene(ShownShapes.square()).rendered(options) }
        options = ViewOptions()
        options.samplesPerSide = 5
        #expect(throws: RenderError.self) { try ShownShapes.scene(ShownShapes.square()).rendered(options) }
    }

    @Test func polygonsMustBeTriangles() {
        var scene = ShownShapes.scene(ShownShapes.square())
        scene.meshes[0].primitives[0].arity = .uniform(6)
        scene.meshes[0].primitives[0].elementCount = 1
        let error = #expect(throws: RenderError.self) { try scene.rendered() }
        #expect(error?.message.contains("expected triangles") == true)
    }

    @Test(arguments: [Topology.polygons, .lines, .points])
    func wildPositionsAreSkippedOrDrawnAndNeverTrap(topology: Topology) throws {
        let wild: [Float] = [
            .nan, .infinity, -.infinity, 1e30, -1e30, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 0, 1,
        ]
        var corners = ShownShapes.square()
        for x in wild { for y in wild { corners.append(SIMD3(x, y, x)) } }
        // A triangle of one point, and one of a line.
        corners += [SIMD3(), SIMD3(), SIMD3(), SIMD3(0, 0, 0), SIMD3(1, 1, 1), SIMD3(2, 2, 2)]
        while corners.count % 6 != 0 { corners.append(SIMD3()) }
        let scene = ShownShapes.scene(corners, of: topology, colors: [ShownShapes.red])
        for direction in [ViewDirection.threeQuarter, .front, .top, .bottom] {
            for projection in ViewOptions.Projection.allCases {
                var options = ShownShapes.front
                (options.direction, options.projection) = (direction, projection)
                #expect(try scene.rendered(options).skippedElementCount > 0)
            }
        }
    }

    @Test func indicesBeyondTheVerticesAreSkipped() throws {
        var scene = ShownShapes.scene(ShownShapes.square())
        scene.meshes[0].primitives[0].vertices = Column([0, 1, 2, 3, -4, Int64.max] as [Int64])
        #expect(try scene.rendered(ShownShapes.front).skippedElementCount == 1)
    }
}
