import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

@Suite("The accounts of a stage")
struct USDFieldCensusTests {
    @Test("have every field of every layer once, in the scene, in a remark or in the residue")
    func accounts() throws {
        let stage = try USDStageFixture.stage(
            """
            (
                upAxis = "Z"
            )
            def Mesh "A" (
                references = [@a.usda@</A>, @missing.usda@]
                kind = "component"
                variantSets = "v"
                variants = {
                    string v = "one"
                }
            ) {
                point3f[] points = [(0, 0, 0)] (
                    interpolation = "vertex"
                )
                int declared
                variantSet "v" = {
                    "one" {
                        float3[] extent = []
                    }
                    "two" {
                        float3[] extent = []
                        def Mesh "B" {
                        }
                    }
                }
            }
            """, ["a.usda": "def \"A\" (inherits = </C>) {\n    custom int x = 1\n}\ndef \"C\" {\n}\n"])
        let use = USDFieldCensus(stage)
        let prim = try #require(stage.prim(at: "/A"))
        use.use(try #require(stage.property(prim, "points")).opinions, ["default"])
        use.use(stage.prims[prim].opinions, ["typeName", "specifier"])
        use.use(try #require(stage.property(prim, "x")).opinions, ["default"], .diagnostic)
        let (census, residue) = use.accounts()
        #expect(census.allSatisfy { $0.isBalanced })
        func entry(_ kind: String) -> CensusEntry? { census.first { $0.kind == kind } }

        #expect(entry("Mesh.points") == CensusEntry(kind: "Mesh.points", count: 1, inScene: 1))
        #expect(entry("Mesh.x") == CensusEntry(kind: "Mesh.x", count: 1, inDiagnostics: 1))
        #expect(
            entry("Mesh.points (interpolation)")?.inResidue == 1 && entry("Mesh.declared")?.inResidue == 1
        )
        // The variant that was chosen, which nothing has used so far, and all that the other one says.
        #expect(entry("Mesh.extent")?.inResidue == 1)
        #expect(entry("variants of v")?.inResidue == 3)
        // Fields that composition followed are used; one of the references leads nowhere, which was reported.
        #expect(
            entry("prim (references)")
                == CensusEntry(kind: "prim (references)", count: 1, inDiagnostics: 1))
        #expect(
            entry("prim (inheritPaths)")?.inScene == 1 && entry("prim (variantSelection)")?.inScene == 1)
        #expect(entry("prim (kind)")?.inResidue == 1 && entry("layer (upAxis)")?.inResidue == 1)
        #expect(residue.map(\.count).reduce(0, +) == census.map(\.inResidue).reduce(0, +))
        #expect(residue.map(\.path) == residue.map(\.path).sorted())
    }

    @Test("count a blocked value as read")
    func blocks() throws {
        let document = try USDFormat().read(
            .bytes(
                Array(
                    """
                    #usda 1.0
                    def Mesh "M" {
                        point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
                        int[] faceVertexCounts = [3]
                        int[] faceVertexIndices = [0, 1, 2]
                        texCoord2f[] primvars:st = [(0, 0), (1, 0), (0, 1)] (
                            interpolation = "vertex"
                        )
                        int[] primvars:st:indices = None
                        color3f[] primvars:displayColor = None (
                            interpolation = "constant"
                        )
                        int unknown = None
                    }
                    """.utf8), name: "a.usda"), options: ReadOptions())
        #expect(document.residue.map(\.path) == ["Mesh.unknown", "subdivision surfaces"])
        #expect(document.scene.vertexSets[0].attribute(.texCoord(0))?.count == 3)
    }
}
