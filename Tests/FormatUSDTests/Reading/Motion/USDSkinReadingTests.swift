import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

/// Skeletons become nodes, and meshes that are bound to them have skins. Expected places are those of usd-core.
@Suite struct USDSkinReadingTests {
    @Test func aBentArmStandsWhereUSDShowsIt() throws {
        let document = try USDMotionFixture.read(USDMotionFixture.arm())
        let scene = document.scene
        let arm = try scene.node("Arm")
        let expected: [(Double, [[Double]])] = [
            (0, [[100, 10, 1], [100, 12, 1], [101, 13, 1], [99.25, 14.25, 1]]),
            (
                0.25,
                [[102.16421, 10.58579, 1], [100.75, 12, 1], [101.75, 13, 1], [99.15901, 13.28033, 1]]
            ),
            (0.5, [[103.5, 12, 1], [101.5, 12, 1], [102.5, 13, 1], [100, 12, 1]]),
            (
                0.75,
                [
                    [104.25, 10.70711, 2.12132], [102.25, 10.70711, 2.12132], [103.25, 11.41421, 2.82843],
                    [100.75, 10.70711, 2.12132],
                ]
            ),
            (1, [[105, 9, 2], [103, 9, 2], [104, 9, 3], [101.5, 9, 2]]),
        ]
        for (second, places) in expected {
            #expect(isNear(PosedScene(scene: scene, second: second).points(of: arm), places), "at \(second)")
        }
        #expect(!document.residue.contains { $0.shownAs == .skeleton || $0.shownAs == .animation })
        #expect(document.diagnostics.allSatisfy { $0.severity == .note })
    }

    @Test func jointsAreNodesBelowTheSkeletonInItsOrder() throws {
        let scene = try USDMotionFixture.read(USDMotionFixture.arm()).scene
        #expect(scene.nodes.map(\.name) == ["Root", "Skel", "Shoulder", "Elbow", "Wrist 1", "Arm"])
        #expect(scene.nodes.map(\.children) == [[1, 5], [2], [3], [4], [], []])
        #expect(scene.skins.count == 1 && scene.nodes[5].skin == 0)
        #expect(scene.skins[0].joints == [3, 2, 4])
        #expect(scene.skins[0].skeleton == 1)
        let matrices = try #require(scene.skins[0].inverseBindMatrices)
        #expect(matrices.type == .float32 && matrices.components == 16)
        #expect(Array(matrices.doubles()[12..<16]) == [0, -2, 1, 1])
        // The wrist, which nothing moves, has its rest transform; the others what the animation says first.
        #expect(
            scene.nodes[4].transform
                == .trs(
                    translation: SIMD3(0, 2, 0), rotation: SIMD4(0, 0, 0.5.squareRoot(), 0.5.squareRoot()),
                    scale: SIMD3(1, 1, 1))
                || PosedScene(scene: scene, second: 0).local(4).rows[1] > 0.999_999)
        #expect(scene.clips.map(\.name) == ["Anim"])
        #expect(scene.timeline == Timeline(codesPerSecond: 24, start: 10, end: 34))
    }

    @Test func influencesAreSetsOfFourWithEachJointOnce() throws {
        let scene = try USDMotionFixture.read(USDMotionFixture.arm()).scene
        let set = scene.vertexSets[0]
        let joints = try #require(set.attribute(.joints(0))?.values)
        let weights = try #require(set.attribute(.weights(0))?.values)
        #expect(joints.type == .uint16 && joints.components == 4 && weights.type == .float32)
        #expect(joints.integers() == [0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 2, 1, 0, 0])
        #expect(weights.doubles() == [1, 0, 0, 0, 0.5, 0.5, 0, 0, 1, 0, 0, 0, 0.75, 0.25, 0, 0])
    }

    @Test func aRigidPartHasTheSameJointForEachPoint() throws {
        let rigid = """
            int[] primvars:skel:jointIndices = [1] (
                interpolation = "constant"
            )
            float[] primvars:skel:jointWeights = [1] (
                interpolation = "constant"
            )
            """
        let scene = try USDMotionFixture.read(USDMotionFixture.arm(mesh: rigid)).scene
        #expect(
            scene.vertexSets[0].attribute(.joints(0))?.values.integers() == [
                1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0,
            ])
        let places = PosedScene(scene: scene, second: 1).points(of: try scene.node("Arm"))
        #expect(isNear(places, [[105, 10, 2], [103, 10, 2], [102, 10, 3], [100, 10, 2]]))
    }

    /// Primvars for points aren't handed down (UsdGeom, PrimvarsAPI): usd-core leaves the second mesh where it is.
    @Test func aMeshBelowASkinnedOneIsNotSkinned() throws {
        let below = """
            def Mesh "Hat" {
                int[] faceVertexCounts = [3, 3]
                int[] faceVertexIndices = [0, 1, 2, 1, 3, 2]
                point3f[] points = [(0, 0, 0), (0, 2, 0), (1, 3, 0), (0, 5, 0)]
            }
            """
        let document = try USDMotionFixture.read(USDMotionFixture.arm(mesh: USDMotionFixture.influences + "\n" + below))
        #expect(document.scene.vertexSets.count { $0.attribute(.joints(0)) != nil } == 1)
        #expect(document.scene.vertexSets.count == 2 && !document.diagnostics.contains { $0.code == "usd.skin" })
    }

    @Test func aPoseWithoutTimesPlacesTheJoints() throws {
        let still = """
            uniform token[] joints = ["a"]
            quatf[] rotations = [(0.70710677, 0, 0, 0.70710677)]
            half3[] scales = [(1, 1, 1)]
            float3[] translations = [(1, 0, 0)]
            """
        let scene = try USDMotionFixture.read(USDMotionFixture.arm(animation: still)).scene
        #expect(scene.clips.isEmpty)
        guard case .trs(let translation, let rotation, _) = scene.nodes[2].transform else { throw Missing() }
        #expect(translation == SIMD3(1, 0, 0) && (rotation.z - 0.70710677).magnitude < 1e-7)
    }

    @Test func aPoseThatLacksAnArrayMovesNothing() throws {
        let partly = USDMotionFixture.poses.replacing("half3[] scales = [(1, 1, 1), (1, 1, 1)]", with: "")
        let document = try USDMotionFixture.read(USDMotionFixture.arm(animation: partly))
        #expect(document.scene.clips.isEmpty && document.scene.skins.count == 1)
        #expect(document.diagnostics.contains { $0.code == "usd.skel-animation" })
    }

    @Test(arguments: [
        ("elementSize = 3", "elementSize = 2"),
        ("[0, 0, 0, 0, 1, 0, 1, 1, 0, 2, 1, 2]", "[0, 0, 0, 0, 1, 0, 1, 1, 0, 2, 1, 3]"),
        ("[0, 0, 0, 0, 1, 0, 1, 1, 0, 2, 1, 2]", "[0, 0, 0, 0, 1, 0, 1, 1, 0, 2, 1, -2]"),
        ("0.25, 0.25]", "0.25]"),
        (#"["a/b", "a", "a/b/c"]"#, #"["a/b", "a", "a/b/d"]"#),
        (#"["a/b", "a", "a/b/c"]"#, #"["a/b", "a", "a"]"#),
        ("elementSize = 3", "elementSize = 1000000000"), ("elementSize = 3", "elementSize = -1"),
    ])
    func influencesThatUSDRefusesJoinNothing(_ change: (String, String)) throws {
        let mesh = USDMotionFixture.influences.replacing(change.0, with: change.1)
        #expect(mesh != USDMotionFixture.influences)
        let document = try USDMotionFixture.read(USDMotionFixture.arm(mesh: mesh))
        #expect(document.scene.nodes.allSatisfy { $0.skin == nil } && document.scene.skins.isEmpty)
        #expect(document.scene.vertexSets[0].attribute(.joints(0)) == nil)
        #expect(document.diagnostics.contains { $0.code == "usd.skin" && $0.severity == .warning })
    }

    @Test(arguments: ["nan", "-0.25", "inf", "1e30"])
    func weightsThatNobodyCanShowAreReplaced(_ word: String) throws {
        let mesh = USDMotionFixture.influences.replacing("0.25, 0.25]", with: "0.25, \(word)]")
        let document = try USDMotionFixture.read(USDMotionFixture.arm(mesh: mesh))
        #expect(document.scene.skins.count == 1)
        let weights = try #require(document.scene.vertexSets[0].attribute(.weights(0))).values.doubles()
        #expect(weights.allSatisfy { $0 >= 0 && $0 <= 2 })
        #expect(document.diagnostics.contains { $0.code == "usd.weights" && $0.severity == .warning })
    }

    @Test(arguments: [#"["a", "a", "a/b/c"]"#, #"["a/b", "a", "a/b/c"]"#])
    func aSkeletonWhoseListIsNoTreeHasNoJoints(_ joints: String) throws {
        let text = USDMotionFixture.arm().replacing(
            #"joints = ["a", "a/b", "a/b/c"]"#, with: "joints = \(joints)")
        let document = try USDMotionFixture.read(text)
        #expect(document.scene.nodes.map(\.name) == ["Root", "Skel", "Arm"] && document.scene.skins.isEmpty)
        #expect(document.diagnostics.contains { $0.code == "usd.skeleton" })
    }

    @Test func bindingsNeedTheirSchemaAndASkelRoot() throws {
        let text = USDMotionFixture.arm()
        let plain = text.replacing("def SkelRoot", with: "def Xform")
        #expect(try USDMotionFixture.read(plain).scene.skins.isEmpty)
        let unapplied = text.replacing(#"prepend apiSchemas = ["SkelBindingAPI"]"#, with: "")
        #expect(try USDMotionFixture.read(unapplied).scene.skins.isEmpty)
    }

    @Test func bindTransformsThatAreMissingAreIdentities() throws {
        let text = USDMotionFixture.arm().replacing(
            "uniform matrix4d[] bindTransforms", with: "custom matrix4d[] other")
        let scene = try USDMotionFixture.read(text).scene
        #expect(Array(try #require(scene.skins[0].inverseBindMatrices).doubles()[12..<16]) == [0, 0, 1, 1])
    }

    @Test func aSkeletonWithoutAPoseBindsNothing() throws {
        let source = "rel skel:animationSource = </Root/Skel/Anim>"
        #expect(try USDMotionFixture.read(USDMotionFixture.arm(skeleton: source)).scene.skins.isEmpty)
    }

    private static let indexed = """
        int[] primvars:skel:jointIndices = [0, 1] (
            interpolation = "vertex"
        )
        int[] primvars:skel:jointIndices:indices = [1, 0, 0, 1]
        float[] primvars:skel:jointWeights = [1] (
            interpolation = "vertex"
        )
        int[] primvars:skel:jointWeights:indices = [0, 0, 0, 0]
        """

    @Test func influencesMayBeRowsByIndex() throws {
        let scene = try USDMotionFixture.read(USDMotionFixture.arm(mesh: Self.indexed)).scene
        let set = scene.vertexSets[0]
        #expect(scene.skins.count == 1)
        #expect(
            set.attribute(.joints(0))?.values.integers() == [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0])
        #expect(set.attribute(.weights(0))?.values.doubles() == [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0])
    }

    /// Of several words, one says why the mesh isn't moved.
    private func refusal(_ text: String) throws -> String? {
        let document = try USDMotionFixture.read(text)
        #expect(document.scene.skins.isEmpty && document.scene.vertexSets[0].attribute(.joints(0)) == nil)
        let found = document.diagnostics.filter { $0.code == "usd.skin" }
        #expect(found.count == 1 && found.first?.severity == .warning)
        return found.first?.message
    }

    @Test func influencesThatMakeNoSenseAreRefusedWithAReason() throws {
        let beyond = Self.indexed.replacing("[1, 0, 0, 1]", with: "[1, 0, 0, 2]")
        #expect(
            try refusal(USDMotionFixture.arm(mesh: beyond))
                == "'primvars:skel:jointIndices' refers to a row that doesn't exist: the mesh isn't moved by joints")
        let mixed = """
            int[] primvars:skel:jointIndices = [0, 0, 0, 0] (
                interpolation = "vertex"
            )
            float[] primvars:skel:jointWeights = [1] (
                interpolation = "constant"
            )
            """
        #expect(
            try refusal(USDMotionFixture.arm(mesh: mixed))
                == "joints and weights belong to different things: the mesh isn't moved by joints")
        let flat = USDMotionFixture.arm().replacing(
            "bindTransforms = [\(USDMotionFixture.shift("0,0,0"))",
            with: "bindTransforms = [((1,0,0,0),(0,1,0,0),(0,0,0,0),(0,0,0,1))")
        #expect(
            try refusal(flat)
                == "the bind transform of a joint can't be undone: the mesh isn't moved by joints")
    }

    @Test func otherMethodsOfSkinningAreReadAsTheLinearOne() throws {
        func notes(_ method: String) throws -> [String] {
            let mesh =
                USDMotionFixture.influences + "\nuniform token primvars:skel:skinningMethod = \"\(method)\"\n"
            let document = try USDMotionFixture.read(USDMotionFixture.arm(mesh: mesh))
            #expect(document.scene.skins.count == 1)
            return document.diagnostics.filter { $0.code == "usd.skinning-method" }.map(\.message)
        }
        #expect(try notes("classicLinear").isEmpty)
        #expect(try notes("dualQuaternion") == ["the skinning method 'dualQuaternion' is read as the linear one"])
    }

    @Test func copiesOfAnInstancerHaveJointsOfTheirOwn() throws {
        let text =
            USDMotionFixture.arm() + """

                def PointInstancer "Many" {
                    int[] protoIndices = [0, 0]
                    point3f[] positions = [(0, 0, 0), (0, 0, 50)]
                    rel prototypes = </Root>
                }
                """
        let scene = try USDMotionFixture.read(text).scene
        // What is copied is drawn in its own place, too.
        #expect(scene.skins.count == 3 && scene.clips[0].channels.count == 9)
        let arms = scene.nodes.indices.filter { scene.nodes[$0].mesh != nil }
        #expect(arms.count == 3)
        let posed = PosedScene(scene: scene, second: 1)
        #expect(isNear(posed.points(of: arms[2]), [[105, 9, 52], [103, 9, 52], [104, 9, 53], [101.5, 9, 52]]))
    }

    private struct Missing: Error {}

    /// 16 numbers of 32 bits hold the inverse.
    @Test(arguments: ["0", "1e-60"]) func bindTransformsWithoutAnInverseBindNothing(_ size: String) throws {
        let text = USDMotionFixture.arm().replacing(
            "bindTransforms = [\(USDMotionFixture.shift("0,0,0"))",
            with: "bindTransforms = [((\(size),0,0,0),(0,\(size),0,0),(0,0,\(size),0),(0,0,0,1))")
        let document = try USDMotionFixture.read(text)
        #expect(document.scene.skins.isEmpty && document.scene.nodes.allSatisfy { $0.skin == nil })
        #expect(document.diagnostics.contains { $0.code == "usd.skin" && $0.message.contains("can't be undone") })
    }
}
