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
    mutating func addCameraOrLight(_ node: Node, to prim: Int, _ motion: USDMotion) {
        guard !options.isQuickLook else { return }
        if let camera = node.camera {
            let still = USDCamera(scene.cameras[camera].projection)
            still.add(to: prim, of: &layer)
            links.cameras.append(camera)
            let own = scene.cameras[camera]
            USDMovedSettings(.camera(camera), motion)?.add(to: prim, of: &layer) { numbers in
                var layer = USDLayer()
                let prim = layer.define("Camera", nil, below: 0)
                var moved = USDCamera(own.with(numbers).projection)
                // A far plane that is nowhere doesn't move.
                if case .perspective(_, _, _, nil) = own.with(numbers).projection { moved.far = still.far }
                moved.add(to: prim, of: &layer)
                return (layer, prim)
            }
        } else if let light = node.light {
            usdLight(scene.lights[light]).add(to: prim, of: &layer)
            links.lights.append(light)
            let (own, unit) = (scene.lights[light], scene.metersPerUnit ?? 1)
            USDMovedSettings(.light(light), motion)?.add(to: prim, of: &layer) { numbers in
                var layer = USDLayer()
                let prim = layer.define("Light", nil, below: 0)
                USDLight(own.with(numbers), metersPerUnit: unit).add(to: prim, of: &layer)
                return (layer, prim)
            }
        }
    }

    /// Whether a camera node also has a light that another prim already has.
    func hasLightElsewhere(_ node: Node) -> Bool {
        node.camera != nil && !options.isQuickLook && node.light.map { links.lights.contains($0) } ?? false
    }

    /// Reports changes of cameras and lights, and records the originals if a reader would find others.
    mutating func reportCamerasAndLights() {
        let scene = scene
        let cameras = report(
            "camera", scene.cameras.map(\.name), links.cameras, ScenePath.camera,
            dropped: (.cameraDropped, "it has no place in the scene, so USD can't store it"),
            changed: (.cameraChanged, { _ in ("stored as film size and focal length in 32-bit floats", nil) }),
            repeated: .cameraRepeated
        ) { USDCamera(scene.cameras[$0].projection).projection == scene.cameras[$0].projection }
        restored.cameras = cameras.kept
        if !cameras.isPlain {
            origin.cameras = cameras.kept.map { scene.cameras[$0] }
            origin.cameraNumbers = cameras.numbers
        }
        let lights = report(
            "light", scene.lights.map(\.name), links.lights, ScenePath.light,
            dropped: (.lightDropped, "it has no place in the scene, or only a camera's, so USD can't store it"),
            changed: (
                .lightChanged,
                { index in
                    guard scene.lights[index].range != nil else { return ("stored in 32-bit floats", nil) }
                    return ("other programs see it without its range, which USD lights don't have", .visible)
                }
            ),
            repeated: .lightRepeated
        ) { index in
            var plain = scene.lights[index]
            plain.name = nil
            return USDLight(plain, metersPerUnit: scene.metersPerUnit ?? 1).light == plain
        }
        restored.lights = lights.kept
        for index in origin.lighting.indices {
            origin.lighting[index].light = lights.kept.firstIndex(of: origin.lighting[index].light) ?? -1
        }
        if !lights.isPlain || !origin.lighting.isEmpty {
            origin.lights = lights.kept.map { scene.lights[$0] }
            origin.lightNumbers = lights.numbers
        }
    }

    /// Reports what becomes of all cameras, or of all lights.
    ///
    /// - Returns: those that are kept, the number among them of each that a reader finds, and whether a reader finds
    ///   just them.
    private mutating func report(
        _ noun: String, _ names: [String?], _ links: [Int?], _ path: (Int) -> String,
        dropped: (code: Loss.Code, cause: String),
        changed: (code: Loss.Code, how: (Int) -> (cause: String, rank: Loss.Rank?)),
        repeated: Loss.Code, isExact: (Int) -> Bool
    ) -> (kept: [Int], numbers: [Int], isPlain: Bool) {
        let linked = Set(links.compactMap(\.self))
        for (index, name) in names.enumerated() {
            let (path, words) = (path(index), "\(noun) \(name ?? "\(index + 1)")")
            guard linked.contains(index) else {
                lose(dropped.code, .dropped, path, words, 1, "\(noun)s", dropped.cause)
                continue
            }
            if name != nil {
                lose(
                    .nameDropped, .reencoded, path, "name of \(words)", 1, "\(noun)s",
                    "the \(noun) gets the name of its node, as USD has one name for both")
            }
            let (cause, rank) = changed.how(index)
            lose(changed.code, .reencoded, path, words, isExact(index) ? 0 : 1, "\(noun)s", cause, rank: rank)
        }
        var seen: Set<Int> = []
        for (place, link) in links.enumerated() {
            guard let link, !seen.insert(link).inserted else { continue }
            lose(
                repeated, .reencoded, path(place), noun, 1, "\(noun)s",
                "copied to each place, because USD places can't share a \(noun)")
        }
        let kept = seen.sorted()
        let isPlain = kept.allSatisfy { names[$0] == nil && isExact($0) } && links == kept.map { Optional($0) }
        let numbers = Dictionary(uniqueKeysWithValues: zip(kept, kept.indices))
        return (kept, links.compactMap { link in link.flatMap { numbers[$0] } }, isPlain)
    }

    private func usdLight(_ light: Light) -> USDLight {
        USDLight(light, metersPerUnit: scene.metersPerUnit ?? 1)
    }
}
