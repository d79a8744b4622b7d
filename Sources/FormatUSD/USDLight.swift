import MeshModel

/// A light in USD's words, of the kinds that glTF's KHR_lights_punctual has.
struct USDLight: Sendable {
    /// The type of the prim.
    var typeName = "SphereLight"
    var color = [1.0, 1.0, 1.0]
    var intensity = 1.0
    /// The angle in degrees from the axis where a spot ends, and the part of it where it fades; nil: no spot.
    var cone: (angle: Double, softness: Double)?

    /// What a prim of a type says.
    init(typeName: String, color: [Double], intensity: Double, cone: (angle: Double, softness: Double)?) {
        self.typeName = typeName
        self.color = color
        self.intensity = intensity
        self.cone = cone
    }

    /// A light as it is written, in float32.
    init(_ light: Light) {
        func single(_ value: Double) -> Double { Double(Float(value)) }
        color = (0..<3).map { single(light.color[$0]) }
        intensity = single(light.intensity)
        switch light.kind {
        case .directional: typeName = "DistantLight"
        case .point: break
        case .spot(let inner, let outer):
            cone = (single(outer * (180 / .pi)), single(outer > 0 ? 1 - inner / outer : 0))
        }
    }

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
            intensity: intensity)
    }

    /// Writes the attributes.
    func add(to prim: Int, of layer: inout USDLayer) {
        layer.attribute(prim, "inputs:color", "color3f", .tuple(.float3, color))
        layer.attribute(prim, "inputs:intensity", "float", .real(.float, intensity))
        guard typeName == "SphereLight" else { return }
        layer.attribute(prim, "inputs:radius", "float", .real(.float, 0))
        if let cone {
            layer.apply("ShapingAPI", to: prim)
            layer.attribute(prim, "inputs:shaping:cone:angle", "float", .real(.float, cone.angle))
            layer.attribute(prim, "inputs:shaping:cone:softness", "float", .real(.float, cone.softness))
        }
        layer.attribute(prim, "treatAsPoint", "bool", .truth(true))
    }
}
