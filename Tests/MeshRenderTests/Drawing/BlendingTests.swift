import MeshModel
import MeshRender
import Testing

@Suite struct BlendingTests {
    private func glass(_ colors: [[Double]], alpha: Double, at depths: [Float]) -> MeshScene {
        var scene = ShownShapes.scene(depths.flatMap { ShownShapes.square(at: SIMD3(0, 0, $0)) })
        scene.materials = colors.map {
            SceneMaterial(parameters: [
                MaterialParameter("baseColor", $0), MaterialParameter("alpha", [alpha]),
                MaterialParameter("alphaMode", [2]),
            ])
        }
        let rows = depths.indices.flatMap { [Int32($0), Int32($0)] }
        scene.meshes[0].primitives[0].material = .perElement(Column(rows))
        return scene
    }

    @Test func layersAreMixedFromTheFarthestOnWhateverTheirOrder() throws {
        var options = ShownShapes.front
        options.mode = .colors
        let colors = [[1.0, 0, 0], [0, 1, 0], [0, 0, 1]]
        // Blue in front, then green, then red, on black.
        let expected = [0.125, 0.25, 0.5]
        for order in [[0, 1, 2], [2, 0, 1], [1, 2, 0]] {
            let scene = glass(order.map { colors[$0] }, alpha: 0.5, at: order.map { Float($0) })
            let pixel = try scene.rendered(options).picture.pixel(0.5, 0.5)
            for component in 0..<3 {
                let code = ColorTransfer.srgb(fromLinear: expected[component]) * 255
                #expect(abs(Double(pixel[component]) - code) < 1.5)
            }
        }
    }

    @Test func whatBlendsButIsOpaqueHidesWhatIsBehind() throws {
        var options = ShownShapes.front
        options.mode = .colors
        let scene = glass([[1, 0, 0], [0, 1, 0]], alpha: 1, at: [1, 0])
        #expect(try scene.rendered(options).picture.pixel(0.5, 0.5) == [255, 0, 0])
    }

    @Test func glassIsSeenThrough() throws {
        var scene = ShownShapes.scene(
            ShownShapes.square(at: SIMD3(0, 0, 1)) + ShownShapes.square(), colors: [[255, 255, 255]])
        scene.materials = [
            SceneMaterial(parameters: [MaterialParameter("transmission", [1])]),
            SceneMaterial(parameters: [MaterialParameter("baseColor", [1, 0, 0])]),
        ]
        scene.meshes[0].primitives[0].material = .perElement(Column([0, 0, 1, 1] as [Int32]))
        #expect(try scene.rendered(ShownShapes.front).picture.isMostly(0, 0.5, 0.5))
    }

    @Test func surfacesSendOutLightWithoutALamp() throws {
        var scene = ShownShapes.scene(ShownShapes.square())
        scene.materials = [
            SceneMaterial(parameters: [
                MaterialParameter("baseColor", [0, 0, 0]), MaterialParameter("emissive", [0, 0.5, 0]),
                MaterialParameter("emissiveStrength", [2]),
            ])
        ]
        scene.meshes[0].primitives[0].material = .one(0)
        #expect(try scene.rendered(ShownShapes.front).picture.pixel(0.5, 0.5) == [0, 255, 0])
        scene.materials[0].parameters.removeLast()
        #expect(try scene.rendered(ShownShapes.front).picture.pixel(0.5, 0.5) == [0, 188, 0])
    }

    @Test func noLampShinesOnWhatIsUnlit() throws {
        var scene = ShownShapes.scene(ShownShapes.square())
        let aside: [Float] = [1, 0, 0]
        scene.vertexSets[0].attributes.append(
            Attribute(.normal, Column((0..<6).flatMap { _ in aside }, components: 3)))
        scene.materials = [
            SceneMaterial(parameters: [MaterialParameter("baseColor", [0, 0, 1]), MaterialParameter("unlit", [1])])
        ]
        scene.meshes[0].primitives[0].material = .one(0)
        #expect(try scene.rendered(ShownShapes.front).picture.pixel(0.5, 0.5) == [0, 0, 255])
    }
}
