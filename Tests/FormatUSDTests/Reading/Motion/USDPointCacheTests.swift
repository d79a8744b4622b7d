import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

/// Points with time samples are morph targets that follow one another.
@Suite struct USDPointCacheTests {
    private func text(_ attributes: String, faces: String = "") -> String {
        """
        (
            timeCodesPerSecond = 10
        )
        def Mesh "M" {
            int[] faceVertexCounts = [3]
            int[] faceVertexIndices = [0, 1, 2]
            \(faces)
            uniform token subdivisionScheme = "none"
            \(attributes)
        }
        """
    }

    private let points = """
        point3f[] points.timeSamples = {
            0: [(0, 0, 0), (1, 0, 0), (0, 1, 0)],
            10: [(0, 0, 2), (1, 0, 0), (0, 1, 0)],
            15: [(0, 0, 2), (1, 0, 0), (0, 1, 0)],
            20: [(0, 0, 0), (1, 4, 0), (0, 1, 0)],
        }
        """

    @Test func eachSampleHasATargetAndItsTime() throws {
        let document = try USDMotionFixture.read(text(points))
        let scene = document.scene
        #expect(scene.meshes[0].targets.count == 2 && document.residue.isEmpty)
        #expect(scene.vertexSets[0].attribute(.position)?.values.doubles() == [0, 0, 0, 1, 0, 0, 0, 1, 0])
        #expect(
            scene.vertexSets[0].attribute(.target(1, .position))?.values.doubles() == [0, 0, 0, 0, 4, 0, 0, 0, 0])
        let weights = try #require(try scene.sampler("M", .weights))
        #expect(weights.interpolation == .linear && weights.times.doubles() == [0, 1, 1.5, 2])
        #expect(weights.values.doubles() == [0, 0, 1, 0, 1, 0, 0, 1])
        #expect(document.diagnostics.contains { $0.code == "usd.point-cache" })
        #expect(!document.diagnostics.contains { $0.code == "usd.animated" })
    }

    @Test func theDefaultIsTheRest() throws {
        let scene = try USDMotionFixture.read(
            text("point3f[] points = [(9, 9, 9), (1, 0, 0), (0, 1, 0)]\n\(points)")
        ).scene
        #expect(scene.meshes[0].targets.count == 3)
        #expect(scene.vertexSets[0].attribute(.position)?.values.doubles().first == 9)
    }

    @Test func normalsAtTheSameTimesChangeAsWell() throws {
        let normals = """
            normal3f[] normals.timeSamples = {
                0: [(0, 0, 1), (0, 0, 1), (0, 0, 1)], 10: [(0, 1, 0), (0, 0, 1), (0, 0, 1)],
                15: [(0, 1, 0), (0, 0, 1), (0, 0, 1)], 20: [(1, 0, 0), (0, 0, 1), (0, 0, 1)],
            }
            """
        let document = try USDMotionFixture.read(text(points + "\n" + normals))
        #expect(
            document.scene.vertexSets[0].attribute(.target(0, .normal))?.values.doubles().prefix(3) == [0, 1, -1])
        #expect(document.residue.isEmpty)
        // At other times they can't be differences of the same targets.
        let other = try USDMotionFixture.read(text(points + "\n" + normals.replacing("15:", with: "16:")))
        #expect(other.scene.vertexSets[0].attribute(.target(0, .normal)) == nil)
        #expect(other.diagnostics.contains { $0.code == "usd.animated" } && !other.residue.isEmpty)
    }

    @Test(arguments: [
        "10: [(0, 0, 2)],", "10: None,", "10: [(nan, 0, 0), (1, 0, 0), (0, 1, 0)],",
    ])
    func otherPointsAreALossThatIsSaid(sample: String) throws {
        let line = "10: [(0, 0, 2), (1, 0, 0), (0, 1, 0)],"
        let document = try USDMotionFixture.read(text(points.replacing(line, with: sample)))
        #expect(document.scene.meshes[0].targets.isEmpty && document.scene.clips.isEmpty)
        #expect(document.diagnostics.contains { $0.code == "usd.point-cache" && $0.severity == .warning })
        #expect(document.residue.contains { $0.kind == "animation" })
    }

    @Test func changingFacesAreALossThatIsSaid() throws {
        let faces = "int[] faceVertexIndices.timeSamples = {0: [0, 1, 2], 10: [0, 2, 1]}"
        let document = try USDMotionFixture.read(text(points, faces: faces))
        #expect(document.scene.meshes[0].targets.isEmpty)
        #expect(document.diagnostics.contains { $0.code == "usd.point-cache" && $0.severity == .warning })
    }

    @Test func tooManyTimesAreALossThatIsSaid() throws {
        let samples = (0...2048).map { "\($0): [(0, 0, \($0)), (1, 0, 0), (0, 1, 0)]," }.joined(separator: "\n")
        let document = try USDMotionFixture.read(text("point3f[] points.timeSamples = {\n\(samples)\n}"))
        #expect(document.scene.meshes[0].targets.isEmpty && document.scene.clips.isEmpty)
        let warning = document.diagnostics.first { $0.code == "usd.point-cache" && $0.severity == .warning }
        #expect(
            warning?.message
                == "3 points at 2049 times are too many and are read at one time; keep fewer times")
        #expect(document.residue.contains { $0.kind == "animation" })
    }

    /// A mesh whose points and blend shape change at other times.
    private let face = """
        def SkelRoot "root" (
            prepend apiSchemas = ["SkelBindingAPI"]
        ) {
            rel skel:skeleton = </root/bones>
            def Skeleton "bones" (
                prepend apiSchemas = ["SkelBindingAPI"]
            ) {
                uniform token[] joints = ["a"]
                uniform matrix4d[] bindTransforms = [((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))]
                uniform matrix4d[] restTransforms = [((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))]
                rel skel:animationSource = </root/moves>
            }
            def SkelAnimation "moves" {
                uniform token[] blendShapes = ["smile"]
                float[] blendShapeWeights.timeSamples = {0: [0], 48: [1]}
            }
            def Mesh "M" (
                prepend apiSchemas = ["SkelBindingAPI"]
            ) {
                int[] faceVertexCounts = [3]
                int[] faceVertexIndices = [0, 1, 2]
                uniform token subdivisionScheme = "none"
                point3f[] points.timeSamples = {
                    0: [(0, 0, 0), (1, 0, 0), (0, 1, 0)], 24: [(0, 0, 2), (1, 0, 0), (0, 1, 0)],
                    36: [(0, 0, 0), (1, 0, 0), (0, 1, 0)],
                }
                uniform token[] skel:blendShapes = ["smile"]
                rel skel:blendShapeTargets = </root/M/smile>
                def BlendShape "smile" {
                    uniform vector3f[] offsets = [(0, 3, 0), (0, 0, 0), (0, 0, 0)]
                }
            }
        }
        """

    @Test func blendShapesChangeBesideThem() throws {
        let document = try USDMotionFixture.read(face)
        let scene = document.scene
        #expect(scene.meshes[0].targets.map(\.name) == ["smile", "points_1"])
        let weights = try #require(try scene.sampler("M", .weights))
        #expect(weights.times.doubles() == [0, 1, 1.5, 2])
        #expect(weights.values.doubles() == [0, 0, 0.5, 1, 0.75, 0, 1, 0])
        #expect(!document.diagnostics.contains { $0.code == "usd.animated" })
        #expect(!document.residue.contains { $0.shownAs == .animation })
    }

    @Test func theKeysOfTwoCoursesAreTogether() {
        var (both, first) = (USDCourse(width: 3), USDCourse(width: 1))
        both.append(0, [9, 0, 1])
        both.append(4, [9, 4, 1])
        first.append(1, [5])
        first.append(2, [7])
        let all = both.replacing(by: first, most: 12)
        #expect(all?.times == [0, 1, 2, 4])
        #expect(all?.values == [5, 0, 1, 5, 1, 1, 7, 2, 1, 7, 4, 1])
        #expect(both.replacing(by: first, most: 11) == nil)
    }

    @Test func thereIsABound() {
        #expect(USDPointCache.cost(samples: 2_048, points: 6_144) == 1 << 24)
        #expect(USDPointCache.cost(samples: 2_049, points: 1) == nil)
        #expect(USDPointCache.cost(samples: 2, points: .max) == nil)
        #expect(USDPointCache.cost(samples: 2_048, points: 6_145) == nil)
    }
}
