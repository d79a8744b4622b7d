import MeshFormats
import MeshModel

// Cameras and lights, in glTF's terms.

extension USDSceneBuilder {
    mutating func camera(_ prim: Int) -> Int? {
        func number(_ name: String, _ fallback: Double, _ builder: inout USDSceneBuilder) -> Double {
            builder.value(prim, name)?.number ?? fallback
        }
        // Lengths are tenths of a scene unit.
        let horizontal = number("horizontalAperture", 20.955, &self)
        let vertical = number("verticalAperture", 15.2908, &self)
        let range = value(prim, "clippingRange")?.numbers ?? [1, 1_000_000]
        let (near, far) = range.count == 2 ? (range[0], range[1]) : (1, 1_000_000)
        let projection: Camera.Projection
        if value(prim, "projection")?.word == "orthographic" {
            projection = .orthographic(xmag: horizontal / 20, ymag: vertical / 20, znear: near, zfar: far)
        } else {
            let length = number("focalLength", 50, &self)
            let angle = length > 0 ? 2 * USDAngles.arcTangent(vertical / (2 * length)) : .pi / 2
            projection = .perspective(
                yfov: angle, aspectRatio: vertical > 0 ? horizontal / vertical : nil, znear: near, zfar: far)
        }
        scene.cameras.append(Camera(name: nil, projection: projection))
        return scene.cameras.count - 1
    }

    /// A light as a point, a spot or a direction; nil for those that glTF has no word for.
    mutating func light(_ prim: Int) -> Int? {
        let type = stage.prims[prim].typeName
        let color = (value(prim, "inputs:color") ?? value(prim, "color"))?.numbers ?? [1, 1, 1]
        var intensity = (value(prim, "inputs:intensity") ?? value(prim, "intensity"))?.number
        if let exposure = (value(prim, "inputs:exposure") ?? value(prim, "exposure"))?.number, exposure != 0 {
            intensity = (intensity ?? 1) * Self.powerOfTwo(exposure)
        }
        let kind: Light.Kind
        switch type {
        case "DistantLight":
            kind = .directional
            intensity = intensity ?? 50_000
        case "SphereLight":
            if let angle = value(prim, "inputs:shaping:cone:angle")?.number {
                let softness = value(prim, "inputs:shaping:cone:softness")?.number ?? 0
                let outer = min(max(angle, 0), 90) * .pi / 180
                kind = .spot(innerConeAngle: outer * (1 - min(max(softness, 0), 1)), outerConeAngle: outer)
            } else {
                kind = .point
            }
        default:
            note("usd.light", prim, "a \(type) has no counterpart: it stays behind")
            return nil
        }
        note("usd.light-unit", prim, "brightness of lights is read as the number that is written")
        scene.lights.append(
            Light(
                name: nil, kind: kind, color: color.count == 3 ? SIMD3(color[0], color[1], color[2]) : SIMD3(1, 1, 1),
                intensity: intensity ?? 1))
        return scene.lights.count - 1
    }

    /// 2 to a power, in IEEE arithmetic alone.
    private static func powerOfTwo(_ exponent: Double) -> Double {
        guard exponent.isFinite, exponent.magnitude < 1000 else { return 1 }
        let whole = exponent.rounded(.down)
        var (sum, term) = (1.0, 1.0)
        for index in 1...24 {
            term *= (exponent - whole) * 0.693_147_180_559_945_3 / Double(index)
            sum += term
        }
        return sum * Double(sign: .plus, exponent: Int(whole), significand: 1)
    }
}
