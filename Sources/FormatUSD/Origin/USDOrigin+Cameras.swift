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
