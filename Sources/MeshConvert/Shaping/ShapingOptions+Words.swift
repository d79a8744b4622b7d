import MeshBytes

// How settings of shaping are typed and reported.

extension ShapingOptions.Box {
    /// Creates a box from two opposite corners, `X,Y,Z:X,Y,Z`; nil if the text has another form.
    public init?(word: String) {
        let corners = word.split(separator: ":", omittingEmptySubsequences: false).map { corner in
            corner.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double(String($0)) }
        }
        guard corners.count == 2, corners.allSatisfy({ $0.count == 3 && $0.allSatisfy(\.isFinite) }) else { return nil }
        let (first, second) = (
            SIMD3(corners[0][0], corners[0][1], corners[0][2]), SIMD3(corners[1][0], corners[1][1], corners[1][2])
        )
        self.init(from: pointwiseMin(first, second), to: pointwiseMax(first, second))
    }

    /// The text that ``init(word:)`` reads.
    public var word: String {
        [least, most].map { corner in (0..<3).map { NumberPrinter.text(corner[$0]) }.joined(separator: ",") }
            .joined(separator: ":")
    }
}

extension ShapingOptions.Outliers {
    /// The text that the command line reads, with lengths in metres.
    public var word: String {
        switch self {
        case .statistical(let neighbors, let ratio): "statistical:\(neighbors):\(NumberPrinter.text(ratio))"
        case .radius(let neighbors, let meters): "radius:\(NumberPrinter.text(meters)):\(neighbors)"
        }
    }
}

extension ShapingOptions.Sampling {
    /// The text that the command line reads.
    public var word: String { seed == 0 ? "\(count)" : "\(count):\(seed)" }
}

extension ShapingOptions.Neighbors {
    /// The text that the command line reads, with lengths in metres.
    public var word: String { "neighbors" + (meters.map { ":\(NumberPrinter.text($0)):\(count)" } ?? "") }
}
