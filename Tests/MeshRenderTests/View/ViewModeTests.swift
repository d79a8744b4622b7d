import MeshModel
import MeshRender
import Testing

@Suite struct ViewModeTests {
    private func picture(_ mode: ViewOptions.Mode, _ scene: MeshScene) throws -> RenderedPicture {
        var options = ShownShapes.front
        options.mode = mode
        return try scene.rendered(options).picture
    }

    @Test func normalsAreColoursOfTheirDirection() throws {
        var scene = ShownShapes.scene(ShownShapes.square())
        #expect(try picture(.normals, scene).pixel(0.5, 0.5) == [128, 128, 255])
        let up: [Float] = [0, 2, 0]
        scene.vertexSets[0].attributes.append(Attribute(.normal, Column((0..<6).flatMap { _ in up }, components: 3)))
        #expect(try picture(.normals, scene).pixel(0.5, 0.5) == [128, 255, 128])
        scene.nodes[0].transform = .trs(
            translation: SIMD3(), rotation: SIMD4(0, 0, 1, 0), scale: SIMD3(1, 1, 1))
        #expect(try picture(.normals, scene).pixel(0.5, 0.5) == [128, 0, 128])
    }

    @Test func coloursHaveNoLightAndClayHasNoColours() throws {
        let scene = ShownShapes.scene(ShownShapes.square(), colors: [[10, 200, 30]])
        #expect(try picture(.colors, scene).pixel(0.5, 0.5) == [10, 200, 30])
        let clay = try picture(.clay, scene).pixel(0.5, 0.5)
        #expect(clay[0] == clay[1] && clay[1] == clay[2] && clay[0] > 150)
    }

    @Test func flatIgnoresNormalsOfCorners() throws {
        var scene = ShownShapes.scene(ShownShapes.square())
        let plain = try picture(.shaded, scene).pixel(0.5, 0.5)
        let aside: [Float] = [0.9, -0.9, 0.1]
        scene.vertexSets[0].attributes.append(
            Attribute(.normal, Column((0..<6).flatMap { _ in aside }, components: 3)))
        #expect(try picture(.shaded, scene).pixel(0.5, 0.5) != plain)
        #expect(try picture(.flat, scene).pixel(0.5, 0.5) == plain)
    }

    @Test func edgesAreDarkOnSurfacesAndBrightAlone() throws {
        let scene = ShownShapes.scene(ShownShapes.square(), colors: [[255, 255, 255]])
        let edges = try picture(.edges, scene)
        // The diagonal runs through the middle, over one of the pixels around it.
        func middle(_ picture: RenderedPicture) -> [UInt8] {
            [(31, 31), (32, 31), (31, 32), (32, 32)].map { picture.pixel(Double($0.0) / 64, Double($0.1) / 64)[0] }
        }
        #expect(middle(edges).contains { $0 < 200 } && edges.pixel(0.25, 0.5)[0] > 200)
        let wires = try picture(.wireframe, scene)
        #expect(middle(wires).contains { $0 > 100 } && wires.pixel(0.25, 0.5) == [0, 0, 0])
    }

    @Test func aFrameHoldsTheScaleOfSeveralPictures() throws {
        let small = ShownShapes.scene(ShownShapes.square(half: 0.5), colors: [ShownShapes.red])
        var options = ShownShapes.front
        #expect(try small.viewFrame()?.highest == SIMD3(0.5, 0.5, 0))
        options.frame = try ShownShapes.scene(ShownShapes.square()).viewFrame()
        let half = try small.rendered(options).picture
        #expect(half.litCount == 30 * 30 || abs(half.litCount - 900) < 130)
        // Where nothing is shown, it is empty.
        #expect(try MeshScene().rendered(options).picture.litCount == 0)
        // Beyond it nothing is drawn, and nothing traps.
        for projection in ViewOptions.Projection.allCases {
            options.projection = projection
            for shift: Float in [0, 1, 2, 3, 1e6, 1e30] {
                let far = ShownShapes.square(at: SIMD3(shift, 0, shift)).map { $0 * SIMD3(1, 1, 50) }
                for topology in [Topology.polygons, .lines, .points] {
                    _ = try ShownShapes.scene(far, of: topology).rendered(options)
                }
            }
        }
        options.frame = ViewFrame(lowest: SIMD3(.nan, 0, 0), highest: SIMD3(1, 1, 1))
        #expect(throws: RenderError.self) { try small.rendered(options) }
    }

    @Test func aRoundFrameFitsAllSides() throws {
        // A wide bar: from its end it is small, and may not be enlarged.
        let bar = ShownShapes.square().map { $0 * SIMD3(4, 0.1, 0) }
        let scene = ShownShapes.scene(bar, colors: [ShownShapes.red])
        var options = ShownShapes.front
        options.frame = try scene.viewFrame()
        options.frame?.isRound = true
        for turn in stride(from: 0.0, to: 360, by: 30) {
            options.direction = ViewDirection.front.turned(by: turn)
            for projection in ViewOptions.Projection.allCases {
                options.projection = projection
                let picture = try scene.rendered(options).picture
                for edge in 0..<64 {
                    #expect(picture.pixel(0, Double(edge) / 64) == [0, 0, 0])
                    #expect(picture.pixel(63 / 64, Double(edge) / 64) == [0, 0, 0])
                }
            }
        }
    }

    @Test func anglesAreDirections() {
        #expect(ViewDirection(azimuth: 0, elevation: 0) == .front)
        #expect(ViewDirection(azimuth: 90, elevation: 0) == .right)
        #expect(ViewDirection(azimuth: -90, elevation: 0) == .left)
        #expect(ViewDirection(azimuth: 180, elevation: 0) == .back)
        #expect(ViewDirection(azimuth: 0, elevation: 90) == .top)
        #expect(ViewDirection.front.turned(by: 90) == .right)
        let corner = ViewDirection(azimuth: 45, elevation: 30)
        #expect(abs(corner.right - 0.6123724) < 1e-6 && abs(corner.up - 0.5) < 1e-12)
        #expect(abs(corner.right - corner.front) < 1e-12)
    }
}
