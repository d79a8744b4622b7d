import MeshModel

// Faults of settings that change with time.

extension Mutant {
    static let settings: [Mutant] = [
        setting("a setting no longer changes") { scene, clip, place in
            scene.clips[clip].settings.remove(at: place)
            return true
        },
        setting("a setting has its first value throughout") { scene, clip, place in
            let sampler = scene.clips[clip].settings[place].sampler
            let values = scene.clips[clip].samplers[sampler].values
            let first = values.rows(0..<1).doubles()
            let still = values.changed { index, _ in first[index % first.count] }
            scene.clips[clip].samplers[sampler].values = still
            return values.doubles().contains { abs($0 - first[0]) > 0.01 } && values.components == 1
        },
        setting("a setting changes another material") { scene, clip, place in
            guard case .material(let index) = scene.clips[clip].settings[place].part, scene.materials.count > 1 else {
                return false
            }
            let other = SettingChannel.Part.material(index == 0 ? 1 : 0)
            let name = scene.clips[clip].settings[place].name
            guard !scene.clips[clip].settings.contains(where: { $0.part == other && $0.name == name }) else {
                return false
            }
            scene.clips[clip].settings[place].part = other
            return true
        },
    ]

    /// A fault of the first setting that it alters, in files of glTF, which hold all settings.
    private static func setting(
        _ name: String, _ change: @escaping @Sendable (inout MeshScene, _ clip: Int, _ place: Int) -> Bool
    ) -> Mutant {
        Mutant(name, formats: ["glb", "gltf"]) { scene in
            for clip in scene.clips.indices {
                for place in scene.clips[clip].settings.indices {
                    var altered = scene
                    if change(&altered, clip, place) {
                        scene = altered
                        return true
                    }
                }
            }
            return false
        }
    }
}
