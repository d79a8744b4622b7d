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
        guard uses.isTimed, !stage.prims[prim].typeName.isEmpty, !hiddenPurposes.contains(prim) else { return }
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

    /// Finds the prims whose own content is hidden: guides, and proxies where shapes for rendering are shown.
    mutating func findHiddenPurposes() {
        // Parents come before their children.
        var purposes = [String?](repeating: nil, count: stage.prims.count)
        var isInvisible = [Bool](repeating: false, count: stage.prims.count)
        var hasRendered = false
        for prim in stage.prims.indices.dropFirst() {
            let parent = stage.prims[prim].parent
            isInvisible[prim] = parent > 0 && isInvisible[parent] || !isVisible(prim)
            // An instancer shows its prototypes wherever they are.
            if parent > 0, !prototypes.contains(prim) { purposes[prim] = purposes[parent] }
            purposes[prim] = purpose(prim) ?? purposes[prim]
            let type = stage.prims[prim].typeName
            let isShown = hasNode(prim) && !isInvisible[prim] && !Self.isGroup(type) && !type.hasSuffix("Light")
            if isShown, purposes[prim] == "render" { hasRendered = true }
        }
        let hidden: Set<String?> = hasRendered ? ["guide", "proxy"] : ["guide"]
        for prim in purposes.indices where hidden.contains(purposes[prim]) {
            if !Self.isGroup(stage.prims[prim].typeName) { hiddenPurposes.insert(prim) }
        }
    }

    /// Whether a prim of a type shows nothing by itself: what is below it may have another purpose.
    private static func isGroup(_ type: String) -> Bool {
        ["", "Xform", "Scope", "SkelRoot", "Skeleton", "Camera", "Material", "Shader", "NodeGraph"].contains(type)
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
