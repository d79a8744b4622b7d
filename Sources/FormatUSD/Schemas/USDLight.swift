import MeshModel

/// A USD light, limited to the kinds of glTF's KHR_lights_punctual.
///
/// - Units: USD's intensity is the luminance of a surface in candela per square metre, or that of a surface of area 1
///   if normalised. A sphere of radius r appears as a disc of area πr² and has a surface of 4πr²: normalised, its
///   intensity is four times the candela of a point light. A distant light of half angle θ gives π sin² θ lux per
///   candela per square metre. Normalised, its intensity is in lux (LightAPI, `inputs:normalize`). Lengths and areas
///   are in units of the layer.
struct USDLight: Sendable {
    /// The type name of the prim.
    var typeName = "SphereLight"
    var color = [1.0, 1.0, 1.0]
    /// What its temperature multiplies the colour with.
    var tint = SIMD3(1.0, 1.0, 1.0)
    /// The intensity in the layer, with its exposure applied.
    var intensity = 1.0
    /// Whether the intensity is normalised to a surface of area 1.
    var isNormalized = true
    /// The radius of a sphere light, in units of the layer.
    var radius = USDLight.pointRadius
    /// The angular diameter of a distant light, in degrees.
    var angle = 0.0
    /// A spotlight's half angle in degrees, and the fraction of it where the light fades. nil for other lights.
    var cone: (angle: Double, softness: Double)?
    /// The length unit of the layer.
    var metersPerUnit = 1.0

    /// The radius written for a point light. Normalised intensity doesn't depend on it.
    private static let pointRadius = 0.01

    /// Creates a light with the schema's defaults for its type.
    init(typeName: String) {
        self.typeName = typeName
        isNormalized = false
        if typeName == "DistantLight" { (intensity, angle) = (50_000, 0.53) } else { radius = 0.5 }
    }

    /// Creates a light for writing, rounded to float32.
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

    /// The candela or lux of an intensity of 1. nil for a sphere without a radius whose intensity is not normalised: its
    /// brightness is undefined.
    private var brightness: Double? {
        if typeName == "DistantLight" {
            let sine = Angles.sinCos(degrees: min(max(angle, 0), 180) / 2).sin
            return isNormalized || sine == 0 ? 1 : .pi * sine * sine
        }
        guard radius > 0 || isNormalized else { return nil }
        let area = isNormalized ? 0.25 : .pi * radius * radius
        return area * metersPerUnit * metersPerUnit
    }

    /// Whether the brightness is defined. If not, the intensity is read as a point light's candela.
    var hasUnit: Bool { brightness != nil }

    /// The factor from intensity to candela or lux. Zero, infinite and undefined factors count as 1.
    private var amount: Double { brightness.flatMap { $0 > 0 && $0.isFinite ? $0 : nil } ?? 1 }

    /// The scene's light.
    var light: Light {
        var kind = Light.Kind.point
        if typeName == "DistantLight" { kind = .directional }
        if typeName == "SphereLight", let cone {
            let outer = min(max(cone.angle, 0), 90) * .pi / 180
            kind = .spot(innerConeAngle: outer * (1 - min(max(cone.softness, 0), 1)), outerConeAngle: outer)
        }
        let shown = (color.count == 3 ? SIMD3(color[0], color[1], color[2]) : SIMD3(1, 1, 1)) * tint
        // glTF's colours are at most 1: what is beyond is brightness.
        let most = shown.max()
        let beyond = most > 1 && most.isFinite ? most : 1
        return Light(kind: kind, color: shown / beyond, intensity: intensity * amount * beyond)
    }

    /// Adds the attributes to a prim.
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
