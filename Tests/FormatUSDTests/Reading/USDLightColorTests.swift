import FormatUSD
import MeshBytes
import MeshFormats
import MeshModel
import Testing

/// The colour of lights: their own, and that of their temperature.
@Suite struct USDLightColorTests {
    private func light(_ inputs: String) throws -> Light {
        let text =
            "#usda 1.0\n(metersPerUnit = 1)\ndef SphereLight \"L\" {\nfloat inputs:intensity = 4\nbool inputs:normalize = 1\n\(inputs)\n}\n"
        let document = try USDFormat().read(.bytes(Array(text.utf8), name: "a.usda"), options: ReadOptions())
        #expect(document.residue.isEmpty)
        return try #require(document.scene.lights.first)
    }

    /// Of `UsdLux.BlackbodyTemperatureAsRgb` of usd-core 26.11.
    @Test(arguments: [
        (500.0, SIMD3(4.305_504_3, 0.118_358_31, 0)), (1234, SIMD3(3.731_812_5, 0.289_071_23, 0)),
        (2700, SIMD3(1.935_323_8, 0.803_565_74, 0.191_689_55)), (6500, SIMD3(1.043_333, 0.983_624, 1.034_613)),
        (8123.5, SIMD3(0.941_104_35, 0.992_166_34, 1.251_022_7)),
        (20_000, SIMD3(0.871_841_3, 0.994_687_9, 1.429_995_9)),
    ])
    func aTemperatureIsTheColourThatTheReferenceSays(kelvins: Double, expected: SIMD3<Double>) throws {
        let light = try light("bool inputs:enableColorTemperature = 1\nfloat inputs:colorTemperature = \(kelvins)")
        // glTF's colours are at most 1, and brightness is what is left.
        #expect(light.color.max() == 1)
        for channel in 0..<3 { #expect(abs(light.color[channel] * light.intensity - expected[channel]) < 1e-5) }
    }

    @Test func aTemperatureCountsOnlyWhereItIsEnabledAndIsDaylightUnlessSaid() throws {
        #expect(try light("float inputs:colorTemperature = 2000").color == SIMD3(1, 1, 1))
        let unsaid = try light("bool inputs:enableColorTemperature = 1")
        #expect(
            try unsaid == light("bool inputs:enableColorTemperature = 1\nfloat inputs:colorTemperature = 6500"))
        let both = try light("bool inputs:enableColorTemperature = 1\ncolor3f inputs:color = (0.5, 0, 0)")
        #expect(abs(both.color.x * both.intensity - 0.5 * 1.043_333) < 1e-5 && both.color.y == 0)
    }

    @Test func aColourBeyondOneIsBrightness() throws {
        let light = try light("color3f inputs:color = (2, 1, 0.5)")
        #expect(light.color == SIMD3(1, 0.5, 0.25) && light.intensity == 2)
    }

    @Test func aTemperatureThatIsNoNumberGivesALight() throws {
        for kelvins in ["nan", "inf", "-inf", "-5", "1e300"] {
            let light = try light("bool inputs:enableColorTemperature = 1\ndouble inputs:colorTemperature = \(kelvins)")
            #expect((0..<3).allSatisfy { light.color[$0].isFinite } && light.intensity.isFinite)
        }
    }
}
