import MeshModel
import MeshRender
import Testing

@Suite struct ViewCameraTests {
    /// Points on the axes: red on x, green on y, blue on z.
    private func marks(_ upAxis: UpAxis) -> MeshScene {
        let points = [SIMD3<Float>(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)]
        let colors = [ShownShapes.red, ShownShapes.green, ShownShapes.blue]
        return ShownShapes.scene(points + [SIMD3()], of: .points, colors: colors + [[255, 255, 255]], upAxis: upAxis)
    }

    @Test func upIsUpWhicheverAxisItIs() throws {
        var options = ShownShapes.front
        let y = try marks(.y).rendered(options).picture
        #expect(y.isMostly(1, 0.03, 0.03))
        #expect(y.isMostly(0, 0.97, 0.97))
        let z = try marks(.z).rendered(options).picture
        #expect(z.isMostly(2, 0.03, 0.03))
        options.direction = .right
        // From +X, the front (+Z) is to the left.
        #expect(try marks(.y).rendered(options).picture.isMostly(2, 0.03, 0.97))
        options.direction = .top
        // From above, the front is at the lower edge.
        #expect(try marks(.y).rendered(options).picture.isMostly(2, 0.03, 0.97))
    }

    @Test func pointsNearerToTheEyeAreLargerInPerspectiveOnly() throws {
        let near = ShownShapes.square(at: SIMD3(-2, 0, 3), half: 0.5)
        let far = ShownShapes.square(at: SIMD3(2, 0, -3), half: 0.5)
        let scene = ShownShapes.scene(
            near + far, colors: [ShownShapes.red, ShownShapes.red, ShownShapes.green, ShownShapes.green])
        var options = ShownShapes.front
        func sizes() throws -> (red: Int, green: Int) {
            let pixels = try scene.rendered(options).picture.pixels
            func count(_ component: Int) -> Int {
                stride(from: component, to: pixels.count, by: 3).count { pixels[$0] > 100 }
            }
            return (count(0), count(1))
        }
        let flat = try sizes()
        #expect(abs(flat.red - flat.green) <= 12)
        options.projection = .perspective
        let deep = try sizes()
        #expect(deep.red > 2 * deep.green)
    }

    @Test func aScenesSizeDoesNotMatter() throws {
        let unit = ShownShapes.square() + ShownShapes.square(at: SIMD3(0.5, 0, 1), half: 0.25)
        var options = ViewOptions()
        (options.width, options.height) = (64, 48)
        let picture = try ShownShapes.scene(unit).rendered(options).picture
        for power in [-100, -20, 20, 100] {
            let factor = Float(sign: .plus, exponent: power, significand: 1)
            #expect(try ShownShapes.scene(unit.map { $0 * factor }).rendered(options).picture == picture)
        }
    }

    @Test func onePointIsSeen() throws {
        #expect(try ShownShapes.scene([SIMD3(5, 5, 5)], of: .points).rendered(ShownShapes.front).picture.litCount > 0)
    }
}
