import MeshModel

/// A light in USD's words, of the kinds that glTF's KHR_lights_punctual has.
///
/// - Units: USD says the luminance of a surface, in candela for each square metre; normalised, that of a surface of 1.
///   A sphere of radius r is seen as a disc of πr² and has a surface of 4πr²: normalised, its number is four times the
///   candela of a point. A distant light of half angle θ gives π sin² θ lux for each candela of a square metre;
///   normalised, its number is lux (LightAPI, `inputs:normalize`). Lengths of a layer are in its own unit, and so are
///   the areas that luminance is counted by.
struct USDLight: Sendable {
    /// The type of the prim.
    var typeName = "SphereLight"
    var color = [1.0, 1.0, 1.0]
    /// The number of the layer, with its exposure.
    var intensity = 1.0
    /// Whether the number is what a surface of 1 would give.
    var isNormalized = true
    /// The radius of a sphere, in units of the layer.
    var radius = USDLight.pointRadius
    /// The angle in degrees that a distant light takes up in the sky.
    var angle = 0.0
    /// The angle in degrees from the axis where a spot ends, and the part of it where it fades; nil: no spot.
    var cone: (angle: Double, softness: Double)?
    /// The layer's unit.
    var metersPerUnit = 1.0

    /// What a point is written as: normalised, the radius changes nothing but how near light is.
    private static let pointRadius = 0.01

    /// A light of a type, as the schema has it.
    init(typeName: String) {
        self.typeName = typeName
        isNormalized = false
        if typeName == "DistantLight" { (intensity, angle) = (50_000, 0.53) } else { radius = 0.5 }
    }

    /// A light as it is written, in float32.
    init(_ light: Light, metersPerUnit: Double) {
        func single(_ value: Double) -> Double { Double(Float(value)) }
        self.metersPerUnit = metersPerUnit
        radius = single(Self.pointRadius / metersPerUnit)
        color = (0..<3).map { single(light.color[$0]) }
        switch light.kind {
        case .directional: typeName = "DistantLight"
        case .point: break
        case .spot(let inner, let outer):
            cone = (single(outer * (180 / .pi)), single(outer > 0 ? 1 - inner / outer : 0))
        }
        intensity = single(light.intensity / amount)
    }

    /// How many candela, or lux, a number of 1 is; nil: no number can say it, for nothing shines.
    private var brightness: Double? {
        if typeName == "DistantLight" {
            let sine = USDAngles.sinCos(degrees: min(max(angle, 0), 180) / 2).sin
            return isNormalized || sine == 0 ? 1 : .pi * sine * sine
        }
        guard radius > 0 else { return nil }
        let area = isNormalized ? 0.25 : .pi * radius * radius
        return area * metersPerUnit * metersPerUnit
    }

    /// Whether the light says how bright it is; else its number is taken for what a point has.
    var hasUnit: Bool { brightness != nil }

    /// What a number is multiplied by; units beyond all sizes count as 1.
    private var amount: Double { brightness.flatMap { $0 > 0 && $0.isFinite ? $0 : nil } ?? 1 }

    /// What a reader finds.
    var light: Light {
        var kind = Light.Kind.point
        if typeName == "DistantLight" { kind = .directional }
        if typeName == "SphereLight", let cone {
            let outer = min(max(cone.angle, 0), 90) * .pi / 180
            kind = .spot(innerConeAngle: outer * (1 - min(max(cone.softness, 0), 1)), outerConeAngle: outer)
        }
        return Light(
            kind: kind, color: color.count == 3 ? SIMD3(color[0], color[1], color[2]) : SIMD3(1, 1, 1),
            intensity: intensity * amount)
    }

    /// Writes the attributes.
    func add(to prim: Int, of layer: inout USDLayer) {
        layer.attribute(prim, "inputs:color", "color3f", .tuple(.float3, color))
        layer.attribute(prim, "inputs:intensity", "float", .real(.float, intensity))
        layer.attribute(prim, "inputs:normalize", "bool", .truth(true))
        guard typeName == "SphereLight" else { return }
        layer.attribute(prim, "inputs:radius", "float", .real(.float, radius))
        if let cone {
            layer.apply("ShapingAPI", to: prim)
            layer.attribute(prim, "inputs:shaping:cone:angle", "float", .real(.float, cone.angle))
            layer.attribute(prim, "inputs:shaping:cone:softness", "float", .real(.float, cone.softness))
        }
        layer.attribute(prim, "treatAsPoint", "bool", .truth(true))
    }
}
