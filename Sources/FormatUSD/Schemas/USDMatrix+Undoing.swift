extension USDMatrix {
    /// The inverse, if inverting it once more gives this matrix back; nil: it lacks a direction, exactly or but for
    /// rounding.
    var reliableInverse: USDMatrix? {
        guard let inverse, let back = inverse.inverse else { return nil }
        let size = (0..<16).reduce(0) { max($0, abs(self[$1])) }
        return (0..<16).allSatisfy { abs(self[$0] - back[$0]) <= 1e-9 * size } ? inverse : nil
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
                for row in 0..<3 { matrix[row: row][order[row]] += signs >> row & 1 == 0 ? change : -change }
                let volume = abs(matrix.volume)
                if volume > best?.volume ?? 0 { best = (volume, matrix) }
            }
        }
        return best?.matrix.inverse
    }

    /// The volume of the unit cube's image, negative if it is mirrored.
    private var volume: Double {
        let (a, b, c) = (self[row: 0], self[row: 1], self[row: 2])
        return a.x * (b.y * c.z - b.z * c.y) - a.y * (b.x * c.z - b.z * c.x) + a.z * (b.x * c.y - b.y * c.x)
    }
}
