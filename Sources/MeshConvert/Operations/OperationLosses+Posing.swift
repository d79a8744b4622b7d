import MeshBytes
import MeshFormats
import MeshModel
import MeshOperations
import MeshRouting

// Freezing skins, morph targets and clips at a moment.

extension OperationLosses {
    static func pose(_ scene: MeshScene, _ moment: Moment) -> Operated {
        let (posed, correspondence, changed) = poseScene(scene, at: moment)
        let shown = words(of: moment, in: scene)
        // Who asked for a moment gets it in every format.
        let remedy = moment == .rest ? Remedy.format(keeping: .motion) : nil
        var losses: [Loss] = []
        for (index, clip) in scene.clips.enumerated() {
            let seconds = NumberPrinter.text((clip.duration * 1000).rounded() / 1000)
            losses.add(
                .animationDropped, .dropped, ScenePath.clip(index), "animation \(clip.name ?? "\(index + 1)")",
                count: max(clip.channelCount, 1), unit: "channels",
                cause: "\(seconds) s of motion: nothing moves, \(shown)", remedy: remedy)
        }
        for (index, skin) in scene.skins.enumerated() {
            let left = changed.ignoredInfluences[index]
            let note =
                left == 0
                ? "" : "; \(PlainNumbers.grouped(left)) \(CountedNoun.text(left, "weights")) without a joint left out"
            losses.add(
                .skinBaked, .approximated, ScenePath.skin(index), "skin \(skin.name ?? "\(index + 1)")",
                count: skin.joints.count, unit: "joints", cause: "applied to the vertices: \(shown)" + note,
                remedy: remedy)
        }
        for (index, mesh) in scene.meshes.enumerated() {
            let name = "morph targets of \(mesh.name.map { "mesh \($0)" } ?? "mesh \(index + 1)")"
            let isMorphed = changed.isMorphed[index]
            losses.add(
                isMorphed ? .morphBaked : .morphDropped, isMorphed ? .approximated : .dropped,
                ScenePath.targets(mesh: index), name, count: mesh.targets.count, unit: "targets",
                cause: isMorphed
                    ? "applied to the vertices: \(shown)" : "their weights are 0: the shape shown lacks nothing",
                remedy: remedy)
        }
        losses += repeats(
            of: scene, meshes: changed.meshCopies, "repeated for each pose in which it is shown",
            vertexSets: changed.vertexSetCopies, "repeated for each pose in which they are shown", remedy: remedy)
        losses.add(
            .nodeGenerated, .generated, ScenePath.nodes, "nodes", count: changed.addedNodes, unit: "nodes",
            cause: "added for meshes that joints moved: no other transform applies to them")
        for own in changed.usedUp {
            losses.add(
                .attributeDropped, .dropped, own.path, own.semantic.plainName, count: own.count, unit: "vertices",
                cause: "used up: the skin is applied", remedy: remedy, rank: .bookkeeping)
        }
        for own in changed.untouched {
            losses.add(
                .attributeNarrowed, .approximated, own.path, own.path.lastPathPart, count: own.count, unit: "rows",
                cause: "kept as it was: not turned or scaled with the positions", remedy: remedy)
        }
        return Operated(scene: posed, step: correspondence.steps.first, losses: losses)
    }

    /// Leaves out all clips but one, as requested.
    static func keepClip(_ scene: MeshScene, _ index: Int) -> Operated {
        guard scene.clips.indices.contains(index) else { return Operated(scene: scene) }
        var kept = scene
        kept.clips = [scene.clips[index]]
        var losses: [Loss] = []
        for (other, clip) in scene.clips.enumerated() where other != index {
            losses.add(
                .animationDropped, .dropped, ScenePath.clip(other), "animation \(clip.name ?? "\(other + 1)")",
                count: max(clip.channelCount, 1), unit: "channels", cause: "another animation was requested")
        }
        return Operated(scene: kept, step: .keptClip(index), losses: losses)
    }

    /// The losses of meshes and vertices that are stored once more for each place or pose that shows them.
    static func repeats(
        of scene: MeshScene, meshes: [Int], _ meshCause: String, vertexSets: [Int], _ vertexCause: String,
        remedy: Remedy?
    ) -> [Loss] {
        var losses: [Loss] = []
        for (mesh, count) in meshes.enumerated() {
            let name = scene.meshes[mesh].name.map { "mesh \($0)" } ?? "mesh \(mesh + 1)"
            losses.add(
                .instanceRepeated, .approximated, ScenePath.mesh(mesh), name, count: count, unit: "copies",
                cause: meshCause, remedy: remedy)
        }
        for (set, count) in vertexSets.enumerated() {
            losses.add(
                .instanceRepeated, .approximated, ScenePath.vertexSet(set), "vertices",
                count: count * scene.vertexSets[set].count, unit: "vertices", cause: vertexCause, remedy: remedy)
        }
        return losses
    }

    /// What is shown: `the pose at rest is shown`.
    private static func words(of moment: Moment, in scene: MeshScene) -> String {
        guard let index = moment.clip, scene.clips.indices.contains(index) else { return "the pose at rest is shown" }
        let name = scene.clips[index].name ?? "clip \(index + 1)"
        return "second \(NumberPrinter.text(moment.seconds)) of \(name) is shown"
    }
}
