/// The joints and weights of points with at most four joints each, as viewers of packages move them.
struct USDFewInfluences {
    /// The number of joints of a point that viewers count.
    static let most = 4

    private(set) var joints: [Double] = []
    private(set) var weights: [Double] = []
    /// The points that had more joints with a weight.
    private(set) var changed: [Int] = []

    /// Keeps the largest weights of each point, scaled to the sum that all had.
    ///
    /// - Parameter size: the number of joints of a point.
    init(joints: [Double], weights: [Double], size: Int) {
        let count = min(joints.count, weights.count) / size
        for row in 0..<count {
            let places = row * size..<(row + 1) * size
            let used = places.filter { weights[$0] != 0 }
            var kept = Array(used)
            var factor = 1.0
            if used.count > Self.most {
                changed.append(row)
                // Of equal weights, the first counts.
                let largest = used.sorted { (weights[$0], -$0) > (weights[$1], -$1) }.prefix(Self.most)
                kept = largest.sorted()
                let (all, sum) = (used.reduce(0) { $0 + weights[$1] }, kept.reduce(0) { $0 + weights[$1] })
                factor = sum != 0 && (all / sum).isFinite ? all / sum : 1
            }
            for place in 0..<Self.most {
                self.joints.append(place < kept.count ? joints[kept[place]] : 0)
                self.weights.append(place < kept.count ? weights[kept[place]] * factor : 0)
            }
        }
    }
}
