import MeshFormats
import MeshModel

// Cameras and lights, in glTF's terms.

extension USDSceneBuilder {
    mutating func camera(_ prim: Int) -> Int? {
        var camera = USDCamera()
        // Lengths are in tenths of a scene unit.
        if let number = value(prim, "horizontalAperture")?.number { camera.horizontal = number }
        if let number = value(prim, "verticalAperture")?.number { camera.vertical = number }
        if let range = value(prim, "clippingRange")?.numbers, range.count == 2 {
            (camera.near, camera.far) = (range[0], range[1])
        }
        camera.isOrthographic = value(prim, "projection")?.word == "orthographic"
        if let number = value(prim, "focalLength")?.number { camera.length = number }
        scene.cameras.append(Camera(name: nil, projection: camera.projection))
        return scene.cameras.count - 1
    }

    /// A light as a point, spot or directional light, or nil for types that glTF lacks.
    mutating func light(_ prim: Int) -> Int? {
        let type = stage.prims[prim].typeName
        guard USDSchemas.lights.contains(type) else {
            note("usd.light", prim, "a \(type) is not supported and is left out")
            if USDShownFacts.byType[type] != .domeLight { lostLights.whole.insert(prim) }
            return nil
        }
        var light = USDLight(typeName: type)
        light.metersPerUnit = scene.metersPerUnit ?? 1
        // Older layers have the names without `inputs:`.
        func input(_ name: String) -> USDValue? { value(prim, "inputs:\(name)") ?? value(prim, name) }
        if let color = input("color")?.numbers { light.color = color }
        if let own = input("intensity")?.number { light.intensity = own }
        if let exposure = input("exposure")?.number, exposure != 0 {
            light.intensity *= Self.powerOfTwo(exposure)
        }
        let kelvins = input("colorTemperature")?.number
        if input("enableColorTemperature")?.isTrue == true {
            light.tint = USDBlackbody.color(kelvins: kelvins ?? 6500)
        }
        if ["diffuse", "specular"].compactMap({ input($0)?.number }).contains(where: { $0 != 1 }) {
            lostLights.shares.insert(prim)
        }
        light.isNormalized = input("normalize")?.isTrue ?? false
        // Sizes affect brightness but have no counterpart in the scene, so they are read without being marked.
        for name in ["inputs:angle", "angle"] {
            if let angle = number(prim, name) { light.angle = angle }
        }
        if type == "SphereLight" {
            for name in ["radius", "inputs:radius"] {
                if let radius = number(prim, name) { light.radius = radius }
            }
            if let angle = value(prim, "inputs:shaping:cone:angle")?.number {
                light.cone = (angle, value(prim, "inputs:shaping:cone:softness")?.number ?? 0)
            }
            // A light treated as a point has no size, so its radius is marked as read.
            if value(prim, "treatAsPoint")?.isTrue == true { _ = value(prim, "inputs:radius") }
        }
        if !light.hasUnit {
            note("usd.light-unit", prim, "the light has no surface: its brightness is read in candela")
        }
        scene.lights.append(light.light)
        return scene.lights.count - 1
    }

    /// The value of an attribute, read without being marked as in the scene.
    private func number(_ prim: Int, _ name: String) -> Double? {
        switch stage.resolved(prim, name) {
        case .value(let value, _): value.number
        case .samples(let samples, _): samples.first?.value.number
        default: nil
        }
    }

    /// 2 to a power, in plain IEEE arithmetic.
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
