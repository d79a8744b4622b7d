import MeshFormats
import MeshModel

// Cameras and lights. A prim can be only one of them.

extension USDDraft {
    /// The prim type of a camera or light node, or nil for other nodes.
    func typeOfOther(_ node: Node) -> String? {
        guard !options.isQuickLook else { return nil }
        if node.camera != nil { return "Camera" }
        return node.light.map { usdLight(scene.lights[$0]).typeName }
    }

    /// Adds the camera or light of a node to its prim. Links are in the order in which a reader finds them.
    mutating func addCameraOrLight(_ node: Node, to prim: Int) {
        guard !options.isQuickLook else { return }
        if let camera = node.camera {
            USDCamera(scene.cameras[camera].projection).add(to: prim, of: &layer)
            links.cameras.append(camera)
        } else if let light = node.light {
            usdLight(scene.lights[light]).add(to: prim, of: &layer)
            links.lights.append(light)
        }
    }

    /// Whether a camera node also has a light that another prim already has.
    func hasLightElsewhere(_ node: Node) -> Bool {
        node.camera != nil && !options.isQuickLook && node.light.map { links.lights.contains($0) } ?? false
    }

    /// Reports changes of cameras and lights.
    mutating func reportCamerasAndLights() {
        reportCameras()
        reportLights()
    }

    private mutating func reportCameras() {
        for (index, camera) in scene.cameras.enumerated() {
            let (path, words) = (ScenePath.camera(index), "camera \(camera.name ?? "\(index + 1)")")
            guard links.cameras.contains(index) else {
                lose(.cameraDropped, .dropped, path, words, 1, "cameras", "in USD a camera stands somewhere")
                continue
            }
            if camera.name != nil {
                lose(
                    .nameDropped, .reencoded, path, "name of \(words)", 1, "cameras",
                    "in USD a camera is a prim, which has the name of its node")
            }
            let written = USDCamera(camera.projection).projection
            lose(
                .cameraChanged, .reencoded, path, words, written == camera.projection ? 0 : 1, "cameras",
                "USD has a film and a lens, in float32")
        }
        let repeated = repetitions(links.cameras)
        for place in repeated {
            lose(
                .cameraRepeated, .reencoded, ScenePath.camera(place), "camera", 1, "cameras",
                "in USD each place has a camera of its own")
        }
        let kept = Set(links.cameras.compactMap(\.self)).sorted()
        restored.cameras = kept
        let isPlain = kept.allSatisfy { index in
            let camera = scene.cameras[index]
            return camera.name == nil && USDCamera(camera.projection).projection == camera.projection
        }
        guard !isPlain || links.cameras != kept.map({ Optional($0) }) else { return }
        origin.cameras = kept.map { scene.cameras[$0] }
        origin.cameraNumbers = links.cameras.compactMap { link in link.flatMap { kept.firstIndex(of: $0) } }
    }

    private mutating func reportLights() {
        for (index, light) in scene.lights.enumerated() {
            let (path, words) = (ScenePath.light(index), "light \(light.name ?? "\(index + 1)")")
            guard links.lights.contains(index) else {
                lose(
                    .lightDropped, .dropped, path, words, 1, "lights",
                    "in USD a light stands somewhere, and not where a camera does")
                continue
            }
            if light.name != nil {
                lose(
                    .nameDropped, .reencoded, path, "name of \(words)", 1, "lights",
                    "in USD a light is a prim, which has the name of its node")
            }
            lose(
                .lightChanged, .reencoded, path, words, isSeenAlike(light) ? 0 : 1, "lights",
                "USD has no range of lights, and float32")
        }
        for place in repetitions(links.lights) {
            lose(
                .lightRepeated, .reencoded, ScenePath.light(place), "light", 1, "lights",
                "in USD each place has a light of its own")
        }
        let kept = Set(links.lights.compactMap(\.self)).sorted()
        restored.lights = kept
        for index in origin.lighting.indices {
            origin.lighting[index].light = kept.firstIndex(of: origin.lighting[index].light) ?? -1
        }
        let isPlain = kept.allSatisfy { scene.lights[$0].name == nil && isSeenAlike(scene.lights[$0]) }
        guard !isPlain || links.lights != kept.map({ Optional($0) }) || !origin.lighting.isEmpty else { return }
        origin.lights = kept.map { scene.lights[$0] }
        origin.lightNumbers = links.lights.compactMap { link in link.flatMap { kept.firstIndex(of: $0) } }
    }

    /// The positions of repeated links.
    private func repetitions(_ links: [Int?]) -> [Int] {
        var seen: Set<Int> = []
        return links.indices.filter { place in links[place].map { !seen.insert($0).inserted } ?? false }
    }

    private func usdLight(_ light: Light) -> USDLight {
        USDLight(light, metersPerUnit: scene.metersPerUnit ?? 1)
    }

    /// Whether a reader finds everything of a light but its name.
    private func isSeenAlike(_ light: Light) -> Bool {
        var plain = light
        plain.name = nil
        return usdLight(light).light == plain
    }
}
