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
        for prim in instancersInnermostFirst() { try copies(prim) }
    }

    /// The instancers, each behind those that its prototypes contain: copies of these are copied as well.
    private func instancersInnermostFirst() -> [Int] {
        let all = stage.prims.indices.filter { stage.prims[$0].typeName == "PointInstancer" && nodeOf[$0] >= 0 }
        var users: [Int: [Int]] = [:]
        for prim in all {
            for target in stage.targets(prim, "prototypes") {
                if let prototype = stage.prim(at: target) { users[prototype, default: []].append(prim) }
            }
        }
        // For each instancer those that copy it, and the number of instancers that have to come before it.
        var outer: [Int: [Int]] = [:]
        var waiting: [Int: Int] = [:]
        for prim in all {
            var current = prim
            while current > 0 {
                for user in users[current] ?? [] where user != prim {
                    outer[prim, default: []].append(user)
                    waiting[user, default: 0] += 1
                }
                current = stage.prims[current].parent
            }
        }
        var order = all.filter { waiting[$0] == nil }
        var next = 0
        while next < order.count {
            for user in outer[order[next]] ?? [] {
                waiting[user, default: 1] -= 1
                if waiting[user] == 0 { order.append(user) }
            }
            next += 1
        }
        // Those that copy each other have no order.
        return order + all.filter { (waiting[$0] ?? 0) > 0 }
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
        var hidden = Set(value(prim, "invisibleIds")?.column?.integers() ?? [])
        if case .list(let inactive)? = metadata(prim, "inactiveIds") {
            for case .integer(let id) in inactive.explicit { hidden.insert(id) }
        }
        let places = positions.doubles()
        guard indices.count == positions.count else {
            warn(
                "usd.instancer", prim,
                "\(indices.count) copies have \(positions.count) positions: the copies are left out")
            return
        }
        for index in indices.indices {
            guard !hidden.contains(ids.map { index < $0.count ? $0[index] : Int64(index) } ?? Int64(index)) else {
                note("usd.invisible", prim, "hidden or inactive copies are left out")
                continue
            }
            guard indices[index] >= 0, indices[index] < targets.count,
                let prototype = stage.prim(at: targets[Int(indices[index])]), nodeOf[prototype] >= 0
            else {
                warn("usd.instancer", prim, "a copy has no prototype and is left out")
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

    /// A node that was copied.
    struct Copy {
        var original: Int
        var copy: Int
        /// The node above the copied tree.
        var tree: Int
    }

    /// What is copied: a prim with its descendants, or a node that an inner instancer has made.
    private enum Original {
        case prim(Int)
        case copy(Int)
    }

    /// Copies the nodes of a prim and its descendants, except those that only instancers show.
    private mutating func copyTree(_ prototype: Int, below parent: Int, of instancer: Int) throws(ReadError) {
        var open = [(original: Original.prim(prototype), parent: parent)]
        let tree = parent
        while let (original, parent) = open.popLast() {
            var inner: [Original] = []
            let source: Int
            switch original {
            case .copy(let node): source = node
            case .prim(let prim):
                guard nodeOf[prim] >= 0 else { continue }
                source = nodeOf[prim]
                inner = stage.prims[prim].children.filter { !prototypes.contains($0) }.map(Original.prim)
            }
            copyCount += 1
            guard copyCount <= Self.mostCopies else {
                throw ReadError(
                    .limitExceeded, .jsonPointer(stage.path(of: instancer)),
                    "instancers make more than \(Self.mostCopies) nodes")
            }
            var node = scene.nodes[source]
            copies.append(Copy(original: source, copy: scene.nodes.count, tree: tree))
            // Up to now only instancers and skeletons have given children to nodes.
            inner = node.children.map(Original.copy) + inner
            node.children = []
            scene.nodes[parent].children.append(scene.nodes.count)
            open += inner.reversed().map { ($0, scene.nodes.count) }
            scene.nodes.append(node)
        }
    }

    /// The maximum number of copied nodes. No real scene has more, but a small file could ask for them.
    private static let mostCopies = 5_000_000
}
