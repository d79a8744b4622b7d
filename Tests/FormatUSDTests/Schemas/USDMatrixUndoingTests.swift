import Testing

@testable import FormatUSD

struct USDMatrixUndoingTests {
    private static func matrix(_ directions: [Double]) -> USDMatrix {
        var matrix = USDMatrix.translation([1, -2, 3])
        for row in 0..<3 { for column in 0..<3 { matrix[row * 4 + column] = directions[row * 3 + column] } }
        return matrix
    }

    /// None, one or two directions are left; in the last two cases the axes themselves would give no volume back.
    @Test(
        arguments: [
            [0, 0, 0, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0, 1],
            [1, 2, 3, 2, 4, 6, -1, 0, 1], [0, 1, 0, 0, 0, 1, 0, 0, 0], [0, 1, 0, 0, 0, 0, 0, 0, 0],
        ] as [[Double]])
    func aMatrixWithoutAnInverseHasANearOneWithOne(directions: [Double]) throws {
        let matrix = Self.matrix(directions)
        #expect(matrix.reliableInverse == nil)
        let inverse = try #require(matrix.inverse(changedBy: 1e-7))
        let back = try #require(inverse.inverse)
        #expect(zip(back.rows, matrix.rows).allSatisfy { abs($0 - $1) <= 2e-7 })
    }

    @Test func whatRoundingAloneGivesBackIsNoDirection() {
        let flat = Self.matrix([1, 2, 3, 2, 4, 6.000000000000001, -1, 0.3, 1])
        #expect(flat.inverse != nil && flat.reliableInverse == nil)
        #expect(Self.matrix([1, 0, 0, 0, 1e-3, 0, 0, 0, 1]).reliableInverse != nil)
        #expect(Self.matrix([.nan, 0, 0, 0, 1, 0, 0, 0, 1]).inverse(changedBy: 1e-7) == nil)
    }
}
