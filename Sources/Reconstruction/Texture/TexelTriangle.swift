/// A triangle on a page, in texels; the middle of the first texel is (½, ½).
struct TexelTriangle {
    let a: SIMD2<Float>
    let b: SIMD2<Float>
    let c: SIMD2<Float>
    /// Twice the area, with a sign.
    private let area: Float

    init(_ a: SIMD2<Float>, _ b: SIMD2<Float>, _ c: SIMD2<Float>) {
        (self.a, self.b, self.c) = (a, b, c)
        area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
    }

    /// The shares of `b` and `c` in the point of the triangle that is nearest to a texel's middle, about.
    @inline(__always) func shares(_ x: Int, _ y: Int) -> (b: Float, c: Float) {
        guard area != 0 else { return (0, 0) }
        let p = SIMD2(Float(x) + 0.5, Float(y) + 0.5) - a
        let (e, f) = (b - a, c - a)
        let s = min(max((p.x * f.y - p.y * f.x) / area, 0), 1)
        let t = min(max((e.x * p.y - e.y * p.x) / area, 0), 1)
        let sum = s + t
        return sum > 1 ? (s / sum, t / sum) : (s, t)
    }

    /// Calls `body` for each texel, in rows, whose middle lies in the triangle or at most `margin` beyond an edge.
    ///
    /// An edge that two triangles share belongs to one of them if `margin` is 0, and to none if it is less.
    @inline(__always)
    func forEach(width: Int, height: Int, margin: Float, _ body: (_ x: Int, _ y: Int) -> Void) {
        let low = pointwiseMin(a, pointwiseMin(b, c)) - (margin + 0.5)
        let high = pointwiseMax(a, pointwiseMax(b, c)) + (margin - 0.5)
        guard low.min() > -1e7, high.max() < 1e7 else { return }
        let (left, top) = (max(Int(low.x.rounded(.up)), 0), max(Int(low.y.rounded(.up)), 0))
        let (right, bottom) = (min(Int(high.x.rounded(.down)), width - 1), min(Int(high.y.rounded(.down)), height - 1))
        guard left <= right, top <= bottom else { return }
        let sign: Float = area < 0 ? -1 : 1
        let (u, v, w) = (Edge(a, b, sign, margin), Edge(b, c, sign, margin), Edge(c, a, sign, margin))
        for y in top...bottom {
            for x in left...right where u.holds(x, y) && v.holds(x, y) && w.holds(x, y) { body(x, y) }
        }
    }

    private struct Edge {
        let x: Float
        let y: Float
        let limit: Float
        let isOwn: Bool

        init(_ from: SIMD2<Float>, _ to: SIMD2<Float>, _ sign: Float, _ margin: Float) {
            let d = (to - from) * sign
            (x, y) = (-d.y, d.x)
            isOwn = margin > 0 || x > 0 || (x == 0 && y > 0)
            limit = x * from.x + y * from.y - margin * (d * d).sum().squareRoot()
        }

        @inline(__always) func holds(_ column: Int, _ row: Int) -> Bool {
            let value = x * (Float(column) + 0.5) + y * (Float(row) + 0.5)
            return isOwn ? value >= limit : value > limit
        }
    }
}
