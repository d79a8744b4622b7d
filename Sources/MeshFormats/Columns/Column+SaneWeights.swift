package import MeshModel

extension Column {
    /// The largest weight of a joint that can be meant. Some writers don't scale the sum of weights to 1.
    private static let mostWeight = 1000.0

    /// Weights of joints without those that can't be meant: numbers below 0, NaN and infinities become 0, huge ones 1.
    ///
    /// - Returns: the weights and how many of them changed; nil if none has to.
    package func saneWeights() -> (weights: Column, count: Int)? {
        guard !type.isInteger else { return nil }
        var count = 0
        for (_, buffer) in blocks(of: Double.self) {
            count += buffer.count { !($0 >= 0 && $0 <= Self.mostWeight) }
        }
        guard count > 0 else { return nil }
        let sane = doubles().map { $0 > Self.mostWeight && $0.isFinite ? 1 : $0 >= 0 && $0.isFinite ? $0 : 0 }
        let isDouble = type == .float64
        return (
            isDouble ? Column(sane, components: components) : Column(sane.map { Float($0) }, components: components),
            count
        )
    }
}
