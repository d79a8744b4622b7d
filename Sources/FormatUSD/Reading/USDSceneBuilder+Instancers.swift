import MeshFormats
import MeshModel

// Point instancers: a node for each copy. All copies share the meshes of the prototypes.

extension USDSceneBuilder {
    /// Finds the prims that only instancers show, together with their descendants.
    mutating func findPrototypes() {
        for prim in stage.prims.indices where stage.prims[prim].typeName == "PointInstancer" {
            for target in stage.targets(prim, "prototypes") {
                if let prototype = stage.prim(at: target) { prototypes.insert(prototype) }
            }
        }
    }

    mutating func buildInstancers() throws(ReadError) {
        for prim in stage.prims.indices
        where stage.prims[prim].typeName == "PointInstancer" && nodeOf[prim] >= 0 { try copies(prim) }
    }

    private mutating func copies(_ prim: Int) throws(ReadError) {
        let targets = stage.targets(prim, "prototypes")
        use(prim, "prototypes", "targetPaths")
        guard let indices = value(prim, "protoIndices")?.column?.integers(),
            let positions = value(prim, "positions")?.column, positions.components == 3
        else { return }
        let orientations = (value(prim, "orientationsf") ?? value(prim, "orientations"))?.column?.doubles()
        let scales = value(prim, "scales")?.column?.doubles()
        let ids = value(prim, "ids")?.column?.integers()
        let hidden = Set(value(prim, "invisibleIds")?.column?.integers() ?? [])
        let places = positions.doubles()
        guard indices.count == positions.count else {
            warn(
                "usd.instancer", prim,
                "expected a position for each of \(indices.count) copies, found \(positions.count)")
            return
        }
        for index in indices.indices {
            guard !hidden.contains(ids.map { index < $0.count ? $0[index] : Int64(index) } ?? Int64(index)) else {
                note("usd.invisible", prim, "copies that are switched off are left out")
                continue
            }
            guard indices[index] >= 0, indices[index] < targets.count,
                let prototype = stage.prim(at: targets[Int(indices[index])]), nodeOf[prototype] >= 0
            else {
                warn("usd.instancer", prim, "a copy has no prototype: it is left out")
                continue
            }
            var rotation = SIMD4<Double>(0, 0, 0, 1)
            if let orientations, orientations.count >= index * 4 + 4 {
                rotation = SIMD4(
                    orientations[index * 4], orientations[index * 4 + 1], orientations[index * 4 + 2],
                    orientations[index * 4 + 3])
                let length = (rotation * rotation).sum().squareRoot()
                rotation = length > 0 && length.isFinite ? rotation / length : SIMD4(0, 0, 0, 1)
            }
            var scale = SIMD3<Double>(1, 1, 1)
            if let scales, scales.count >= index * 3 + 3 {
                scale = SIMD3(scales[index * 3], scales[index * 3 + 1], scales[index * 3 + 2])
            }
            let place = SIMD3(places[index * 3], places[index * 3 + 1], places[index * 3 + 2])
            let copy = scene.nodes.count
            scene.nodes.append(
                Node(transform: .trs(translation: place, rotation: rotation, scale: scale)))
            scene.nodes[nodeOf[prim]].children.append(copy)
            try copyTree(prototype, below: copy, of: prim)
        }
    }

    /// Copies the nodes of a prim and its descendants.
    private mutating func copyTree(_ prototype: Int, below parent: Int, of instancer: Int) throws(ReadError) {
        var open = [(prim: prototype, parent: parent)]
        while let (prim, parent) = open.popLast() {
            guard nodeOf[prim] >= 0 else { continue }
            copyCount += 1
            guard copyCount <= Self.mostCopies else {
                throw ReadError(
                    .limitExceeded, .jsonPointer(stage.path(of: instancer)),
                    "expected at most \(Self.mostCopies) nodes from instancers, found more")
            }
            var node = scene.nodes[nodeOf[prim]]
            node.children = []
            scene.nodes[parent].children.append(scene.nodes.count)
            open += stage.prims[prim].children.reversed().map { ($0, scene.nodes.count) }
            scene.nodes.append(node)
        }
    }

    /// The maximum number of copied nodes. No real scene has more, but a small file could ask for them.
    private static let mostCopies = 5_000_000
}
