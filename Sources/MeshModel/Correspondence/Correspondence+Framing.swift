extension Correspondence {
    /// The frame that a scene was converted to: its up axis and unit.
    ///
    /// If vertices were moved, no node had a transform: nothing else is claimed about nodes.
    public struct Framing: Sendable {
        /// The up axis afterwards; nil: nothing was rotated.
        public var upAxis: UpAxis?
        /// Metres per unit afterwards; nil: nothing was scaled.
        public var metersPerUnit: Double?
        /// The factor of all lengths.
        public var scale: Double
        /// The nodes that were added above the roots, each as its list of children; nil: vertices were moved.
        public var roots: [[Int]]?

        /// Creates a framing.
        public init(upAxis: UpAxis?, metersPerUnit: Double?, scale: Double, roots: [[Int]]?) {
            self.upAxis = upAxis
            self.metersPerUnit = metersPerUnit
            self.scale = scale
            self.roots = roots
        }
    }
}
