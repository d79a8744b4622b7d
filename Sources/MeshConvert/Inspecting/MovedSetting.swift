import MeshFormats
import MeshModel

/// A setting of a camera, light or material that a clip changes, with the names that people know.
package struct MovedSetting: Sendable, Hashable {
    /// What has it.
    package let part: SettingChannel.Part
    /// The name of the camera, light or material; nil: it has none.
    package let partName: String?
    /// The setting, as the scene names it.
    package let setting: String
    /// The number of keys.
    package let keys: Int

    init(_ channel: SettingChannel, of clip: AnimationClip, in scene: MeshScene) {
        part = channel.part
        setting = channel.name
        keys = clip.samplers.indices.contains(channel.sampler) ? clip.samplers[channel.sampler].times.count : 0
        func name<Part>(_ parts: [Part], _ index: Int, _ name: (Part) -> String?) -> String? {
            parts.indices.contains(index) ? name(parts[index]) : nil
        }
        partName =
            switch channel.part {
            case .camera(let index): name(scene.cameras, index, \.name)
            case .light(let index): name(scene.lights, index, \.name)
            case .material(let index): name(scene.materials, index, \.name)
            }
    }

    /// The settings that a clip changes.
    package static func all(of clip: AnimationClip, in scene: MeshScene) -> [MovedSetting] {
        clip.settings.map { MovedSetting($0, of: clip, in: scene) }
    }

    /// The words: `field of view of camera 2`, `base colour of material Red`.
    package var words: String {
        let dot = setting.firstIndex(of: ".")
        var words = Self.names[setting] ?? MaterialWords.name(dot.map { String(setting[..<$0]) } ?? setting)
        // The name of a texture's slot and its option.
        if let dot { words = "\(setting[setting.index(after: dot)...]) of the texture of \(words)" }
        return "\(words) of \(part.word) \(partName.flatMap { $0.isEmpty ? nil : $0 } ?? "\(part.index + 1)")"
    }

    private static let names = [
        "yfov": "field of view", "aspectRatio": "aspect ratio", "znear": "nearest distance",
        "zfar": "farthest distance",
        "xmag": "width", "ymag": "height", "color": "colour", "innerConeAngle": "inner cone",
        "outerConeAngle": "outer cone",
    ]
}

extension MovedSetting: DocumentedObject {
    static let fields: [Field<MovedSetting>] = [
        Field("part", \.part.word), Field("index", \.part.index), Field("name", \.partName),
        Field("setting", \.setting), Field("keys", \.keys),
    ]
}
