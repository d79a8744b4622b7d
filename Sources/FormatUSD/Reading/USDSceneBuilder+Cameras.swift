import MeshFormats
import MeshModel

// Cameras and lights, in glTF's terms.

extension USDSceneBuilder {
    mutating func camera(_ prim: Int) -> Int? {
        var camera = USDCamera()
        // Lengths are tenths of a scene unit.
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

    /// A light as a point, a spot or a direction; nil for those that glTF has no word for.
    mutating func light(_ prim: Int) -> Int? {
        let type = stage.prims[prim].typeName
        guard type == "DistantLight" || type == "SphereLight" else {
            note("usd.light", prim, "a \(type) has no counterpart: it stays behind")
            return nil
        }
        var light = USDLight(typeName: type)
        light.metersPerUnit = scene.metersPerUnit ?? 1
        if let color = (value(prim, "inputs:color") ?? value(prim, "color"))?.numbers { light.color = color }
        if let own = (value(prim, "inputs:intensity") ?? value(prim, "intensity"))?.number { light.intensity = own }
        if let exposure = (value(prim, "inputs:exposure") ?? value(prim, "exposure"))?.number, exposure != 0 {
            light.intensity *= Self.powerOfTwo(exposure)
        }
        light.isNormalized = (value(prim, "inputs:normalize") ?? value(prim, "normalize"))?.isTrue ?? false
        // What has a size in the sky or in the room keeps its brightness, and that is told beside what is not.
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
            // What counts as a point has no size, whatever it says.
            if value(prim, "treatAsPoint")?.isTrue == true { _ = value(prim, "inputs:radius") }
        }
        if !light.hasUnit {
            note("usd.light-unit", prim, "the brightness of a light without a surface is read as candela")
        }
        scene.lights.append(light.light)
        return scene.lights.count - 1
    }

    /// A number that is looked at, and stays behind with what the scene has no place for.
    private func number(_ prim: Int, _ name: String) -> Double? {
        switch stage.resolved(prim, name) {
        case .value(let value, _): value.number
        case .samples(let samples, _): samples.first?.value.number
        default: nil
        }
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
