import MeshModel

extension Derivation {
    /// Builds the flat scene that the instances claim.
    mutating func bake(_ hierarchy: Correspondence.BakedHierarchy) {
        guard isWellFormed(hierarchy) else {
            add(.value, ScenePath.nodes, count: max(scene.nodes.count, 1), valueClass: .approximated)
            return
        }
        checkShowings(hierarchy)
        checkVertexSets(hierarchy)
        let transforms = setTransforms(hierarchy)
        var flat = scene
        flat.vertexSets = []
        for (set, origin) in hierarchy.vertexSets.enumerated() {
            flat.vertexSets.append(movedVertexSet(origin, to: set, by: transforms[set] ?? .identity))
        }
        flat.meshes = []
        for showing in hierarchy.showings {
            var mesh = scene.meshes[showing.mesh]
            for index in mesh.primitives.indices {
                mesh.primitives[index].vertexSet = showing.vertexSets[index]
                turnElements(&mesh.primitives[index], showing, index)
                if showing.isReversed, mesh.primitives[index].topology == .polygons {
                    mesh.primitives[index] = mesh.primitives[index].turnedRound()
                }
            }
            flat.meshes.append(mesh)
        }
        let isHidden = scene.hiddenNodes
        flat.nodes = hierarchy.showings.enumerated().map { index, showing in
            Node(
                name: showing.node.flatMap { scene.nodes[$0].name }, mesh: index,
                isVisible: showing.node.map { !isHidden[$0] } ?? true)
        }
        // The comparison ignores which scene shows which root.
        for index in flat.scenes.indices { flat.scenes[index].roots = Array(flat.nodes.indices) }
        scene = flat
    }

    /// Moves element attributes; directions rotate as those of vertices do. Only vertices have positions.
    private mutating func turnElements(
        _ primitive: inout Primitive, _ showing: Correspondence.BakedHierarchy.Showing, _ index: Int
    ) {
        guard showing.transform != .identity else { return }
        for (place, attribute) in primitive.elementAttributes.enumerated() where attribute.semantic != .position {
            let path = ScenePath.elementAttribute(mesh: showing.mesh, primitive: index, attribute.semantic)
            primitive.elementAttributes[place] = movedAttribute(attribute, path, path, showing.transform)
        }
    }

    /// Whether the claims refer to existing parts, and to the vertex sets that the primitives really have.
    private func isWellFormed(_ hierarchy: Correspondence.BakedHierarchy) -> Bool {
        hierarchy.vertexSets.allSatisfy(scene.vertexSets.indices.contains)
            && hierarchy.showings.allSatisfy { showing in
                guard scene.meshes.indices.contains(showing.mesh),
                    showing.node.map(scene.nodes.indices.contains) ?? true
                else { return false }
                let sets = scene.meshes[showing.mesh].primitives.map(\.vertexSet)
                guard sets.count == showing.vertexSets.count else { return false }
                return zip(sets, showing.vertexSets).allSatisfy { before, after in
                    hierarchy.vertexSets.indices.contains(after) && hierarchy.vertexSets[after] == before
                }
            }
    }

    /// Checks that each instance of the source appears once with its world transform, and that meshes without an
    /// instance follow unchanged.
    private mutating func checkShowings(_ hierarchy: Correspondence.BakedHierarchy) {
        let places = NodePlacements(scene)
        var showings = [Int](repeating: 0, count: scene.meshes.count)
        var isDone = [Bool](repeating: false, count: scene.nodes.count)
        var unchanged = 0
        var added = 0
        for showing in hierarchy.showings {
            showings[showing.mesh] += 1
            guard let node = showing.node else {
                added += 1
                if showing.transform != .identity || showing.isReversed {
                    add(.value, ScenePath.mesh(showing.mesh), count: 1, valueClass: .approximated)
                }
                continue
            }
            let isClaimedTwice = isDone[node]
            isDone[node] = true
            guard !isClaimedTwice, scene.nodes[node].mesh == showing.mesh,
                places.agrees(node, showing.transform, isReversed: showing.isReversed)
            else {
                add(.value, ScenePath.node(node), count: 1, valueClass: .approximated)
                continue
            }
            let isPlain =
                scene.nodes[node].transform == .identity && scene.nodes[node].children.isEmpty
                && scene.nodes[node].camera == nil && scene.nodes[node].light == nil
            if isPlain, places.isRoot[node] { unchanged += 1 }
        }
        var isShown = [Bool](repeating: false, count: scene.meshes.count)
        for (index, node) in scene.nodes.enumerated() {
            guard let mesh = node.mesh, isShown.indices.contains(mesh), places.isShown(index) else { continue }
            isShown[mesh] = true
            if !isDone[index] { add(.presence, ScenePath.node(index), count: 1) }
        }
        var unshown = 0
        for mesh in scene.meshes.indices {
            if !isShown[mesh] { unshown += 1 }
            if showings[mesh] == 0 { add(.presence, ScenePath.mesh(mesh), count: 1) }
            add(.sharing, ScenePath.mesh(mesh), count: showings[mesh] - 1)
        }
        // An instance can't express a perspective transform.
        for (index, node) in scene.nodes.enumerated() where node.transform.hasPerspective && places.isShown(index) {
            add(.value, ScenePath.node(index), count: 1, valueClass: .approximated)
        }
        add(.presence, ScenePath.nodes, count: scene.nodes.count - unchanged)
        add(.generated, ScenePath.nodes, count: added)
        // A mesh that a node shows must not appear again as a mesh without one.
        if added != unshown { add(.value, ScenePath.nodes, count: 1, valueClass: .approximated) }
    }

    private mutating func checkVertexSets(_ hierarchy: Correspondence.BakedHierarchy) {
        var images = [Int](repeating: 0, count: scene.vertexSets.count)
        for set in hierarchy.vertexSets { images[set] += 1 }
        for (set, count) in images.enumerated() {
            let vertices = scene.vertexSets[set].count
            if count == 0 {
                add(.presence, ScenePath.vertexSet(set), count: vertices)
            } else {
                add(.sharing, ScenePath.vertexSet(set), count: (count - 1) * vertices)
            }
        }
    }

    /// Returns the transform of each set afterwards, which all its users must share.
    private mutating func setTransforms(_ hierarchy: Correspondence.BakedHierarchy) -> [Affine?] {
        var transforms = [Affine?](repeating: nil, count: hierarchy.vertexSets.count)
        for showing in hierarchy.showings {
            for set in showing.vertexSets {
                if let known = transforms[set], known != showing.transform {
                    let origin = hierarchy.vertexSets[set]
                    add(
                        .value, ScenePath.vertexSet(origin), count: max(scene.vertexSets[origin].count, 1),
                        valueClass: .approximated)
                } else {
                    transforms[set] = showing.transform
                }
            }
        }
        return transforms
    }
}
