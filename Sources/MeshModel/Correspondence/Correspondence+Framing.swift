extension Correspondence {
    /// The frame that a scene was converted to: which way it stands and how large its unit is.
    ///
    /// Where vertices were moved, nodes stood where their parents stand: nothing else is claimed of them.
    public struct Framing: Sendable {
        /// The axis that points up afterwards; nil: nothing was turned.
        public var upAxis: UpAxis?
        /// Metres per unit afterwards; nil: nothing was scaled.
        public var metersPerUnit: Double?
        /// What lengths were multiplied with.
        public var scale: Double
        /// The nodes that were put above the roots, each by its children; nil: vertices were moved.
        public var roots: [[Int]]?

        /// A framing from its parts.
        public init(upAxis: UpAxis?, metersPerUnit: Double?, scale: Double, roots: [[Int]]?) {
            self.upAxis = upAxis
            self.metersPerUnit = metersPerUnit
            self.scale = scale
            self.roots = roots
        }
    }
}
