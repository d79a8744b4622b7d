import MeshFormats
import MeshModel

// What viewers of USD don't show: prims that are invisible, and those whose purpose is to guide or to stand in (UsdGeom,
// Imageable). The scene has no word for purposes, so their nodes are hidden.

extension USDSceneBuilder {
    // MARK: Visibility

    /// Whether a prim is shown at rest, as far as it is up to it.
    mutating func isVisible(_ prim: Int) -> Bool {
        // Prims without a type are not Imageable.
        guard !stage.prims[prim].typeName.isEmpty, let property = stage.property(prim, "visibility"),
            let resolved = stage.resolved(prim, "visibility")
        else {
            return true
        }
        switch resolved {
        case .value(let value, _):
            let isKnown = value.word == "inherited" || value.word == "invisible"
            uses.use(property.opinions, ["default"], isKnown ? .scene : .diagnostic)
            return value.word != "invisible"
        case .samples(let samples, let opinions):
            uses.use(property.opinions, ["default"])
            uses.use(opinions, ["timeSamples"])
            let rest = stage.value(prim, "visibility") ?? samples.first { !$0.value.isBlock }?.value
            return rest?.word != "invisible"
        }
    }

    /// Adds the times at which a prim's node is shown and hidden.
    mutating func animateVisibility(_ prim: Int) throws(ReadError) {
        guard uses.isTimed, !stage.prims[prim].typeName.isEmpty else { return }
        let samples = stage.samples(prim, "visibility")
        guard changes(prim, "visibility", samples.count) else { return }
        // A block ends what hides.
        try animateVisibility(
            of: nodeOf[prim], samples.map { (time: $0.time, isVisible: $0.value.word != "invisible") })
    }

    /// Adds the times at which a node is shown and hidden.
    mutating func animateVisibility(of node: Int, _ steps: [(time: Double, isVisible: Bool)]) throws(ReadError) {
        var (times, values): ([Float], [UInt8]) = ([], [])
        for step in steps {
            let second = clock.seconds(step.time)
            guard second.isFinite, times.last.map({ $0 <= second }) ?? true else { continue }
            if times.last == second {
                times.removeLast()
                values.removeLast()
            }
            times.append(second)
            values.append(step.isVisible ? 1 : 0)
        }
        guard !times.isEmpty else { return }
        try add(
            AnimationSampler(times: Column(times), values: Column(values), interpolation: .step), to: .visibility,
            of: node)
    }

    /// Shows again what was written invisible because the shown scene doesn't have it: it is in no scene, or in another
    /// one, again.
    mutating func showUnseen() {
        for (node, isThere) in scene.nodesOfShownScene.enumerated() where !isThere {
            scene.nodes[node].isVisible = true
        }
    }

    // MARK: Purposes

    /// Hides what guides, and what stands in for something that is there for rendering, as programs that show USD do.
    mutating func hidePurposes() {
        // Parents come before their children.
        var purposes = [String?](repeating: nil, count: stage.prims.count)
        for prim in stage.prims.indices.dropFirst() {
            let parent = stage.prims[prim].parent
            // An instancer shows its prototypes wherever they are.
            if parent > 0, !prototypes.contains(prim) { purposes[prim] = purposes[parent] }
            purposes[prim] = purpose(prim) ?? purposes[prim]
        }
        let shown = stage.prims.indices.filter { prim in
            nodeOf[prim] >= 0 && isContent(prim)
        }
        let hidden: Set<String?> = shown.contains { purposes[$0] == "render" } ? ["guide", "proxy"] : ["guide"]
        var nodes: Set<Int> = []
        for prim in shown where hidden.contains(purposes[prim]) {
            scene.nodes[nodeOf[prim]].isVisible = false
            nodes.insert(nodeOf[prim])
        }
        guard !nodes.isEmpty else { return }
        for clip in scene.clips.indices {
            scene.clips[clip].channels.removeAll { $0.property == .visibility && nodes.contains($0.node) }
        }
    }

    /// Whether a prim's node shows something by itself.
    private func isContent(_ prim: Int) -> Bool {
        let node = scene.nodes[nodeOf[prim]]
        return node.mesh != nil || node.light != nil
            || stage.prims[prim].typeName == "PointInstancer" && !node.children.isEmpty
    }

    /// The purpose of a prim. What hides or has no meaning is left to the report: only USD can say it.
    private mutating func purpose(_ prim: Int) -> String? {
        guard let property = stage.property(prim, "purpose"), let resolved = stage.resolved(prim, "purpose") else {
            return nil
        }
        switch resolved {
        case .value(let value, _):
            if value.word == "default" || value.word == "render" { uses.use(property.opinions, ["default"]) }
            return value.word
        case .samples(let samples, _): return samples.first?.value.word
        }
    }
}
