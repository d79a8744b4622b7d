import Foundation
import MeshModel
import Testing

@Suite struct AnglesTests {
    @Test(arguments: Array(stride(from: -7.0, through: 7, by: 0.37)))
    func sinesAndCosinesAreThoseOfTheCLibrary(_ radians: Double) {
        let (sine, cosine) = Angles.sinCos(radians: radians)
        #expect(abs(sine - sin(radians)) < 2e-15 && abs(cosine - cos(radians)) < 2e-15)
        #expect(abs(Angles.arcTangent(radians) - atan(radians)) < 1e-15)
    }

    @Test func rightAnglesAreExact() {
        for (degrees, sine, cosine) in [(0.0, 0.0, 1.0), (90, 1, 0), (-180, 0, -1), (270, -1, 0), (720, 0, 1)] {
            #expect(Angles.sinCos(degrees: degrees).sin == sine && Angles.sinCos(degrees: degrees).cos == cosine)
        }
        #expect(abs(Angles.tangent(.pi / 4) - 1) < 1e-15)
    }
}
