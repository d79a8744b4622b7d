import MeshFormats
import MeshModel

// Motion that a package holds and Apple's viewers don't play. They show a file as one animation, the stage's range; Apple
// lists transforms, skeletons and blend shapes as what they move.

extension USDDraft {
    /// Reports what a package holds and its usual viewers don't move.
    mutating func reportUnseenMotion(_ motion: USDMotion) {
        guard options.isPackage else { return }
        let first = motion.clock.offsets.firstIndex { $0 != nil }
        for (index, clip) in scene.clips.enumerated() where motion.clock.offsets[index] != nil {
            let name = "animation \(clip.name ?? "\(index + 1)")"
            guard index == first else {
                loseUnseen(name, index, 1, "clips", "Apple's viewers play the first animation of a file only")
                continue
            }
            loseUnseen(
                "visibility in \(name)", index, clip.channels.count { $0.property == .visibility }, "channels",
                "Apple doesn't say that its viewers hide things for a time")
            let settings = clip.settings.count { setting in
                let moved = USDMovedSetting(part: setting.part, name: setting.name)
                return motion.settings[moved] != nil && !unsaid.contains(moved)
            }
            loseUnseen(
                "cameras, lights and materials in \(name)", index, settings, "settings",
                "Apple's viewers move transforms, skeletons and blend shapes only")
        }
    }

    private mutating func loseUnseen(_ name: String, _ clip: Int, _ count: Int, _ unit: String, _ cause: String) {
        lose(.animationUnseen, .approximated, ScenePath.clip(clip), name, count, unit, cause, remedy: .ending("glb"))
    }
}
