import Testing

@testable import MeshModel

/// Normals under transforms that are hard to invert.
@Suite struct NormalTransformTests {
    /// Two rows that are almost parallel, as a flat node inside a turned one produces them; the determinant is
    /// -1.1e-16.
    private var nearlyFlat: Affine {
        var transform = Affine()
        transform.x = SIMD3(-1.5997190399999999, -0.6324000000000001, -1.0199347200000002)
        transform.y = SIMD3(0.2107999999999999, 1.0, 0.13439999999999996)
        transform.z = SIMD3(-1.0199347200000004, -0.4032000000000002, -0.6502809600000004)
        return transform
    }

    @Test func cofactorsOfANearlyFlatTransformAreThoseOfExactArithmetic() {
        // Calculated in fractions. Products rounded one by one give 0 for the middle numbers of the first and the last
        // row, and 1.1e-16 as the last of the second.
        let exact = [
            SIMD3(-0.5960908800000003, -5.8517457546259e-18, 0.9349401600000004),
            SIMD3(3.3097364848799786e-17, -1.2196068155390106e-16, 2.3708821572654474e-17),
            SIMD3(0.9349401600000002, -1.6028636196097046e-17, -1.46640912),
        ]
        let found = nearlyFlat.cofactors
        for (row, expected) in zip([found.x, found.y, found.z], exact) {
            for place in 0..<3 { #expect(abs(row[place] - expected[place]) <= 2 * expected[place].ulp) }
        }
    }

    @Test func theDeterminantOfANearlyFlatTransformHasTheRightSize() {
        // Expanded along the first row, it would be 0.7 % too small.
        #expect(abs(nearlyFlat.determinant / -1.1179729142440931e-16 - 1) < 1e-12)
    }

    @Test func lengthsStayUnderAScale() {
        var scale = Affine()
        (scale.x, scale.y, scale.z) = (scale.x * 0.01, scale.y * 0.01, scale.z * 0.01)
        let turn = NormalTransform(scale, storedAs: .float32)
        // A unit normal in 8 bits, which is 0.44 % too short.
        let short = SIMD3<Double>(repeating: 73.0 / 127)
        #expect(abs(turn.applied(to: short).length - short.length) < 1e-15)
        #expect(turn.applied(to: SIMD3(0, 0, 0)) == SIMD3(0, 0, 0))
        #expect(turn.applied(to: SIMD3(0, 3, 4)) == SIMD3(0, 3, 4))
    }

    @Test func normalsStayAtRightAnglesToANearlyFlatSurface() {
        let axes = [SIMD3<Double>(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)]
        let turn = NormalTransform(nearlyFlat, storedAs: .float32)
        for (normal, along) in [(axes[0], axes[1]), (axes[1], axes[2]), (axes[2], axes[0])] {
            let turned = turn.applied(to: normal)
            let moved = nearlyFlat.applied(to: along)
            #expect(abs(turned.length - 1) < 1e-15)
            #expect(abs(dot(turned, moved)) < 1e-15)
        }
    }
}
