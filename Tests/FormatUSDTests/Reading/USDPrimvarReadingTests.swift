import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

/// Values of points, faces and corners (UsdGeomPrimvar).
@Suite struct USDPrimvarReadingTests {
    private func read(_ values: String) throws -> Document {
        let text = """
            #usda 1.0
            def Mesh "M" {
                int[] faceVertexCounts = [3, 3]
                int[] faceVertexIndices = [0, 1, 2, 2, 1, 3]
                point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)]
                uniform token subdivisionScheme = "none"
                \(values)
            }
            """
        let document = try USDFormat().read(.bytes(Array(text.utf8), name: "a.usda"), options: ReadOptions())
        try document.scene.validate()
        return document
    }

    private func faceValues(_ values: String) throws -> [Attribute] {
        let document = try read(values)
        #expect(!document.diagnostics.contains { $0.severity == .warning })
        return document.scene.meshes[0].primitives[0].elementAttributes
    }

    @Test func aConstantNeedNotBeAnArray() throws {
        let found = try faceValues(
            """
            float primvars:heat = 2.5
            double primvars:exact = 0.1
            half primvars:short = 0.5
            int primvars:part = 7
            int2 primvars:cell = (3, -4)
            """)
        #expect(found.map { $0.values.count } == [2, 2, 2, 2, 2])
        #expect(found.map { $0.values.rows(0..<1).doubles() } == [[2.5], [0.1], [0.5], [7], [3, -4]])
        #expect(found.map { $0.values.rows(0..<1).doubles() } == found.map { $0.values.rows(1..<2).doubles() })
        #expect(found[0].values.type == .float32 && found[1].values.type == .float64 && found[3].values.type.isInteger)
    }

    /// OBJ has no colours of faces, and few programs show those of PLY.
    @Test func oneColourForAllIsThatOfEachVertex() throws {
        let document = try read("color3f primvars:displayColor = (1, 0.5, 0)")
        let color = try #require(document.scene.vertexSets[0].attribute(.color(0)))
        #expect(color.values.doubles() == [1, 0.5, 0, 1, 0.5, 0, 1, 0.5, 0, 1, 0.5, 0])
        #expect(document.scene.meshes[0].primitives[0].elementAttributes.isEmpty)
    }

    @Test(arguments: [
        ("", "", Frame.ColorSpace.linear), (" (colorSpace = \"srgb_rec709_scene\")", "", .srgb),
        ("", "srgb_rec709_scene", .srgb), (" (colorSpace = \"lin_rec709_scene\")", "srgb_rec709_scene", .linear),
    ])
    func coloursHaveTheSpaceThatTheyOrAPrimSay(own: String, prim: String, expected: Frame.ColorSpace) throws {
        let space = prim.isEmpty ? "" : "uniform token colorSpace:name = \"\(prim)\""
        let document = try USDMotionFixture.read(
            """
            def Xform "Above" (
                prepend apiSchemas = ["ColorSpaceAPI"]
            ) {
                \(space)
                def Points "P" {
                    point3f[] points = [(0, 0, 0)]
                    color3f[] primvars:displayColor = [(1, 0.5, 0)]\(own)
                }
            }
            """)
        #expect(document.scene.vertexSets[0].attribute(.color(0))?.frame.colorSpace == expected)
        #expect(document.residue.isEmpty || !own.isEmpty && !prim.isEmpty)
    }

    /// One asset below two prims of different spaces is two meshes.
    @Test func aSharedMeshHasTheSpaceOfEachPlace() throws {
        let scene = try USDMotionFixture.read(
            """
            class "Asset" {
                def Points "P" {
                    point3f[] points = [(0, 0, 0)]
                    color3f[] primvars:displayColor = [(1, 0.5, 0)]
                }
            }
            def Xform "Plain" ( references = </Asset> ) {}
            def Xform "Encoded" ( prepend apiSchemas = ["ColorSpaceAPI"]
                references = </Asset> ) {
                uniform token colorSpace:name = "srgb_rec709_scene"
            }
            """
        ).scene
        let spaces = scene.vertexSets.compactMap { $0.attribute(.color(0))?.frame.colorSpace }
        #expect(Set(spaces) == [.linear, .srgb])
    }

    @Test func aSpaceThatTheSceneHasNoWordForIsSaid() throws {
        let document = try read("color3f primvars:displayColor = (1, 0.5, 0) (colorSpace = \"lin_ap1_scene\")")
        #expect(document.diagnostics.contains { $0.code == "usd.color-space" })
    }

    /// A scene has no place for text, so conversions say that it isn't kept.
    @Test func textIsListedAsLeftOut() throws {
        let document = try read(
            """
            string primvars:label = "a"
            token[] primvars:names = ["a", "b", "c", "d"] (
                interpolation = "vertex"
            )
            """)
        #expect(document.diagnostics.allSatisfy { $0.code.hasSuffix("-unset") })
        let found = document.residue.map(\.path)
        #expect(found == ["Mesh.primvars:label", "Mesh.primvars:names", "Mesh.primvars:names (interpolation)"])
    }

    @Test func aConstantMayBeOneOfSeveralValuesByItsIndex() throws {
        let found = try faceValues("float[] primvars:heat = [5, 6]\nint[] primvars:heat:indices = [1]")
        #expect(found.map { $0.values.doubles() } == [[6, 6]])
    }

    @Test func constantsOfPointsAreValuesOfEachPoint() throws {
        let text = """
            #usda 1.0
            def Points "P" {
                point3f[] points = [(0, 0, 0), (1, 0, 0)]
                float primvars:heat = 2
            }
            """
        let document = try USDFormat().read(.bytes(Array(text.utf8), name: "a.usda"), options: ReadOptions())
        let heat = document.scene.vertexSets[0].attributes.first { $0.semantic != .position }
        #expect(heat?.values.doubles() == [2, 2])
    }

    @Test func opacityIsTheAlphaOfColoursInDoublePrecisionToo() throws {
        let found = try faceValues(
            """
            color3d[] primvars:displayColor = [(0.1, 0.2, 0.3), (1, 0, 0)] (interpolation = "uniform")
            double[] primvars:displayOpacity = [0.7, 1] (interpolation = "uniform")
            """)
        #expect(found.map(\.semantic) == [.color(0)])
        #expect(found[0].values.type == .float64 && found[0].values.doubles() == [0.1, 0.2, 0.3, 0.7, 1, 0, 0, 1])
    }

    @Test(arguments: [
        "color3f[] primvars:displayColor = [(1, 0, 0)]\n"
            + "float[] primvars:displayOpacity = [0.5, 1] (interpolation = \"uniform\")",
        "color3f[] primvars:displayColor = [(1, 0, 0), (1, 0, 0)] (interpolation = \"uniform\")\n"
            + "float[] primvars:displayOpacity = [0.5, 1] (interpolation = \"uniform\")",
    ])
    func oneColourForAllIsJoinedWithOpacity(_ values: String) throws {
        let found = try faceValues(values)
        #expect(found.map(\.semantic) == [.color(0)] && found[0].values.doubles() == [1, 0, 0, 0.5, 1, 0, 0, 1])
    }

    @Test func oneOpacityForAllIsJoinedWithColours() throws {
        let found = try faceValues(
            """
            color3f[] primvars:displayColor = [(1, 0, 0), (0, 1, 0)] (interpolation = "uniform")
            float[] primvars:displayOpacity = [0.5]
            """)
        #expect(found.map(\.semantic) == [.color(0)] && found[0].values.doubles() == [1, 0, 0, 0.5, 0, 1, 0, 0.5])
    }

    /// Writers of corners with colour and opacity repeat the rows; joined rows with indices would not come back.
    @Test func opacityWithIndicesIsNotJoined() throws {
        let document = try read(
            """
            color3f[] primvars:displayColor = [(1, 0, 0)]
            float[] primvars:displayOpacity = [0.5, 1] (interpolation = "uniform")
            int[] primvars:displayOpacity:indices = [1, 0]
            """)
        let semantics = document.scene.meshes[0].primitives[0].elementAttributes.map(\.semantic)
        #expect(semantics == [AttributeSemantic(name: "displayOpacity")])
        #expect(document.scene.vertexSets[0].attribute(.color(0)) != nil)
    }

    @Test func opacityWithoutColoursIsSaidToBeUnseen() throws {
        let document = try read("float[] primvars:displayOpacity = [0.5]")
        #expect(document.diagnostics.contains { $0.code == "usd.opacity" })
        let opaque = try read("float[] primvars:displayOpacity = [1]")
        #expect(!opaque.diagnostics.contains { $0.code == "usd.opacity" })
    }

    @Test(arguments: [
        (
            "float[] primvars:a = [1, 2, 3] (\nelementSize = 2\n)", "usd.element-size",
            "'primvars:a' can't be split into rows of 2: it is left out"
        ),
        (
            "float[] primvars:a = [1, 2, 3] (interpolation = \"uniform\")", "usd.primvar-count",
            "'a' (uniform) needs 2 values, has 3: it is left out"
        ),
        (
            "float[] primvars:a = [1, 2, 3] (interpolation = \"vertex\")", "usd.primvar-count",
            "'a' (vertex) needs 4 values, has 3: it is left out"
        ),
        (
            "float[] primvars:a = [1, 2]", "usd.primvar-count", "'a' (constant) needs 1 values, has 2: it is left out"
        ),
        (
            "float[] primvars:a = [1, 2, 3] (interpolation = \"fast\")", "usd.interpolation",
            "'primvars:a' has the unknown interpolation 'fast': it is left out"
        ),
    ])
    func valuesThatDoNotFitAreLeftOutWithAReason(values: String, code: String, message: String) throws {
        let document = try read(values)
        let warnings = document.diagnostics.filter { $0.severity == .warning }
        #expect(warnings.map(\.code) == [code] && warnings.first?.message == message)
        let scene = document.scene
        #expect(scene.vertexSets[0].attributes.map(\.semantic) == [.position] && scene.vertexSets[0].pools.isEmpty)
        #expect(scene.meshes[0].primitives[0].elementAttributes.isEmpty)
    }

    @Test(arguments: [
        ("constant", "2"), ("uniform", "0, 2"), ("vertex", "0, 1, 0, 2"), ("faceVarying", "0, 1, 0, 1, 0, 2"),
        ("faceVarying", "0, 1, 0, 1, 0, -2"),
    ])
    func indicesOfNoValueAreLeftOutWithAReason(interpolation: String, indices: String) throws {
        let document = try read(
            "float[] primvars:a = [5, 6] (interpolation = \"\(interpolation)\")\nint[] primvars:a:indices = [\(indices)]"
        )
        let warnings = document.diagnostics.filter { $0.severity == .warning }
        #expect(warnings.map(\.code) == ["usd.primvar-index"])
        #expect(warnings.first?.message == "'a' refers to a value that doesn't exist: it is left out")
        #expect(document.scene.vertexSets[0].attributes.count == 1 && document.scene.vertexSets[0].pools.isEmpty)
    }
}
