/// The cosine transform of a block in integers: that of Loeffler, Ligtenberg and Moschytz, with the constants and
/// intermediate bits of ``JPEGTransform``.
enum JPEGForwardTransform {
    /// Replaces eight rows of samples, less 128, by their coefficients times 8, turned: coefficient (u, v), u across,
    /// becomes lane v of row u.
    @inline(__always)
    static func apply(_ rows: inout [SIMD8<Int32>]) {
        pass(&rows, shift: 11, evenUp: 2, evenDown: 0)
        turn(&rows)
        pass(&rows, shift: 15, evenUp: 0, evenDown: 2)
    }

    /// Transforms the columns; results are times 2^(13 − `shift`), and those of whole numbers likewise.
    @inline(__always)
    private static func pass(_ rows: inout [SIMD8<Int32>], shift: Int32, evenUp: Int32, evenDown: Int32) {
        typealias Row = SIMD8<Int32>
        @inline(__always) func rounded(_ value: Row) -> Row {
            (value &+ Row(repeating: 1 << (shift - 1))) &>> Row(repeating: shift)
        }
        @inline(__always) func scaled(_ value: Row) -> Row {
            ((value &<< Row(repeating: evenUp)) &+ Row(repeating: (1 << evenDown) >> 1)) &>> Row(repeating: evenDown)
        }
        let (s0, s1, s2, s3) = (rows[0] &+ rows[7], rows[1] &+ rows[6], rows[2] &+ rows[5], rows[3] &+ rows[4])
        let (d0, d1, d2, d3) = (rows[0] &- rows[7], rows[1] &- rows[6], rows[2] &- rows[5], rows[3] &- rows[4])
        let (a, b, c, d) = (s0 &+ s3, s1 &+ s2, s1 &- s2, s0 &- s3)
        rows[0] = scaled(a &+ b)
        rows[4] = scaled(a &- b)
        // 0.541196100, 0.765366865 and 1.847759065 times 8192.
        let turned = (c &+ d) &* 4433
        rows[2] = rounded(turned &+ d &* 6270)
        rows[6] = rounded(turned &- c &* 15137)
        // 1.175875602, 0.899976223, 2.562915447, 1.961570560 and 0.390180644.
        let all = (d0 &+ d1 &+ d2 &+ d3) &* 9633
        let (z1, z2) = ((d3 &+ d0) &* -7373, (d2 &+ d1) &* -20995)
        let (z3, z4) = ((d3 &+ d1) &* -16069 &+ all, (d2 &+ d0) &* -3196 &+ all)
        // 0.298631336, 2.053119869, 3.072711026 and 1.501321110.
        rows[7] = rounded(d3 &* 2446 &+ z1 &+ z3)
        rows[5] = rounded(d2 &* 16819 &+ z2 &+ z4)
        rows[3] = rounded(d1 &* 25172 &+ z2 &+ z3)
        rows[1] = rounded(d0 &* 12299 &+ z1 &+ z4)
    }

    /// Swaps rows and columns. Of the six bits of a number's place, each round moves the first behind the others.
    @inline(__always)
    private static func turn(_ rows: inout [SIMD8<Int32>]) {
        typealias Row = SIMD8<Int32>
        @inline(__always) func mixed(_ a: SIMD4<Int32>, _ b: SIMD4<Int32>) -> Row {
            Row(a[0], b[0], a[1], b[1], a[2], b[2], a[3], b[3])
        }
        @inline(__always) func low(_ a: Row, _ b: Row) -> Row { mixed(a.lowHalf, b.lowHalf) }
        @inline(__always) func high(_ a: Row, _ b: Row) -> Row { mixed(a.highHalf, b.highHalf) }
        var (a, b, c, d) = (rows[0], rows[1], rows[2], rows[3])
        var (e, f, g, h) = (rows[4], rows[5], rows[6], rows[7])
        for _ in 0..<3 {
            (a, b, c, d, e, f, g, h) = (
                low(a, e), high(a, e), low(b, f), high(b, f), low(c, g), high(c, g), low(d, h), high(d, h)
            )
        }
        (rows[0], rows[1], rows[2], rows[3]) = (a, b, c, d)
        (rows[4], rows[5], rows[6], rows[7]) = (e, f, g, h)
    }
}
