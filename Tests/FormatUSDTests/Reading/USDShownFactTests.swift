import FormatUSD
import MeshBytes
import MeshFormats
import MeshModel
import Testing

/// What viewers show and the scene doesn't hold: residue that is lost visibly outside of USD.
@Suite struct USDShownFactTests {
    private func shown(_ body: String) throws -> [ShownFact] {
        let text = "#usda 1.0\ndef Mesh \"M\" {\n\(body)\n}\n"
        let document = try USDFormat().read(.bytes(Array(text.utf8), name: "a.usda"), options: ReadOptions())
        return document.residue.compactMap(\.shownAs)
    }

    private let triangle = """
        point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
        int[] faceVertexCounts = [3]
        int[] faceVertexIndices = [0, 1, 2]
        """
    private let isPlain = "\nuniform token subdivisionScheme = \"none\""

    @Test func aPlainMeshHasNone() throws {
        #expect(try shown(triangle + isPlain).isEmpty)
    }

    @Test func valuesOfSeveralTimesAreMotionAlsoWithoutTimeCodes() throws {
        let heat = "\nfloat[] primvars:heat.timeSamples = {0: [0], 10: [1]}"
        #expect(try shown(triangle + isPlain + heat) == [.change("Mesh.primvars:heat")])
        #expect(try shown(triangle + isPlain + heat.replacing(", 10: [1]", with: "")).isEmpty)
    }

    @Test func nodesThatMoveAreInTheScene() throws {
        let move =
            "\ndouble3 xformOp:translate.timeSamples = {0: (0, 0, 0), 10: (1, 0, 0)}"
            + "\nuniform token[] xformOpOrder = [\"xformOp:translate\"]"
        #expect(try shown(triangle + isPlain + move).isEmpty)
    }

    @Test func aSmoothSurfaceIsOneBothUnsaidAndSaid() throws {
        #expect(try shown(triangle) == [.subdivision])
        #expect(try shown(triangle + "\nuniform token subdivisionScheme = \"loop\"") == [.subdivision])
    }

    @Test func aMeshThatShinesIsALightThatIsLost() throws {
        let text =
            "#usda 1.0\ndef Mesh \"M\" (\n    prepend apiSchemas = [\"MeshLightAPI\"]\n) {\n\(triangle + isPlain)\n}\n"
        let document = try USDFormat().read(.bytes(Array(text.utf8), name: "a.usda"), options: ReadOptions())
        #expect(document.residue.compactMap(\.shownAs) == [.light])
        #expect(document.diagnostics.contains { $0.code == "usd.light" } && document.scene.meshes.count == 1)
    }

    @Test(arguments: [
        ("diffuse", 0.5, true), ("specular", 0, true), ("diffuse", 1, false), ("specular", 1, false),
    ])
    func aLightThatShinesLessOnSomeSurfacesLosesThat(name: String, share: Double, isLost: Bool) throws {
        let text = "#usda 1.0\ndef DistantLight \"L\" {\n    float inputs:\(name) = \(share)\n}\n"
        let document = try USDFormat().read(.bytes(Array(text.utf8), name: "a.usda"), options: ReadOptions())
        #expect(document.residue.compactMap(\.shownAs) == (isLost ? [.lightShares] : []))
        #expect(document.scene.lights.count == 1)
    }

    @Test func variantsThatAreNotChosenAreNamedByTheirSet() throws {
        let text = """
            #usda 1.0
            def Xform "M" (
                variantSets = ["action", "lod"]
                variants = { string action = "run" }
            ) {
                uniform token[] xformOpOrder = ["xformOp:translate"]
                def Sphere "S" {}
                variantSet "action" = {
                    "run" {
                        double3 xformOp:translate.timeSamples = { 0: (0, 0, 0), 24: (5, 0, 0) }
                    }
                    "jump" {
                        double3 xformOp:translate.timeSamples = { 0: (0, 0, 0), 24: (0, 2, 0) }
                    }
                }
                variantSet "lod" = {
                    "low" {
                        over "S" {
                            float3[] extent = []
                        }
                    }
                }
            }
            """
        let document = try USDFormat().read(.bytes(Array(text.utf8), name: "a.usda"), options: ReadOptions())
        #expect(document.scene.clips.count == 1)
        #expect(document.residue.compactMap(\.shownAs) == [.variantSet("action"), .variantSet("lod")])
        #expect(document.residue.allSatisfy { $0.kind == "variants that are not chosen" })
    }

    @Test func skeletonsAndMaterialsAreNamed() throws {
        #expect(try shown(triangle + isPlain + "\nrel skel:skeleton = </S>") == [.skeleton])
        #expect(try shown(triangle + isPlain + "\nuniform token[] skel:blendShapes = [\"a\"]") == [.morphTargets])
        #expect(try shown(triangle + isPlain + "\nint unknown = 1").isEmpty)
    }

    @Test func whatProgramsKeepForThemselvesAndUnboundAnimationsShowNothing() throws {
        let note = "\ncustom string userProperties:blenderName = \"Cube\""
        #expect(try shown(triangle + isPlain + note).isEmpty)
        // USD binds nothing without SkelBindingAPI.
        let text = """
            #usda 1.0
            def SkelRoot "R" {
            custom string userProperties:name = "R"
            def Mesh "M" {
            \(triangle + isPlain)
            }
            def Skeleton "S" {
            uniform token[] joints = ["a"]
            uniform matrix4d[] bindTransforms = [((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))]
            uniform matrix4d[] restTransforms = [((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))]
            rel skel:animationSource = </R/S/A>
            def SkelAnimation "A" {
            uniform token[] blendShapes = ["up"]
            float[] blendShapeWeights = [0]
            }
            }
            }
            """
        let document = try USDFormat().read(.bytes(Array(text.utf8), name: "a.usda"), options: ReadOptions())
        #expect(document.residue.compactMap(\.shownAs).isEmpty && !document.residue.isEmpty)
    }

    @Test func referencesThatALayerTakesAwayAreNotMissing() throws {
        func missing(_ edit: String) throws -> [String] {
            let text = "#usda 1.0\ndef Mesh \"M\" (\(edit) references = @nothing.usda@) {\n\(triangle + isPlain)\n}\n"
            let document = try USDFormat().read(.bytes(Array(text.utf8), name: "a.usda"), options: ReadOptions())
            return document.residue.compactMap { $0.reference?.name }
        }
        #expect(try missing("delete").isEmpty)
        #expect(try missing("prepend") == ["nothing.usda"])
    }
}
