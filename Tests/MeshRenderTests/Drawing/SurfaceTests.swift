import MeshModel
import MeshRender
import Testing

@Suite struct SurfaceTests {
    typealias Texels = Correspondence.SampledColors.Texels

    private func texels(_ rows: [[UInt8]]) -> Texels? {
        Texels(width: 2, height: 2, components: rows[0].count, bytes: rows.flatMap { $0 })
    }

    @Test(arguments: [Frame.UVOrigin.topLeft, .bottomLeft]) func cornersOfATextureLandWhereTheyBelong(
        origin: Frame.UVOrigin
    ) throws {
        // Red, green / blue, white: rows from the top.
        let image = texels([ShownShapes.red, ShownShapes.green, ShownShapes.blue, [255, 255, 255]])
        for projection in ViewOptions.Projection.allCases {
            var options = ShownShapes.front
            options.projection = projection
            let view = try ShownShapes.textured(uvOrigin: origin).rendered(options) { _ in image }
            #expect(view.unreadImages.isEmpty)
            #expect(view.picture.isMostly(0, 0.1, 0.1))
            #expect(view.picture.isMostly(1, 0.9, 0.1))
            #expect(view.picture.isMostly(2, 0.1, 0.9))
            #expect(view.picture.pixel(0.9, 0.9).allSatisfy { $0 > 100 })
        }
    }

    @Test func perspectiveMovesTheMiddleOfATextureWithTheMiddleOfItsSquare() throws {
        // Black on the left, which is near, white on the right, turned away by 60 degrees around the upright axis.
        let image = texels([[0, 0, 0], [255, 255, 255], [0, 0, 0], [255, 255, 255]])
        var scene = ShownShapes.textured()
        scene.nodes[0].transform = .trs(
            translation: SIMD3(), rotation: SIMD4(0, 0.5, 0, 0.75.squareRoot()), scale: SIMD3(1, 1, 1))
        var options = ShownShapes.front
        options.projection = .perspective
        options.background = SIMD3(0, 0, 255)
        options.frame = try scene.viewFrame()
        let picture = try scene.rendered(options) { _ in image }.picture
        let seen = (0..<64).filter { picture.pixel(Double($0) / 64, 0.5)[2] != 255 }
        // The edges are 15 pixels to the left and 10 to the right of the middle.
        #expect(seen == Array(17..<42))
        let brightness = seen.map { picture.pixel(Double($0) / 64, 0.5)[0] }
        let most = try #require(brightness.max())
        // Half of the light is 0.735 of the code.
        let middle = try #require(brightness.firstIndex { Double($0) > 0.735 * Double(most) })
        #expect(abs(seen[middle] - 32) <= 1)
    }

    @Test func anImageThatCannotBeReadIsNamed() throws {
        let view = try ShownShapes.textured([MaterialParameter("baseColor", [0, 1, 0])]).rendered(ShownShapes.front)
        #expect(view.unreadImages == [0])
        #expect(view.picture.isMostly(1, 0.5, 0.5))
    }

    @Test func alphaCutsHolesAndBlendingThinsOut() throws {
        let image = texels([[255, 0, 0, 255], [255, 0, 0, 0], [255, 0, 0, 255], [255, 0, 0, 0]])
        let full = try ShownShapes.textured().rendered(ShownShapes.front) { _ in image }.picture.litCount
        let cut = try ShownShapes.textured([MaterialParameter("alphaMode", [1])]).rendered(ShownShapes.front) { _ in
            image
        }.picture
        #expect(abs(cut.litCount * 2 - full) < full / 20)
        #expect(cut.isMostly(0, 0.2, 0.5))
        #expect(cut.pixel(0.8, 0.5) == [0, 0, 0])
        var scene = ShownShapes.scene(ShownShapes.square(at: SIMD3(0, 0, 1)) + ShownShapes.square())
        scene.materials = [
            SceneMaterial(parameters: [
                MaterialParameter("baseColor", [1, 0, 0]), MaterialParameter("alpha", [0.5]),
                MaterialParameter("alphaMode", [2]),
            ]), SceneMaterial(parameters: [MaterialParameter("baseColor", [0, 1, 0])]),
        ]
        scene.meshes[0].primitives[0].material = .perElement(Column([0, 0, 1, 1] as [Int32]))
        let blended = try scene.rendered(ShownShapes.front).picture.pixel(0.5, 0.5)
        #expect(abs(Int(blended[0]) - Int(blended[1])) < 3)
        #expect(blended[0] > 100)
    }

    @Test func vertexColorsAreMultipliedWithTheBaseColor() throws {
        var scene = ShownShapes.scene(ShownShapes.square(), colors: [[255, 255, 0]])
        scene.materials = [SceneMaterial(parameters: [MaterialParameter("baseColor", [0, 1, 1])])]
        scene.meshes[0].primitives[0].material = .one(0)
        #expect(try scene.rendered(ShownShapes.front).picture.isMostly(1, 0.5, 0.5))
        scene.materials[0].parameters.append(MaterialParameter("vertexColors", [0]))
        let plain = try scene.rendered(ShownShapes.front).picture.pixel(0.5, 0.5)
        #expect(plain[0] == 0 && plain[1] == plain[2] && plain[1] > 100)
    }

    @Test func normalsOfVerticesShadeAFaceOnTheSideOfTheViewer() throws {
        var scene = ShownShapes.scene(ShownShapes.square())
        let flat = try scene.rendered(ShownShapes.front).picture.pixel(0.5, 0.5)
        func shaded(_ normal: [Float]) throws -> [UInt8] {
            var own = scene
            let rows = (0..<6).flatMap { _ in normal }
            own.vertexSets[0].attributes.append(Attribute(.normal, Column(rows, components: 3)))
            return try own.rendered(ShownShapes.front).picture.pixel(0.5, 0.5)
        }
        #expect(try shaded([0, 0, 1]) == flat)
        #expect(try shaded([0, 0, -9]) == flat)
        #expect(try shaded([0, 0, 0]) == flat)
        #expect(try shaded([0.9, -0.9, 0.1])[0] < flat[0])
        scene.nodes[0].transform = .trs(translation: SIMD3(), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(1, 1, -1))
        #expect(try shaded([0, 0, 1]) == flat)
    }

    @Test func aLineIsAPixelWide() throws {
        let line = ShownShapes.scene([SIMD3(-1, 0, 0), SIMD3(1, 0, 0)], of: .lines, colors: [ShownShapes.green])
        let picture = try line.rendered(ShownShapes.front).picture
        let rows = (0..<64).filter { picture.pixel(0.5, Double($0) / 64)[1] > 0 }
        #expect((1...2).contains(rows.count))
        #expect(picture.litCount <= 2 * 64)
    }
}
