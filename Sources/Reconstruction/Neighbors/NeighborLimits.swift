/// Which points count as a point's neighbours: the nearest ones, up to a number, that are closer than a radius.
public struct NeighborLimits: Hashable, Sendable {
    /// The most neighbours of a point, itself included; 1 … 1024.
    public let count: Int
    /// Neighbours are closer than this, in the cloud's units; infinite: however far.
    public let radius: Float

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - count: numbers outside of 1 … 1024 count as the nearest of the two, so that the work for a point is bounded.
    ///   - radius: NaN and numbers below 0 count as 0: no point has neighbours.
    public init(count: Int = 30, radius: Float = .infinity) {
        self.count = min(max(count, 1), 1024)
        self.radius = radius > 0 ? radius : 0
    }
}
