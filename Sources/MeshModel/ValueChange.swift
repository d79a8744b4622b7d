/// How far written values are from those of the source, as the comparison sees it: planners foretell what it will find.
public struct ValueChange: Sendable, Hashable {
    /// How many rows differ.
    public var count = 0
    /// The largest distance.
    public var largestError = 0.0
    /// Whether each distance is within the rounding that the precision rules allow.
    public var isRounding = true

    /// No change.
    public init() {}

    /// Holds rows of the source against the rows that are written for them.
    ///
    /// - Parameters:
    ///   - from: the source's attribute.
    ///   - to: what is written.
    ///   - rows: the source's row of each row of `to`, −1 where it has none; nil: they are the same.
    ///   - weights: how often each row of `to` counts; nil: once.
    ///   - codec: how the comparison turns values back.
    public init(
        from: Attribute, to: Attribute, rows: ContiguousArray<Int32>? = nil, weights: ContiguousArray<Int32>? = nil,
        codec: Correspondence.Codec
    ) {
        let result = ValueComparison.compare(from, to, rows: rows, weights: weights, codec)
        count = result.count
        largestError = result.largestError
        isRounding = result.isRounding
    }
}
