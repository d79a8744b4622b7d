import MeshModel
import MeshRender
import Testing

@Suite struct SplatTests {
    /// Splats with places, sizes along x, y and z, and colours of display; opacities are 0.9.
    private func splats(
        _ places: [SIMD3<Float>], sizes: SIMD3<Float>, rotation: SIMD4<Float> = SIMD4(1, 0, 0, 0),
        colors: [SIMD3<Float>]
    ) -> MeshScene {
        var scene = ShownShapes.scene(places, of: .points)
        func add(_ name: String, _ values: [Float], _ frame: Frame = .plain) {
            scene.vertexSets[0].attributes.append(
                Attribute(AttributeSemantic(name: name), Column(values, components: 1), frame: frame))
        }
        for (component, name) in SplatNames.base.enumerated() {
            add(name, colors.map { ($0[component] - 0.5) / Float(SplatNames.constant) }, Frame(colorSpace: .srgb))
        }
        add(SplatNames.opacity, places.map { _ in 0.9 })
        for (axis, name) in SplatNames.scales.enumerated() { add(name, places.map { _ in sizes[axis] }) }
        for (index, name) in SplatNames.rotations.enumerated() {
            add(name, places.map { _ in rotation[index] }, Frame(quaternionOrder: .wxyz))
        }
        return scene
    }

    /// The pixels that are brighter than a code in the middle row and the middle column.
    private func extent(_ picture: RenderedPicture, above code: UInt8) -> (across: Int, down: Int) {
        let places = (0..<64).map { (Double($0) + 0.5) / 64 }
        return (
            places.count { picture.pixel($0, 0.5)[0] > code }, places.count { picture.pixel(0.5, $0)[0] > code }
        )
    }

    private var options: ViewOptions {
        var options = ShownShapes.front
        options.frame = ViewFrame(lowest: SIMD3(-1, -1, -1), highest: SIMD3(1, 1, 1))
        return options
    }

    @Test func aSplatIsAnEllipseThatFadesAsItsSizesSay() throws {
        let scene = splats([SIMD3()], sizes: SIMD3(0.3, 0.1, 0.01), colors: [SIMD3(1, 0.5, 0)])
        let picture = try scene.rendered(options).picture
        let middle = picture.pixel(0.5, 0.5)
        #expect(abs(Int(middle[0]) - 229) < 6 && abs(Int(middle[1]) - 115) < 6 && middle[2] == 0, "\(middle)")
        // Half as bright at 1.18 deviations to each side: 30.1 pixels are one length.
        let (across, down) = extent(picture, above: 115)
        #expect(abs(across - 21) <= 2 && abs(down - 8) <= 2)
    }

    @Test func aTurnedSplatIsATurnedEllipse() throws {
        let half = Float(0.5).squareRoot()
        let turned = splats(
            [SIMD3()], sizes: SIMD3(0.3, 0.1, 0.01), rotation: SIMD4(half, 0, 0, half), colors: [SIMD3(1, 1, 1)])
        let (across, down) = extent(try turned.rendered(options).picture, above: 115)
        #expect(abs(across - 8) <= 2 && abs(down - 21) <= 2)
        var node = splats([SIMD3()], sizes: SIMD3(0.1, 0.1, 0.1), colors: [SIMD3(1, 1, 1)])
        node.nodes[0].transform = .trs(
            translation: SIMD3(), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(1, 3, 1))
        let scaled = extent(try node.rendered(options).picture, above: 115)
        #expect(abs(scaled.across - 8) <= 2 && abs(scaled.down - 21) <= 2)
    }

    @Test func nearSplatsAreMixedOverFarOnes() throws {
        for order in [[0, 1], [1, 0]] {
            let places = [SIMD3<Float>(0, 0, 0.5), SIMD3(0, 0, -0.5)]
            let colors = [SIMD3<Float>(1, 0, 0), SIMD3(0, 1, 0)]
            let scene = splats(
                order.map { places[$0] }, sizes: SIMD3(0.3, 0.3, 0.3), colors: order.map { colors[$0] })
            let pixel = try scene.rendered(options).picture.pixel(0.5, 0.5)
            #expect(abs(Int(pixel[0]) - 229) < 4 && abs(Int(pixel[1]) - 23) < 4)
        }
    }

    @Test func wildSplatsNeverTrap() throws {
        for size: Float in [0, .nan, .infinity, 1e30, 1e-30] {
            for turn in [SIMD4<Float>(), SIMD4(.nan, 0, 0, 0), SIMD4(1e30, 1e30, 0, 0)] {
                let scene = splats(
                    [SIMD3(), SIMD3(1, 1, 1)], sizes: SIMD3(size, 1, 0.1), rotation: turn,
                    colors: [SIMD3(.nan, 1e30, -1e30), SIMD3(1, 1, 1)])
                for projection in ViewOptions.Projection.allCases {
                    var options = ShownShapes.front
                    options.projection = projection
                    #expect(try scene.rendered(options).picture.width == 64)
                }
            }
        }
    }
}
