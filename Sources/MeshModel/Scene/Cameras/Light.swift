/// A light without size, as in glTF's KHR_lights_punctual; it shines along its node's −Z.
public struct Light: Sendable, Hashable {
    /// The kind of a light.
    public enum Kind: Sendable, Hashable {
        /// Parallel rays from far away; intensity in lux.
        case directional
        /// Rays in all directions from a point; intensity in candela.
        case point
        /// A cone of rays from a point; intensity in candela.
        ///
        /// - Parameters:
        ///   - innerConeAngle: the angle from the axis where it begins to fade, in radians.
        ///   - outerConeAngle: the angle from the axis where it ends.
        case spot(innerConeAngle: Double, outerConeAngle: Double)
    }

    /// The name as the source has it.
    public var name: String?
    /// The kind of light.
    public var kind: Kind
    /// Red, green and blue, linear.
    public var color: SIMD3<Double>
    /// The brightness, in the unit of the kind.
    public var intensity: Double
    /// The distance at which the light ends, in scene units; nil: unlimited.
    public var range: Double?

    /// Creates a light.
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

extension Light {
    /// The light with its range multiplied: transforms of nodes don't scale it.
    package func scaled(by scale: Double) -> Light {
        var light = self
        light.range = range.map { $0 * scale }
        return light
    }
}
