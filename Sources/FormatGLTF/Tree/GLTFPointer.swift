import MeshModel

/// A pointer of KHR_animation_pointer to numbers of a camera, light or material (glTF's object model).
struct GLTFPointer: Hashable {
    var part: SettingChannel.Part
    /// The settings that the numbers are, in their order.
    var names: [String]

    private static let lights = "extensions/\(GLTFExtensions.lights)/lights"
    private static let color = "pbrMetallicRoughness/baseColorFactor"
    private static let transform = "/extensions/\(GLTFExtensions.transform)/"

    /// The pointer of a text; nil: it names something else.
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 4, parts[0].isEmpty else { return nil }
        if parts[1] == "cameras", parts.count == 5, let index = Self.index(parts[2]),
            ["perspective", "orthographic"].contains(parts[3]), Camera.settingNames.contains(parts[4])
        {
            (part, names) = (.camera(index), [parts[4]])
        } else if parts[1] == "materials", let index = Self.index(parts[2]) {
            guard let names = Self.materialNames[parts[3...].joined(separator: "/")] else { return nil }
            (part, self.names) = (.material(index), names)
        } else if text.hasPrefix("/\(Self.lights)/"), parts.count >= 6, let index = Self.index(parts[4]) {
            let name = parts[5...].joined(separator: "/")
            guard let own = Light.settingNames.first(where: { Self.lightPath($0) == name }) else { return nil }
            (part, names) = (.light(index), [own])
        } else {
            return nil
        }
    }

    /// The numbers of an index are digits alone.
    private static func index(_ text: String) -> Int? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }

    private static func lightPath(_ name: String) -> String { name.hasSuffix("ConeAngle") ? "spot/\(name)" : name }

    /// The settings of each path below a material.
    private static let materialNames: [String: [String]] = {
        var names = [color: ["baseColor", "alpha"]]
        for entry in GLTFMaterialTable.entries {
            let path = entry.path.joined(separator: "/")
            switch entry.kind {
            case .number, .numbers: names[path] = [entry.name]
            case .truth: break
            case .texture:
                for option in SceneMaterial.movingOptions {
                    names[path + transform + option.name] = ["\(entry.name).\(option.name)"]
                }
            }
        }
        return names
    }()

    private static let materialPaths: [String: String] = {
        var paths: [String: String] = [:]
        for (path, names) in materialNames { for name in names { paths[name] = path } }
        return paths
    }()

    /// The text of the pointer to a setting; nil: glTF has none.
    static func text(_ name: String, of part: SettingChannel.Part, in scene: MeshScene) -> String? {
        switch part {
        case .camera(let index):
            guard scene.setting(name, of: part) != nil else { return nil }
            if case .perspective = scene.cameras[index].projection { return "/cameras/\(index)/perspective/\(name)" }
            return "/cameras/\(index)/orthographic/\(name)"
        case .light(let index):
            return scene.setting(name, of: part).map { _ in "/\(lights)/\(index)/\(lightPath(name))" }
        case .material(let index): return materialPaths[name].map { "/materials/\(index)/\($0)" }
        }
    }
}
