import MeshFormats
import Testing

@testable import MeshConvert

struct UnshownMotionTests {
    @Test func weightsOfAMeshWithoutFacesAreALossInGLTF() throws {
        let layer = """
            #usda 1.0
            (
                metersPerUnit = 1
                upAxis = "Y"
            )
            def Mesh "Mesh"
            {
                point3f[] points.timeSamples = {
                    1: [(0, 0, 0), (1, 0, 0), (1, 1, 0)],
                    2: [(0, 0, 1), (1, 0, 1), (1, 1, 1)],
                }
            }

            """
        var options = ConvertOptions()
        options.verify = true
        let report = try Pipeline().convert(
            .bytes(Array(layer.utf8), named: "a.usda"), to: .data(named: "a.glb"), options: options)
        #expect(report.verified == true)
        #expect(report.losses.contains { $0.code == .animationDropped && $0.subject == "/animations/0" })
    }
}
