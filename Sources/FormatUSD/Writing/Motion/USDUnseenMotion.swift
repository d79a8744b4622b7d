import MeshFormats
import MeshModel

/// Motion that a package holds and Apple's viewers don't play.
///
/// They show a file as one animation, the stage's range; Apple lists transforms, skeletons and blend shapes as what they
/// move.
struct USDUnseenMotion {
    private(set) var losses: [Loss] = []

    /// Adds what is not played of the clips of a package.
    ///
    /// - Parameters:
    ///   - clips: those that are written, by their index; the first of them is played.
    ///   - settings: the number of settings that are written of the first.
    init(_ clips: [(index: Int, clip: AnimationClip)], settings: Int) {
        for (index, clip) in clips.dropFirst() {
            add(
                Self.name(clip, index), ScenePath.clip(index), 1, "clips",
                "Apple's viewers play the first animation of a file only")
        }
        guard let (index, clip) = clips.first else { return }
        let (name, path) = (Self.name(clip, index), ScenePath.clip(index))
        add(
            "visibility in \(name)", path, clip.channels.count { $0.property == .visibility }, "channels",
            "Apple doesn't say that its viewers hide things for a time")
        add(
            "cameras, lights and materials in \(name)", path, settings, "settings",
            "Apple's viewers move transforms, skeletons and blend shapes only")
    }

    /// Adds what is not played of layers that are packed as they are: RealityKit and SceneKit leave out points that change.
    init(packing layers: USDLayerLibrary, _ scene: MeshScene) {
        self.init(
            scene.clips.enumerated().map { ($0.offset, $0.element) }, settings: scene.clips.first?.settings.count ?? 0)
        let caches = layers.layers.reduce(0) { count, entry in
            count + entry.layer.specs.count { $0.name == "points" && $0["timeSamples"] != nil }
        }
        add(
            "points that change", ScenePath.native("points (timeSamples)"), caches, "attributes",
            "Apple's viewers move transforms, skeletons and blend shapes only")
    }

    private mutating func add(_ name: String, _ subject: String, _ count: Int, _ unit: String, _ cause: String) {
        losses.add(
            .animationUnseen, .approximated, subject, name, count: count, unit: unit, cause: cause,
            remedy: .ending("glb"))
    }

    private static func name(_ clip: AnimationClip, _ index: Int) -> String {
        "animation \(clip.name ?? "\(index + 1)")"
    }
}

extension USDDraft {
    /// Reports what a package holds and its usual viewers don't move.
    mutating func reportUnseenMotion(_ motion: USDMotion) {
        guard options.isPackage else { return }
        let clips = scene.clips.indices.filter { motion.clock.offsets[$0] != nil }.map {
            (index: $0, clip: scene.clips[$0])
        }
        let settings = (clips.first?.clip.settings ?? []).count { setting in
            let moved = USDMovedSetting(part: setting.part, name: setting.name)
            return motion.settings[moved] != nil && !unsaid.contains(moved)
        }
        losses += USDUnseenMotion(clips, settings: settings).losses
    }
}
