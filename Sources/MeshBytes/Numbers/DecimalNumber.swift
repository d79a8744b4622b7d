/// A number read from text: its value in both precisions, and whether it can come from a float32.
public struct DecimalNumber: Hashable, Sendable {
    /// The nearest float64.
    public var float64: Double
    /// The nearest float32, rounded straight from the digits.
    public var float32: Float
    /// Whether the digits, trailing zeros aside, are the shortest ones that identify ``float32``.
    ///
    /// True for every number of at most six significant digits in the normal range of float32, and for every value that
    /// is not finite.
    public var isShortestFloat32: Bool

    /// Creates a number.
    public init(float64: Double, float32: Float, isShortestFloat32: Bool) {
        self.float64 = float64
        self.float32 = float32
        self.isShortestFloat32 = isShortestFloat32
    }
}
