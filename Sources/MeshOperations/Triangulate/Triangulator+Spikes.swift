extension Triangulator {
    /// Whether a node is the tip of a spike without width outside the polygon; true if that can't be decided.
    func isOutwardSpike(_ tip: Int) -> Bool {
        let a = previous[tip]
        let c = next[tip]
        let t = points[tip]
        let pa = points[a]
        let pc = points[c]
        let toA = pa - t
        let toC = pc - t
        guard toA.x * toC.x + toA.y * toC.y > 0, orientation(pa, t, pc) == 0 else { return false }
        let lengthA = toA.x * toA.x + toA.y * toA.y
        let lengthC = toC.x * toC.x + toC.y * toC.y
        // The turn at the nearer of the two ends decides on which side of the spike the inside is.
        if pa == pc {
            let incoming = points[previous[a]]
            let outgoing = points[next[c]]
            let in1 = quarter(incoming, t, from: pa)
            let out1 = quarter(outgoing, t, from: pa)
            if in1 != out1 { return out1 < in1 }
            return in1 == 0 || in1 == 2 || orientation(pa, outgoing, incoming) >= 0
        }
        if lengthA < lengthC { return orientation(points[previous[a]], pa, t) <= 0 }
        return orientation(t, pc, points[next[c]]) <= 0
    }

    /// The quadrant of a direction, counter-clockwise from the direction to `t`: 0 the same, 1 left, 2 opposite, 3
    /// right.
    private func quarter(_ p: SIMD2<Double>, _ t: SIMD2<Double>, from origin: SIMD2<Double>) -> Int {
        let sign = orientation(origin, t, p)
        if sign != 0 { return sign > 0 ? 1 : 3 }
        let u = t - origin
        let v = p - origin
        return u.x * v.x + u.y * v.y >= 0 ? 0 : 2
    }
}
