import Foundation
import Testing

@testable import MeshModel

/// Our own arithmetic compared with the C library's.
@Suite struct ExponentialTests {
    private func isNear(_ a: Double, _ b: Double) -> Bool {
        a == b || abs(a - b) <= 4 * max(b.ulp, Double.leastNonzeroMagnitude)
    }

    @Test func powersAreThoseOfTheLibrary() {
        for step in -7_500...7_150 {
            let x = Double(step) / 10 + 0.01234
            #expect(isNear(Exponential.exp(x), Foundation.exp(x)), "\(x)")
        }
        for step in -1_000...1_000 {
            let x = Double(step) / 1_000
            #expect(isNear(Exponential.exp(x), Foundation.exp(x)), "\(x)")
        }
    }

    @Test func logarithmsAreThoseOfTheLibrary() {
        for power in -1_074...1_023 {
            for part in [1.0, 1.1, 1.4142, 1.41422, 1.9999999] {
                let x = part * Foundation.scalbn(1, power)
                #expect(isNear(Exponential.log(x), Foundation.log(x)), "\(x)")
            }
        }
        for step in 1...2_000 {
            let x = Double(step) / 1_000
            // One step of the library's result; near 1, where the logarithm is almost 0, the rounding of x itself.
            let bound = max(Foundation.log(x).ulp, 4e-16)
            #expect(abs(Exponential.log(x) - Foundation.log(x)) <= bound, "\(x)")
        }
    }

    @Test func endsAreEnds() {
        #expect(Exponential.exp(0) == 1 && Exponential.exp(-.infinity) == 0 && Exponential.exp(.infinity) == .infinity)
        #expect(Exponential.exp(-745) == .leastNonzeroMagnitude && Exponential.exp(-746) == 0)
        #expect(Exponential.exp(710) == .infinity)
        #expect(Exponential.exp(.nan).isNaN && Exponential.log(.nan).isNaN && Exponential.log(-1).isNaN)
        #expect(Exponential.log(1) == 0 && Exponential.log(0) == -.infinity && Exponential.log(.infinity) == .infinity)
    }

    @Test func whatIsEncodedIsDecoded() {
        for encoding in [Frame.Encoding.linear, .log, .logit] {
            for value in [0, 0.001, 0.25, 0.5, 0.999, 1] {
                #expect(abs(encoding.decoded(encoding.encoded(value)) - value) < 1e-15)
            }
        }
        #expect(Frame.Encoding.logit.decoded(0) == 0.5 && Frame.Encoding.logit.encoded(0.5) == 0)
        #expect(Frame.Encoding.logit.decoded(-800) == 0 && Frame.Encoding.logit.decoded(800) == 1)
        #expect(abs(Frame.Encoding.logit.decoded(2) - 0.8807970779778823) < 1e-15)
    }
}
