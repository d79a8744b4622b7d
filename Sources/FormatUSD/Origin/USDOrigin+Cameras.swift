import MeshBytes
import MeshFormats
import MeshModel

// Cameras and lights in the origin record.

extension USDOrigin {
    // MARK: Restoring

    /// Restores the original cameras, which nodes may share, with names and exact numbers. Fails if the file's cameras
    /// were edited.
    func restoreCameras(_ scene: inout MeshScene) -> Bool {
        guard !cameras.isEmpty else { return true }
        guard cameraNumbers.count == scene.cameras.count, cameraNumbers.allSatisfy(cameras.indices.contains),
            zip(cameraNumbers, scene.cameras).allSatisfy({ number, camera in
                USDCamera(cameras[number].projection).projection == camera.projection
            })
        else { return false }
        scene.cameras = cameras
        for index in scene.nodes.indices {
            if let camera = scene.nodes[index].camera { scene.nodes[index].camera = cameraNumbers[camera] }
        }
        return true
    }

    /// Restores the original lights, including those of camera nodes. Fails if the file's lights were edited.
    func restoreLights(_ scene: inout MeshScene) -> Bool {
        guard !lights.isEmpty else { return lighting.isEmpty }
        guard lightNumbers.count == scene.lights.count, lightNumbers.allSatisfy(lights.indices.contains),
            zip(lightNumbers, scene.lights).allSatisfy({ number, light in
                USDLight(lights[number], metersPerUnit: scene.metersPerUnit ?? 1).light == light
            }),
            lighting.allSatisfy({ scene.nodes.indices.contains($0.node) && lights.indices.contains($0.light) })
        else { return false }
        scene.lights = lights
        for index in scene.nodes.indices {
            if let light = scene.nodes[index].light { scene.nodes[index].light = lightNumbers[light] }
        }
        for own in lighting { scene.nodes[own.node].light = own.light }
        return true
    }

    // MARK: JSON

    var camerasAndLights: [(String, JSONValue)] {
        var members: [(String, JSONValue)] = []
        if !cameras.isEmpty {
            members.add("cameras", cameras.map(\.json))
            members.append(("cameraNumbers", .array(cameraNumbers.map { .int($0) })))
        }
        if !lights.isEmpty {
            members.add("lights", lights.map(\.json))
            members.append(("lightNumbers", .array(lightNumbers.map { .int($0) })))
        }
        members.add("lighting", lighting.map { [.int($0.node), .int($0.light)] })
        return members
    }

    mutating func readCamerasAndLights(_ record: JSONValue) -> Bool {
        cameraNumbers = record.indices("cameraNumbers")
        lightNumbers = record.indices("lightNumbers")
        guard let cameras = record.all("cameras", Camera.init(json:)),
            let lights = record.all("lights", Light.init(json:)), let lighting = record.all("lighting", \.pair)
        else { return false }
        (self.cameras, self.lights) = (cameras, lights)
        self.lighting = lighting.map { Lighting(node: $0, light: $1) }
        return true
    }
}

extension JSONValue {
    /// An array of numbers, with null for nil.
    fileprivate static func numbers(_ values: [Double?]) -> JSONValue {
        .array(values.map { $0.map { .number($0) } ?? .null })
    }

    fileprivate var numbers: [Double?] { (array ?? []).map(\.number) }
}

extension Camera {
    fileprivate var json: JSONValue {
        var members: [(String, JSONValue)] = []
        if let name { members.append(("name", .string(name))) }
        switch projection {
        case .perspective(let yfov, let aspect, let znear, let zfar):
            members.append(("perspective", .numbers([yfov, aspect, znear, zfar])))
        case .orthographic(let xmag, let ymag, let znear, let zfar):
            members.append(("orthographic", .numbers([xmag, ymag, znear, zfar])))
        }
        return .object(members)
    }

    fileprivate init?(json: JSONValue) {
        let (wide, flat) = (json["perspective"]?.numbers ?? [], json["orthographic"]?.numbers ?? [])
        if wide.count == 4, let yfov = wide[0], let znear = wide[2] {
            self.init(
                name: json["name"]?.string,
                projection: .perspective(yfov: yfov, aspectRatio: wide[1], znear: znear, zfar: wide[3]))
        } else if flat.count == 4, let xmag = flat[0], let ymag = flat[1], let znear = flat[2], let zfar = flat[3] {
            self.init(
                name: json["name"]?.string,
                projection: .orthographic(xmag: xmag, ymag: ymag, znear: znear, zfar: zfar))
        } else {
            return nil
        }
    }
}

extension Light {
    fileprivate var json: JSONValue {
        var members: [(String, JSONValue)] = []
        if let name { members.append(("name", .string(name))) }
        switch kind {
        case .directional: members.append(("directional", true))
        case .point: break
        case .spot(let inner, let outer): members.append(("spot", .numbers([inner, outer])))
        }
        members.append(("color", .numbers([color.x, color.y, color.z])))
        members.append(("intensity", .number(intensity)))
        if let range { members.append(("range", .number(range))) }
        return .object(members)
    }

    fileprivate init?(json: JSONValue) {
        let color = (json["color"]?.numbers ?? []).compactMap(\.self)
        guard color.count == 3, let intensity = json["intensity"]?.number else { return nil }
        var kind = json["directional"]?.bool == true ? Kind.directional : .point
        if let spot = json["spot"]?.numbers {
            guard spot.count == 2, let inner = spot[0], let outer = spot[1] else { return nil }
            kind = .spot(innerConeAngle: inner, outerConeAngle: outer)
        }
        self.init(
            name: json["name"]?.string, kind: kind, color: SIMD3(color[0], color[1], color[2]), intensity: intensity,
            range: json["range"]?.number)
    }
}
