import MeshModel
import Testing

@testable import MeshOperations

/// Values of samplers between keys.
@Suite struct SamplerValueTests {
    private func sampler(
        _ times: [Double], _ values: [Double], _ components: Int = 1,
        _ interpolation: AnimationSampler.Interpolation = .linear
    ) -> AnimationSampler {
        AnimationSampler(
            times: Column(times), values: Column(values, components: components), interpolation: interpolation)
    }

    @Test func linesStepsAndEnds() {
        let line = sampler([1, 2, 4], [10, 20, 40])
        let expected: [(Double, Double)] = [(-1, 10), (1, 10), (1.5, 15), (2, 20), (3, 30), (4, 40), (9, 40)]
        for (seconds, value) in expected { #expect(line.value(at: seconds, isRotation: false) == [value]) }
        let steps = sampler([1, 2, 4], [10, 20, 40], 1, .step)
        for (seconds, value) in [(0, 10), (1.9, 10), (2, 20), (3.9, 20), (4, 40), (5, 40)] as [(Double, Double)] {
            #expect(steps.value(at: seconds, isRotation: false) == [value])
        }
    }

    /// The quarter of a spline over two seconds: tangents are units per second.
    @Test func splinesCountTangentsPerSecond() {
        let spline = sampler([0, 2], [99, 1, 3, -2, 5, 99], 1, .cubicSpline)
        let t = 0.25
        let expected =
            (2 * t * t * t - 3 * t * t + 1) * 1 + 2 * (t * t * t - 2 * t * t + t) * 3
            + (-2 * t * t * t + 3 * t * t) * 5 + 2 * (t * t * t - t * t) * -2
        #expect(areNear(spline.value(at: 0.5, isRotation: false) ?? [], [expected], 1e-15))
        #expect(spline.value(at: 0, isRotation: false) == [1] && spline.value(at: 7, isRotation: false) == [5])
    }

    @Test func rotationsTakeTheShorterArcAtAConstantSpeed() throws {
        let half = 0.5.squareRoot()
        // The second key is the same rotation as a quarter turn, with other signs.
        let turn = sampler([0, 1], [0, 0, 0, 2, 0, 0, -half, -half], 4)
        for step in 0...16 {
            let part = Double(step) / 16
            let value = try #require(turn.value(at: part, isRotation: true))
            // The double angle by the identities of halves, without a library.
            #expect(abs(value[2] * value[2] + value[3] * value[3] - 1) < 1e-15)
        }
        let third = try #require(turn.value(at: 1.0 / 3, isRotation: true))
        // 30 degrees: the sine of 15 degrees.
        #expect(areNear([abs(third[2])], [(6.0.squareRoot() - 2.0.squareRoot()) / 4], 1e-15))
        #expect(turn.value(at: 0, isRotation: true) == [0, 0, 0, 1])
    }

    @Test func brokenSamplersGiveNothing() {
        #expect(sampler([], []).value(at: 0, isRotation: false) == nil)
        #expect(sampler([0, 1], [1]).value(at: 0.5, isRotation: false) == nil)
        #expect(sampler([.nan, .nan], [1, 2]).value(at: 0.5, isRotation: false) == [1])
        #expect(sampler([0, 0], [1, 2]).value(at: 0, isRotation: false) == [2])
        #expect(sampler([0], [0, 0, 0, 0], 4).value(at: 0, isRotation: true) == [0, 0, 0, 1])
    }
}
