/// The difference of written values from the source's, as the comparison measures it: planners predict its result.
public struct ValueChange: Sendable, Hashable {
    /// The number of rows that differ.
    public var count = 0
    /// The largest distance.
    public var largestError = 0.0
    /// Whether each distance is within the rounding that the precision rules allow.
    public var isRounding = true
    /// The largest absolute value of the source, if a difference required it.
    public var largest: Double?

    /// Creates a result without change.
    public init() {}

    /// Compares all rows.
    ///
    /// - Parameter largest: ``largest`` of an earlier change of the same source.
    package init(from: Attribute, to: Attribute, _ codec: Correspondence.Codec, largest: Double?) {
        if let known = Self.ofFew(from: from, to: to, codec, usesAll: true) {
            self = known
            return
        }
        var walk = Walk(from: from, to: to, codec: codec, largest: largest)
        for rows in from.values.blocks { walk.add(from.values.rows(rows), to.values.rows(rows)) }
        self = walk.change
    }

    /// Compares a few numbers of which all others are copies; nil: they are not known to be few.
    ///
    /// - Parameter usesAll: whether each row counts once. If not, only a result without a difference is known.
    package static func ofFew(
        from: Attribute, to: Attribute, _ codec: Correspondence.Codec, usesAll: Bool
    ) -> ValueChange? {
        guard let few = Column.pairs(from.values, to.values) else { return nil }
        var (from, to) = (from, to)
        (from.values, to.values) = (few.one, few.other)
        func compare(_ rows: Range<Int>, largest: Double? = nil) -> ValueChange {
            var walk = Walk(from: from, to: to, codec: codec, largest: largest)
            walk.add(few.one.rows(rows), few.other.rows(rows))
            return walk.change
        }
        var change = compare(0..<few.one.count)
        guard change.count > 0 else { return change }
        guard usesAll else { return nil }
        let differs = (0..<few.one.count).map { compare($0..<$0 + 1, largest: change.largest).count > 0 }
        change.count = few.rowCount(with: ContiguousArray(differs.map { $0 ? 1 : 0 }))
        return change
    }

    /// Compares rows block by block, so that neither side is in memory as a whole.
    public struct Walk {
        private var judge: ValueComparison.Judge
        private var sources = ContiguousArray<Double>()
        private var written = ContiguousArray<Double>()
        private var count = 0

        /// Creates a walk without rows.
        ///
        /// - Parameters:
        ///   - from: the source's attribute, with all rows.
        ///   - to: an attribute in the written form; its rows don't matter.
        ///   - codec: the conversion back to source values.
        ///   - largest: ``ValueChange/largest`` of an earlier change of the same source.
        public init(from: Attribute, to: Attribute, codec: Correspondence.Codec, largest: Double? = nil) {
            judge = ValueComparison.Judge(from, to, codec, largest: largest)
        }

        /// Compares source rows with the rows written for them.
        ///
        /// - Parameters:
        ///   - source: rows of the source.
        ///   - target: as many rows of the written form.
        ///   - weights: the number of times each row counts; 0 leaves it out.
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

        /// The result so far.
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
