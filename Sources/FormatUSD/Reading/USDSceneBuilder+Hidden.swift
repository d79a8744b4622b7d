import MeshFormats
import MeshModel

// What viewers of USD don't show: prims that are invisible, and those whose purpose is to guide or to stand in (UsdGeom,
// Imageable). The scene has no word for that, so its nodes are shown, and the report says so.

extension USDSceneBuilder {
    /// Why a prim isn't shown.
    enum Hiding: String, CaseIterable {
        case invisible, guide, proxy

        /// The name of its residue.
        var path: String { "\(rawValue) objects" }
    }

    /// Counts the shapes and lights that viewers don't show, and marks the values that say so.
    mutating func findHidden() {
        // Parents come before their children.
        var isInvisible = [Bool](repeating: false, count: stage.prims.count)
        var purposes = [String?](repeating: nil, count: stage.prims.count)
        for prim in stage.prims.indices.dropFirst() {
            let parent = stage.prims[prim].parent
            // An instancer shows its prototypes wherever they are.
            if parent > 0, !prototypes.contains(prim) {
                isInvisible[prim] = isInvisible[parent]
                purposes[prim] = purposes[parent]
            }
            if word(prim, "visibility", shown: ["inherited"]) == "invisible" { isInvisible[prim] = true }
            purposes[prim] = word(prim, "purpose", shown: ["default", "render"]) ?? purposes[prim]
            guard nodeOf[prim] >= 0, case let node = scene.nodes[nodeOf[prim]],
                node.mesh != nil || node.light != nil
                    || stage.prims[prim].typeName == "PointInstancer" && !node.children.isEmpty,
                let how = isInvisible[prim] ? .invisible : purposes[prim].flatMap(Hiding.init(rawValue:))
            else { continue }
            hidden[how, default: 0] += 1
        }
    }

    /// Counts no more as hidden what no scene shows: it was written invisible, and is in no scene again.
    mutating func takeBackUnseen() {
        var isSeen = [Bool](repeating: false, count: scene.nodes.count)
        var open = scene.scenes.flatMap(\.roots)
        while let node = open.popLast() {
            if isSeen[node] { continue }
            isSeen[node] = true
            open += scene.nodes[node].children
        }
        let unseen = zip(scene.nodes, isSeen).count { !$1 && ($0.mesh != nil || $0.light != nil) }
        let rest = (hidden[.invisible] ?? 0) - unseen
        hidden[.invisible] = rest > 0 ? rest : nil
    }

    /// The value of an attribute whose values are words. Where it hides nothing, it says what the scene says, too.
    private mutating func word(_ prim: Int, _ name: String, shown: Set<String>) -> String? {
        guard let property = stage.property(prim, name), let resolved = stage.resolved(prim, name) else { return nil }
        switch resolved {
        case .value(let value, _):
            let isShown = value.word.map(shown.contains) ?? false
            uses.use(property, "default", fate: isShown ? .scene : .diagnostic)
            return value.word
        // That it changes is for the report: only USD can say it.
        case .samples(let samples, _): return samples.first?.value.word
        case .spline: return nil
        }
    }

    /// The residue of what viewers don't show.
    var hiddenResidue: [Residue] {
        Hiding.allCases.compactMap { how in hidden[how].map { .hidden(how.path, count: $0) } }
    }
}
