import MeshModel

// Compares nodes: where they stand, and what they have.

extension Comparison {
    /// The meshes, cameras, lights and skins of the source that arrived.
    struct Arrived {
        var meshes: Set<Int>
        var cameras: Set<Int>
        var lights: Set<Int>
        var skins: Set<Int>
    }

    /// Joins two nested nodes that express one matrix, if the source has a matrix and the target its components.
    func joined(_ to: Node, as from: Node) -> (node: Node, isComposed: Bool) {
        guard case .matrix = from.transform, case .trs = to.transform else { return (to, false) }
        var (node, inner) = (to, NodeTransform.identity)
        if to.children.count == 1, let child = to.children.first, to.mesh == nil, to.camera == nil, to.light == nil,
            target.scene.nodes.indices.contains(child), child >= links.nodes.count || links.nodes[child] == nil
        {
            node = target.scene.nodes[child]
            inner = node.transform
        }
        // Two nodes may express what remains of a matrix with a perspective.
        let wanted = [from.transform, NodePlacements.valid(from.transform)].first {
            NodePlacements.compose(to.transform, inner, as: $0)
        }
        guard let wanted else { return (to, false) }
        node.transform = wanted
        return (node, wanted == from.transform)
    }

    mutating func compareNode(_ from: Node, _ index: Int, _ to: Node, _ arrived: Arrived) {
        let (to, isComposed) = joined(to, as: from)
        if isComposed { add(.type, ScenePath.node(index), count: 1) }
        let children = to.children.map { $0 < links.nodes.count ? links.nodes[$0] : nil }
        let mesh = to.mesh.flatMap { $0 < links.meshes.count ? links.meshes[$0] : nil }
        let meshArrives = from.mesh.map { arrived.meshes.contains($0) } ?? true
        let camera = to.camera.flatMap { $0 < links.cameras.count ? links.cameras[$0] : nil }
        let cameraArrives = from.camera.map { arrived.cameras.contains($0) } ?? true
        let light = to.light.flatMap { $0 < links.lights.count ? links.lights[$0] : nil }
        let lightArrives = from.light.map { arrived.lights.contains($0) } ?? true
        let skin = to.skin.flatMap { $0 < links.skins.count ? links.skins[$0] : nil }
        let skinArrives = from.skin.map { arrived.skins.contains($0) } ?? true
        compareTransform(from, index, to)
        // What a node has is a difference of its own, so that no report about its transform covers it.
        if children != from.children.map({ Optional($0) })
            || (meshArrives && mesh != from.mesh) || (cameraArrives && camera != from.camera)
            || (lightArrives && light != from.light) || (meshArrives && skinArrives && skin != from.skin)
            || (meshArrives && weights(from, source.scene) != weights(to, target.scene))
        {
            add(.value, ScenePath.node(index), count: 1)
        }
    }

    /// The weights of morph targets that a node shows at rest.
    private func weights(_ node: Node, _ scene: MeshScene) -> [Double] {
        guard let mesh = node.mesh, scene.meshes.indices.contains(mesh) else { return [] }
        return node.weights ?? scene.meshes[mesh].targets.map(\.weight)
    }
}
