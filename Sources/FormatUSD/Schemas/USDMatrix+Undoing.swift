extension USDMatrix {
    /// The inverse, if inverting it once more gives this matrix back; nil: it lacks a direction, exactly or but for
    /// rounding.
    var reliableInverse: USDMatrix? {
        guard let inverse, let back = inverse.inverse else { return nil }
        let size = rows.reduce(0) { max($0, abs($1)) }
        return zip(rows, back.rows).allSatisfy { abs($0 - $1) <= 1e-9 * size } ? inverse : nil
    }

    /// The inverse of a transform that is near this one, which has none; nil: its numbers are not finite.
    ///
    /// Points on the lost directions get a share of them back. Which ones are lost is not asked: of all ways to add the
    /// three axes, the one that gives back most volume is taken.
    ///
    /// - Parameter change: how much three of the nine numbers of directions may change.
    func inverse(changedBy change: Double) -> USDMatrix? {
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
        var best: (volume: Double, matrix: USDMatrix)?
        for order in orders {
            for signs in 0..<8 {
                var matrix = affine
                for row in 0..<3 { matrix.rows[row * 4 + order[row]] += signs >> row & 1 == 0 ? change : -change }
                let volume = abs(matrix.volume)
                if volume > best?.volume ?? 0 { best = (volume, matrix) }
            }
        }
        return best?.matrix.inverse
    }

    /// The volume of the unit cube's image, negative if it is mirrored.
    private var volume: Double {
        let (a, b, c) = (rows[0...2], rows[4...6], rows[8...10])
        return a[0] * (b[5] * c[10] - b[6] * c[9]) - a[1] * (b[4] * c[10] - b[6] * c[8])
            + a[2] * (b[4] * c[9] - b[5] * c[8])
    }
}
