import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

/// Fields of Gaussian splats as others write them (UsdVol).
@Suite struct USDSplatReadingTests {
    /// A field of two splats of degree 1 with other attributes.
    private func text(_ attributes: String, type: String = "ParticleField3DGaussianSplat", word: String = "") -> String
    {
        """
        #usda 1.0
        def \(type) "cloud" \(word) {
            point3f[] positions = [(0, 0, 0), (1, 2, 3)]
            \(attributes)
        }
        """
    }

    private let harmonics = """
        uniform int radiance:sphericalHarmonicsDegree = 1
        float3[] radiance:sphericalHarmonicsCoefficients = [
            (0, 1, 2), (3, 4, 5), (6, 7, 8), (9, 10, 11), (12, 13, 14), (15, 16, 17), (18, 19, 20), (21, 22, 23)]
        """

    private func read(_ text: String) throws -> Document {
        try USDFormat().read(.bytes(Array(text.utf8), name: "cloud.usda"), options: ReadOptions())
    }

    private func numbers(_ scene: MeshScene, _ name: String) -> [Double]? {
        scene.vertexSets.first?.attribute(AttributeSemantic(name: name))?.values.doubles()
    }

    @Test func valuesHaveTheNamesOfTrainers() throws {
        let document = try read(
            text(
                """
                quatf[] orientations = [(1, 0, 0, 0), (0, 0.5, 0.25, 0.125)]
                float3[] scales = [(1, 2, 3), (4, 5, 6)]
                float[] opacities = [0.5, 0.25]
                \(harmonics)
                """))
        let scene = document.scene
        #expect(document.diagnostics.allSatisfy { $0.code != "usd.splats" } && document.residue.isEmpty)
        #expect(scene.vertexSets[0].splatDegree == 1 && scene.meshes[0].primitives[0].topology == .points)
        #expect(numbers(scene, "rot_0") == [1, 0] && numbers(scene, "rot_1") == [0, 0.5])
        #expect(numbers(scene, "rot_3") == [0, 0.125] && numbers(scene, "scale_2") == [3, 6])
        #expect(numbers(scene, "opacity") == [0.5, 0.25] && numbers(scene, "f_dc_1") == [1, 13])
        // All of red, then of green: the first of green is the fourth.
        #expect(numbers(scene, "f_rest_0") == [3, 15] && numbers(scene, "f_rest_3") == [4, 16])
        #expect(numbers(scene, "f_rest_8") == [11, 23])
        #expect(scene.vertexSets[0].attribute(AttributeSemantic(name: "scale_0"))?.frame == .plain)
    }

    @Test func whatIsMissingIsAsTheSchemaSays() throws {
        let scene = try read(text("")).scene
        #expect(scene.vertexSets[0].splatDegree == 0)
        #expect(numbers(scene, "rot_0") == [1, 1] && numbers(scene, "rot_3") == [0, 0])
        #expect(numbers(scene, "scale_1") == [1, 1] && numbers(scene, "opacity") == [1, 1])
        #expect(numbers(scene, "f_dc_2") == [0, 0])
    }

    @Test func halvesCountWhereThereAreNoFloats() throws {
        let scene = try read(
            text(
                "half3[] scalesh = [(0.5, 1, 2), (4, 8, 16)]\nhalf[] opacitiesh = [1, 1]\nfloat[] opacities = [0.1, 0.2]"
            )
        ).scene
        #expect(numbers(scene, "scale_0") == [0.5, 4] && numbers(scene, "scale_2") == [2, 16])
        #expect(scene.vertexSets[0].attribute(AttributeSemantic(name: "scale_0"))?.values.type == .float16)
        #expect(numbers(scene, "opacity") == [Double(Float(0.1)), Double(Float(0.2))])
        let halves = try read(text("").replacing("point3f[] positions", with: "point3h[] positionsh")).scene
        #expect(halves.vertexSets[0].attribute(.position)?.values.doubles() == [0, 0, 0, 1, 2, 3])
    }

    @Test func aGeneralFieldOfEllipsoidsIsRead() throws {
        let names =
            "(prepend apiSchemas = [\"ParticleFieldPositionAttributeAPI\", \"ParticleFieldKernelGaussianEllipsoidAPI\"])"
        #expect(try read(text("", type: "ParticleField", word: names)).scene.vertexSets[0].splatDegree == 0)
        // Discs are something else.
        let discs = names.replacing("Ellipsoid", with: "Surflet")
        let document = try read(text("", type: "ParticleField", word: discs))
        #expect(document.scene.vertexSets.isEmpty)
        #expect(document.diagnostics.contains { $0.code == "usd.shape-unread" })
    }

    @Test func coloursAreLinearWhereTheFileSaysSo() throws {
        func space(_ word: String, _ prim: String = "") throws -> Frame.ColorSpace? {
            let own = harmonics.replacing("21, 22, 23)]", with: "21, 22, 23)] (colorSpace = \"\(word)\")")
            let scene = try read(text(word.isEmpty ? harmonics + prim : own)).scene
            return scene.vertexSets[0].attribute(AttributeSemantic(name: "f_dc_0"))?.frame.colorSpace
        }
        #expect(try space("lin_rec709_scene") == .linear)
        #expect(try space("srgb_rec709_scene") == nil && space("") == nil)
    }

    @Test(arguments: [
        "float3[] scales = [(1, 1, 1)]", "float[] scales = [1, 1]", "float[] opacities = [1]",
        "float3[] radiance:sphericalHarmonicsCoefficients = [(0, 0, 0)]",
        "uniform int radiance:sphericalHarmonicsDegree = 1000000000\nfloat3[] radiance:sphericalHarmonicsCoefficients = []",
        "uniform int radiance:sphericalHarmonicsDegree = -1", "quatf[] orientations = [(1, 0, 0, 0)]",
        "float[] primvars:scale_0 = [1, 2] (interpolation = \"vertex\")",
        "float[] opacities = [1, 1, 1]",
    ])
    func whatDoesNotFitIsLeftOutAndSaid(line: String) throws {
        let document = try read(text(line))
        #expect(document.diagnostics.contains { $0.code == "usd.splats" }, "\(line)")
        #expect(document.scene.vertexSets[0].splatDegree == 0)
        #expect(numbers(document.scene, "scale_0") == [1, 1] && numbers(document.scene, "opacity") == [1, 1])
    }

    @Test func higherHarmonicsAreLeftOutAndSaid() throws {
        let rows = (0..<50).map { "(\($0), 0, 0)" }.joined(separator: ", ")
        let document = try read(
            text(
                "uniform int radiance:sphericalHarmonicsDegree = 4\nfloat3[] radiance:sphericalHarmonicsCoefficients = [\(rows)]"
            ))
        #expect(document.scene.vertexSets[0].splatDegree == 3)
        #expect(numbers(document.scene, "f_dc_0") == [0, 25] && numbers(document.scene, "f_rest_14") == [15, 40])
        #expect(document.diagnostics.contains { $0.code == "usd.splats" })
    }

    @Test func hintsOfAnotherKindAreNotLostInSilence() throws {
        let usual = "uniform token projectionModeHint = \"perspective\"\nuniform token sortingModeHint = \"zDepth\""
        #expect(try read(text(usual)).residue.isEmpty)
        let other = usual.replacing("perspective", with: "tangential")
        #expect(try read(text(other)).residue.map(\.path) == ["ParticleField3DGaussianSplat.projectionModeHint"])
    }

    @Test func aFieldWithoutPlacesHasNoSplats() throws {
        let document = try read(
            "#usda 1.0\ndef ParticleField3DGaussianSplat \"none\" {\nfloat[] opacities = [1]\n}")
        #expect(document.scene.vertexSets[0].count == 0)
        let numbers = try read(text("").replacing("(0, 0, 0)", with: "(nan, inf, 0)"))
        #expect(numbers.scene.vertexSets[0].count == 2)
    }
}
