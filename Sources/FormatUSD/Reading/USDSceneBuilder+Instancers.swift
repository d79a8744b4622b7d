import MeshFormats
import MeshModel

// Point instancers: instances of the prototypes' meshes, or where these can't say it, a node for each copy. All copies
// share the meshes of the prototypes.

extension USDSceneBuilder {
    /// Finds the prims that only instancers show, together with their descendants.
    mutating func findPrototypes() {
        for prim in stage.prims.indices where stage.prims[prim].typeName == "PointInstancer" {
            for target in stage.targets(prim, "prototypes") {
                if let prototype = stage.prim(at: target) { prototypes.insert(prototype) }
            }
        }
        guard !prototypes.isEmpty else { return }
        // Prototypes may lie below an `over`, which keeps other programs from drawing them where they lie.
        isOfPrototype = [Bool](repeating: false, count: stage.prims.count)
        for (index, prim) in stage.prims.enumerated() {
            let isBelow = stage.prims.indices.contains(prim.parent) && isOfPrototype[prim.parent]
            isOfPrototype[index] = prim.specifier != .over && (isBelow || prototypes.contains(index))
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
        if hasVaryingCopies(prim), try addVaryingCopies(prim) { return }
        let moving = movingColumns(prim)
        guard let rows = instanceRows(prim, isMoving: !moving.isEmpty) else { return }
        var shown: [(row: Int, prototype: Int)] = []
        for row in rows.prototypes.indices {
            guard !rows.hidden.contains(rows.number(of: row)) else {
                note("usd.invisible", prim, "hidden or inactive copies are left out")
                continue
            }
            guard let target = Int(exactly: rows.prototypes[row]), targets.indices.contains(target),
                let prototype = stage.prim(at: targets[target]), nodeOf[prototype] >= 0
            else {
                warn("usd.instancer", prim, "a copy has no prototype and is left out")
                continue
            }
            shown.append((row, prototype))
        }
        if moving.isEmpty, try addInstances(rows, shown, to: prim) { return }
        for (row, prototype) in shown {
            let copy = scene.nodes.count
            scene.nodes.append(Node(transform: rows.transform(of: row)))
            scene.nodes[nodeOf[prim]].children.append(copy)
            try follow(moving, row: row, copy)
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
    mutating func copyTree(_ prototype: Int, below parent: Int, of instancer: Int) throws(ReadError) {
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
            try count(1, of: instancer)
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

    /// Counts copies. No real scene has more than the limit, but a small file could ask for them.
    mutating func count(_ copies: Int, of instancer: Int) throws(ReadError) {
        let (sum, overflow) = copyCount.addingReportingOverflow(copies)
        guard !overflow, sum <= options.limits.copyCount else {
            throw ReadError(
                beyond: .copies, .jsonPointer(stage.path(of: instancer)),
                "expected at most \(options.limits.copyCount) copies of instancers, found more")
        }
        copyCount = sum
    }
}
