import MeshFormats
import MeshModel

// Point instancers: instances of the prototypes' meshes, or where these can't say it, a node for each copy. All copies
// share the meshes of the prototypes.

extension USDSceneBuilder {
    /// Finds the prims that only instancers show, together with their descendants.
    mutating func findPrototypes() {
        for prim in stage.prims.indices where stage.prims[prim].typeName == "PointInstancer" {
            let above = ancestry(of: prim)
            for target in stage.targets(prim, "prototypes") {
                if let prototype = stage.prim(at: target), !above.contains(prototype) { prototypes.insert(prototype) }
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
        let targets = originals(of: prim)
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
                let prototype = targets[target]
            else {
                warn("usd.instancer", prim, "a copy has no prototype and is left out")
                continue
            }
            guard rows.isPlaced(row) else {
                warnOfPlace(prim)
                continue
            }
            shown.append((row, prototype))
        }
        if moving.isEmpty, try addInstances(rows, shown, to: prim) { return }
        try countTrees(shown.map(\.prototype), of: prim)
        for (row, prototype) in shown {
            let copy = scene.nodes.count
            scene.nodes.append(Node(transform: rows.transform(of: row)))
            scene.nodes[nodeOf[prim]].children.append(copy)
            try follow(moving, row: row, copy, of: prim)
            copyTree(prototype, below: copy)
        }
    }

    /// The prims that an instancer copies, as its rows number them; nil for one that it can't copy.
    mutating func originals(of instancer: Int) -> [Int?] {
        let above = ancestry(of: instancer)
        return stage.targets(instancer, "prototypes").map { target in
            guard let prim = stage.prim(at: target), nodeOf[prim] >= 0 else { return nil }
            guard !above.contains(prim) else {
                warn("usd.instancer", instancer, "an instancer can't copy what it is part of: that is left out")
                return nil
            }
            return prim
        }
    }

    /// A prim and all above it.
    private func ancestry(of prim: Int) -> Set<Int> {
        var above: Set<Int> = [prim]
        var parent = stage.prims[prim].parent
        while parent > 0, above.insert(parent).inserted { parent = stage.prims[parent].parent }
        return above
    }

    /// Says that a copy has no place where it could be shown.
    mutating func warnOfPlace(_ instancer: Int) {
        warn("usd.instancer", instancer, "a copy whose place, rotation or scale is NaN or infinite is left out")
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
    ///
    /// - Precondition: they were counted.
    mutating func copyTree(_ prototype: Int, below parent: Int) {
        var open = [(original: Original.prim(prototype), parent: parent)]
        let tree = parent
        while let (original, parent) = open.popLast() {
            var inner: [Original] = []
            guard let source = node(of: original) else { continue }
            if case .prim(let prim) = original { inner = innerOriginals(prim) }
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

    private func node(of original: Original) -> Int? {
        switch original {
        case .copy(let node): node
        case .prim(let prim): nodeOf[prim] >= 0 ? nodeOf[prim] : nil
        }
    }

    private func innerOriginals(_ prim: Int) -> [Original] {
        stage.prims[prim].children.filter { !prototypes.contains($0) }.map(Original.prim)
    }

    /// How many rows of instances take as much memory as a node.
    private static let rowsOfNode = 8

    /// Counts the copies of these prims with all that is below them, and a node above each, before any is made.
    mutating func countTrees(_ trees: [Int], of instancer: Int) throws(ReadError) {
        var sizes: [Int: Int] = [:]
        for prim in trees {
            if sizes[prim] == nil { sizes[prim] = size(ofTree: prim) }
            try count(sizes[prim] ?? 0, of: instancer)
        }
    }

    /// The number of rows that a copy of a prim counts as.
    private func size(ofTree prim: Int) -> Int {
        var size = Self.rowsOfNode
        var open = [Original.prim(prim)]
        while let original = open.popLast() {
            guard let source = node(of: original) else { continue }
            // Rows are shared, but many targets make a node of each.
            let rows = scene.nodes[source].instances?.count ?? 0
            let (sum, overflow) = size.addingReportingOverflow(Self.rowsOfNode + rows)
            if overflow { return .max }
            size = sum
            open += scene.nodes[source].children.map(Original.copy)
            if case .prim(let prim) = original { open += innerOriginals(prim) }
        }
        return size
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
