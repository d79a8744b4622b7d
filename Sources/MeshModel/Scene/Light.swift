/// A light without size, in the terms of glTF's KHR_lights_punctual; it shines along its node's −Z.
public struct Light: Sendable, Hashable {
    /// Where the light goes.
    public enum Kind: Sendable, Hashable {
        /// One way everywhere, from far away; intensity in lux.
        case directional
        /// Every way from a place; intensity in candela.
        case point
        /// A cone from a place; intensity in candela.
        ///
        /// - Parameters:
        ///   - innerConeAngle: the angle from the axis where it begins to fade, in radians.
        ///   - outerConeAngle: the angle from the axis where it ends.
        case spot(innerConeAngle: Double, outerConeAngle: Double)
    }

    /// The name as the source has it.
    public var name: String?
    /// Where the light goes.
    public var kind: Kind
    /// Red, green and blue, linear.
    public var color: SIMD3<Double>
    /// How bright it is, in the unit of its kind.
    public var intensity: Double
    /// The distance at which it ends, in scene units; nil: nowhere.
    public var range: Double?

    /// A light from its parts.
    public init(
        name: String? = nil, kind: Kind, color: SIMD3<Double> = SIMD3(1, 1, 1), intensity: Double = 1,
        range: Double? = nil
    ) {
        self.name = name
        self.kind = kind
        self.color = color
        self.intensity = intensity
        self.range = range
    }
}
