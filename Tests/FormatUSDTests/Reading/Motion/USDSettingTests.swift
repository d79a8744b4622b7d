import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

/// Cameras, lights and materials whose attributes have time samples.
@Suite struct USDSettingTests {
    private func read(_ prim: String) throws -> Document {
        try USDMotionFixture.read("(\n    timeCodesPerSecond = 10\n)\n\(prim)")
    }

    private func course(_ name: String, _ scene: MeshScene) throws -> AnimationSampler {
        let clip = try #require(scene.clips.first)
        let channel = try #require(clip.settings.first { $0.name == name })
        return clip.samplers[channel.sampler]
    }

    /// The angle isn't straight where the length is: keys are added between.
    @Test func aFocalLengthIsAFieldOfView() throws {
        let document = try read(
            """
            def Camera "C" {
                float focalLength = 20
                float focalLength.timeSamples = {0: 20, 20: 80}
                float verticalAperture = 20
            }
            """)
        #expect(document.residue.isEmpty && document.diagnostics.allSatisfy { $0.code != "usd.animated" })
        let sampler = try course("yfov", document.scene)
        let values = sampler.values.doubles()
        #expect(abs(values[0] - 0.927295) < 1e-5 && abs(values[values.count - 1] - 0.24871) < 1e-5)
        #expect(sampler.times.doubles().last == 2 && values.count > 8)
        #expect(document.scene.clips[0].settings.map(\.name) == ["yfov"])
    }

    @Test func whatALightIsChanges() throws {
        let scene = try read(
            """
            def SphereLight "L" {
                bool inputs:normalize = 1
                float inputs:intensity.timeSamples = {0: 4, 10: 8}
                color3f inputs:color.timeSamples = {0: (1, 0, 0), 5: (0, 1, 0)}
            }
            """
        ).scene
        #expect(try course("color", scene).values.doubles().prefix(6) == [1, 0, 0, 0, 1, 0])
        #expect(try course("intensity", scene).times.doubles().last == 1)
    }

    private func material(_ inputs: String) -> String {
        """
        def Material "M" {
            token outputs:surface.connect = </M/S.outputs:surface>
            def Shader "S" {
                uniform token info:id = "UsdPreviewSurface"
                \(inputs)
                token outputs:surface
            }
        }
        """
    }

    @Test func aMaterialChangesAndWhatBecomesClearIsBlended() throws {
        let document = try read(
            material("color3f inputs:diffuseColor = (0, 0, 1)\nfloat inputs:opacity.timeSamples = {0: 1, 10: 0}"))
        #expect(document.residue.isEmpty)
        let clip = try #require(document.scene.clips.first)
        #expect(clip.settings == [SettingChannel(part: .material(0), name: "alpha", sampler: 0)])
        #expect(clip.samplers[0].values.doubles() == [1, 0] && clip.samplers[0].times.doubles() == [0, 1])
        #expect(document.scene.materials[0]["alphaMode"] == [2])
    }

    /// A strength of 1 is not said by any material, but it is where this course begins.
    @Test func theStrengthOfATextureChanges() throws {
        let scene = try read(
            material("float inputs:occlusion.connect = </T.outputs:r>") + """

                def Shader "T" {
                    uniform token info:id = "UsdUVTexture"
                    asset inputs:file = @shade.png@
                    float4 inputs:scale.timeSamples = {0: (1, 1, 1, 1), 10: (0.25, 0.25, 0.25, 1)}
                    float4 inputs:bias.timeSamples = {0: (0, 0, 0, 0), 10: (0.75, 0.75, 0.75, 0)}
                    float outputs:r
                }
                """
        ).scene
        #expect(try course("occlusionStrength", scene).values.doubles() == [1, 0.25])
    }

    @Test(arguments: [
        "{0: 0.5, 10: nan}", "{0: inf, 1: -inf}", "{-1e308: 0, 1e308: 1}", "{}", "{0: None}", "{0: 1, 1e-300: 0}",
        "{0: 0, 1e300: 1}",
    ])
    func oddSamplesGiveASceneThatFits(_ samples: String) throws {
        _ = try read(material("float inputs:roughness.timeSamples = \(samples)"))
        _ = try read("def Camera \"C\" {\n    float focalLength.timeSamples = \(samples)\n}")
        _ = try read("def SphereLight \"L\" {\n    float inputs:intensity.timeSamples = \(samples)\n}")
    }

    @Test func settingsComeBackWithTheRecordAndWithoutIt() throws {
        var scene = USDScenes.square()
        scene.materials = [
            SceneMaterial(
                name: "m", model: .metallicRoughness, parameters: [MaterialParameter("baseColor", [1, 0, 0])])
        ]
        scene.meshes[0].primitives[0].material = .one(0)
        let times = Column([0, 0.5, 1.25] as [Float])
        scene.clips = [
            AnimationClip(
                name: "a", channels: [],
                samplers: [
                    AnimationSampler(
                        times: times, values: Column([1, 0, 0, 0, 1, 0, 0, 0, 1] as [Float], components: 3)),
                    AnimationSampler(times: times, values: Column([0, 1, 0.5] as [Float]), interpolation: .step),
                ],
                settings: [
                    SettingChannel(part: .material(0), name: "baseColor", sampler: 0),
                    SettingChannel(part: .material(0), name: "roughness", sampler: 1),
                ])
        ]
        let bytes = try USDScenes.write(scene).bytes
        for isForeign in [false, true] {
            let read = try USDScenes.read(bytes, isForeign: isForeign).scene
            let colors = try course("baseColor", read)
            #expect(
                colors.times.doubles() == [0, 0.5, 1.25] && colors.values.doubles() == [1, 0, 0, 0, 1, 0, 0, 0, 1])
            let steps = try course("roughness", read)
            #expect(steps.interpolation == .step && steps.values.doubles() == [0, 1, 0.5])
        }
    }
}
