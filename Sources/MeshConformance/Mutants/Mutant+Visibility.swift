import MeshFormats
import MeshModel

// Faults of what is shown and hidden.

extension Mutant {
    private static let gltf: Set<String> = ["glb", "gltf"]

    static let visibility: [Mutant] = [
        Mutant("a hidden node is shown", formats: gltf) { changeVisibility(&$0, from: false) },
        Mutant("a shown node is hidden", formats: gltf) { changeVisibility(&$0, from: true) },
        Mutant("what is hidden is shown by USD", formats: ["usda", "usdc", "usdz"]) { scene in
            let (isThere, isHidden) = (scene.nodesOfShownScene, scene.hiddenNodes)
            // A prim for a node holds that of its mesh. A mesh that no node shows is hidden itself, and not compared.
            let wanted = scene.nodes.indices.filter { index in
                isThere[index] && !scene.nodes[index].isVisible && scene.nodes[index].mesh == nil
                    && scene.nodes[index].children.contains { scene.nodes[$0].mesh != nil }
            }
            for node in wanted {
                scene.nodes[node].isVisible = true
                if scene.hiddenNodes[node] != isHidden[node] { return true }
                scene.nodes[node].isVisible = false
            }
            return false
        },
        Mutant("what is shown and hidden over time is exchanged", formats: gltf) { scene in
            guard let (clip, channel) = scene.firstChannel({ channel, _ in channel.property == .visibility }) else {
                return false
            }
            let sampler = scene.clips[clip].channels[channel].sampler
            scene.clips[clip].samplers[sampler].values = scene.clips[clip].samplers[sampler].values.changed {
                $1 == 0 ? 1 : 0
            }
            return true
        },
        Mutant("a node is no longer hidden over time", formats: gltf) { scene in
            guard let (clip, channel) = scene.firstChannel({ channel, _ in channel.property == .visibility }) else {
                return false
            }
            scene.clips[clip].channels.remove(at: channel)
            return true
        },
        .untold("hidden objects are left out in silence", .hiddenDropped),
    ]

    private static func changeVisibility(_ scene: inout MeshScene, from isVisible: Bool) -> Bool {
        let isThere = scene.nodesOfShownScene
        guard let node = scene.nodes.indices.first(where: { isThere[$0] && scene.nodes[$0].isVisible == isVisible })
        else { return false }
        scene.nodes[node].isVisible = !isVisible
        return true
    }
}
