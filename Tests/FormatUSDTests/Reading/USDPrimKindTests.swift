import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

/// What the type of a prim says about its properties: usd-core 26.11 was asked.
@Suite struct USDPrimKindTests {
    private static let mesh = """
        def Mesh "mesh" {
            int[] faceVertexCounts = [3]
            int[] faceVertexIndices = [0, 1, 2]
            point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
            uniform token subdivisionScheme = "%"
        }
        """

    private func document(_ type: String, scheme: String = "none") throws -> Document {
        let text = """
            #usda 1.0
            def \(type) "parent" {
                double3 xformOp:translate = (5, 0, 0)
                uniform token[] xformOpOrder = ["xformOp:translate"]
                token visibility = "invisible"
                \(Self.mesh.split(separator: "%").joined(separator: scheme))
            }

            """
        return try USDScenes.read(Array(text.utf8))
    }

    @Test(arguments: [("Xform", true, false), ("Scope", false, false), ("", false, true)])
    func scopesHaveNoTransformAndPrimsWithoutATypeNoVisibility(type: String, moves: Bool, isVisible: Bool) throws {
        let scene = try document(type).scene
        let parent = try #require(scene.nodes.first { $0.name == "parent" })
        #expect((parent.transform != .identity) == moves && parent.isVisible == isVisible)
    }

    @Test(arguments: [("none", true), ("bilinear", true), ("catmullClark", false), ("loop", false)])
    func aBilinearSurfaceIsItsMesh(scheme: String, isWhole: Bool) throws {
        #expect(try document("Xform", scheme: scheme).residue.contains { $0.shownAs == .subdivision } != isWhole)
    }
}
