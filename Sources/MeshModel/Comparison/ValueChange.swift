/// How far written values are from those of the source, as the comparison sees it: planners foretell what it will find.
public struct ValueChange: Sendable, Hashable {
    /// How many rows differ.
    public var count = 0
    /// The largest distance.
    public var largestError = 0.0
    /// Whether each distance is within the rounding that the precision rules allow.
    public var isRounding = true
    /// How far the source's number furthest from 0 is from it, where a difference made it worth knowing.
    public var largest: Double?

    /// No change.
    public init() {}

    /// Looks at rows block by block, so that neither side is held whole.
    public struct Walk {
        private var judge: ValueComparison.Judge
        private var sources = ContiguousArray<Double>()
        private var written = ContiguousArray<Double>()
        private var count = 0

        /// A walk before its first block.
        ///
        /// - Parameters:
        ///   - from: the source's attribute, with all rows.
        ///   - to: the form of what is written; its rows don't matter.
        ///   - codec: how the comparison turns values back.
        ///   - largest: what an earlier change of the same source had as ``ValueChange/largest``.
        public init(from: Attribute, to: Attribute, codec: Correspondence.Codec, largest: Double? = nil) {
            judge = ValueComparison.Judge(from, to, codec, largest: largest)
        }

        /// Holds rows of the source against what is written for them.
        ///
        /// - Parameters:
        ///   - source: rows of the source.
        ///   - target: as many rows of the written form.
        ///   - weights: how often each row counts; 0 leaves it out.
        public mutating func add(_ source: Column, _ target: Column, weights: (Int) -> Int32 = { _ in 1 }) {
            source.read(0..<source.count, into: &sources)
            target.read(0..<target.count, into: &written)
            for row in 0..<min(source.count, target.count) {
                let weight = Int(weights(row))
                guard weight > 0 else { continue }
                let before = judge.tally.count
                judge.add(sources, row, written, row)
                if judge.tally.count > before { count += weight }
            }
        }

        /// What was found.
        public var change: ValueChange {
            let result = judge.result(of: judge.tally)
            var change = ValueChange()
            change.count = count
            change.largestError = result.largestError
            change.isRounding = result.isRounding
            change.largest = result.largest
            return change
        }
    }
}
