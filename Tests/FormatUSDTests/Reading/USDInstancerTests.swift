import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

/// Point instancers (UsdGeomPointInstancer).
@Suite struct USDInstancerTests {
    /// An instancer of three copies of a triangle.
    private func text(_ columns: String, prototype: String = "", below: String = "") -> String {
        """
        #usda 1.0
        def PointInstancer "wood" {
            rel prototypes = </wood/tree>
            int[] protoIndices = [0, 0, 0]
            point3f[] positions = [(0, 0, 0), (5, 0, 0), (0, 0, 7)]
            \(columns)
            def Xform "tree" {
                \(prototype)
                def Mesh "leaf" {
                    int[] faceVertexCounts = [3]
                    int[] faceVertexIndices = [0, 1, 2]
                    point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
                    \(below)
                }
            }
        }
        """
    }

    private func read(_ text: String) throws(ReadError) -> MeshScene {
        try USDFormat().read(Input.bytes(Array(text.utf8), name: "wood.usda"), options: ReadOptions()).scene
    }

    @Test func copiesOfAMeshAreRows() throws {
        let scene = try read(
            text("quatf[] orientationsf = [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 0, 1)]\nint64[] ids = [7, 8, 9]"))
        #expect(scene.nodes.count == 2)
        let instances = try #require(scene.nodes[1].instances)
        #expect(instances.attributes.map(\.semantic.name) == ["TRANSLATION", "ROTATION", "_ID"])
        #expect(
            instances.transforms[1]
                == .trs(translation: SIMD3(5, 0, 0), rotation: SIMD4(1, 0, 0, 0), scale: SIMD3(1, 1, 1)))
        #expect(NodeWalk(scene).instances.count == 3)
    }

    /// An `over` keeps prototypes from being drawn where they lie; an instancer draws them nevertheless.
    @Test func prototypesMayLieBelowAnOver() throws {
        let below = text("").replacing("def Xform \"tree\"", with: "over \"hidden\" {\n def Xform \"tree\"") + "\n}"
        let scene = try read(below.replacing("</wood/tree>", with: "</wood/hidden/tree>"))
        #expect(NodeWalk(scene).instances.count == 3)
    }

    @Test func nothingElseBelowAnInstancerIsDrawn() throws {
        let scene = try read(text("").replacing("rel prototypes = </wood/tree>", with: ""))
        #expect(NodeWalk(scene).instances.isEmpty)
    }

    @Test func hiddenCopiesAreLeftOut() throws {
        let scene = try read(text("int64[] ids = [7, 8, 9]\nint64[] invisibleIds = [8]"))
        #expect(scene.nodes[1].instances?.count == 2)
        #expect(NodeWalk(scene).instances.map(\.transform.translation) == [SIMD3(0, 0, 0), SIMD3(0, 0, 7)])
    }

    @Test func thePlaceInsideThePrototypeCounts() throws {
        let moved = "double3 xformOp:translate = (0, 2, 0)\nuniform token[] xformOpOrder = [\"xformOp:translate\"]"
        let scales = "float3[] scales = [(1, 1, 1), (3, 3, 3), (1, 1, 1)]"
        let scene = try read(text(scales, prototype: moved))
        #expect(scene.nodes.count == 2)
        #expect(NodeWalk(scene).instances.map(\.transform.translation.y) == [2, 6, 2])
    }

    /// A turn inside a scale that isn't the same along all axes is a shear.
    @Test func whatNoRowCanSayBecomesNodes() throws {
        let turned = "float xformOp:rotateZ = 30\nuniform token[] xformOpOrder = [\"xformOp:rotateZ\"]"
        let scales = "float3[] scales = [(1, 1, 1), (3, 1, 1), (1, 1, 1)]"
        let scene = try read(text(scales, prototype: turned))
        #expect(!scene.hasInstances)
        #expect(NodeWalk(scene).instances.count == 3)
    }

    @Test(arguments: [
        "quatf[] orientationsf = [(1, 0, 0, 0)]", "float3[] scales = []", "int64[] ids = [1]",
        "int64[] invisibleIds = [0, 1, 2]", "point3f[] positions = [(0, 0, 0)]", "int[] protoIndices = [0, 5, -1]",
        "int[] protoIndices = [0, 0, 0, 0]",
    ])
    func columnsThatDoNotFitAreNoTrap(_ columns: String) throws {
        var text = text(columns)
        for name in ["int[] protoIndices = [0, 0, 0]\n", "point3f[] positions = [(0, 0, 0), (5, 0, 0), (0, 0, 7)]\n"]
        where columns.hasPrefix(String(name.prefix(10))) { text = text.replacing(name, with: "\n") }
        let scene = try read(text)
        #expect(throws: Never.self) { try scene.validate() }
    }

    @Test func anyBeginningIsReadOrRefused() {
        let bytes = Array(text("quath[] orientations = [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 0, 1)]").utf8)
        for count in stride(from: 0, to: bytes.count, by: 3) {
            let input = Input.bytes(Array(bytes[..<count]), name: "wood.usda")
            guard let document = try? USDFormat().read(input, options: ReadOptions()) else { continue }
            #expect(throws: Never.self) { try document.scene.validate() }
        }
    }
}
