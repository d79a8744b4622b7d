extension USDComposer {
    /// How many places of the stage the specs of the layers read so far have opinions on, by their references and
    /// payloads: each spec is added up once, so references that double each other are found before they are followed.
    ///
    /// - Edge: circles and what variants and classes bring in are left out; at most `Int.max`.
    func reach() -> Int {
        var sums: [Int: Int] = [:]
        var open: [(spec: Int, targets: [Int])] = [(0, targets(ofSpec: 0, in: 0))]
        sums[0] = 0
        while let (spec, targets) = open.last {
            if let next = targets.last {
                open[open.count - 1].targets.removeLast()
                if sums[next] == nil {
                    // Zero while it is open: what leads back to it adds nothing.
                    sums[next] = 0
                    open.append((next, self.targets(ofSpec: next & 0xFFFF_FFFF, in: next >> 32)))
                }
                continue
            }
            open.removeLast()
            var sum = 1
            for target in self.targets(ofSpec: spec & 0xFFFF_FFFF, in: spec >> 32) {
                let (value, isOver) = sum.addingReportingOverflow(sums[target] ?? 0)
                sum = isOver ? .max : value
            }
            sums[spec] = sum
        }
        return sums[0] ?? 0
    }

    /// The children of a spec and what its references and payloads lead to, each as layer and spec in one number.
    private func targets(ofSpec index: Int, in layer: Int) -> [Int] {
        let spec = layers.layers[layer].layer.specs[index]
        var found = Set<Int>()
        for name in ["references", "payload"] {
            guard layers.layers[layer].arcs(of: index).contains(name == "payload" ? .payloads : .references),
                case .list(let edit)? = spec[name]
            else { continue }
            for case .reference(let reference) in edit.explicit + edit.added + edit.prepended + edit.appended {
                let target = reference.asset.isEmpty ? layer : layers.index(of: reference.asset, from: layer)
                guard let target,
                    let text = reference.path.isEmpty ? layers.layers[target].defaultPrim : reference.path,
                    let path = paths.path(text), path > 0, let place = place(of: path, in: target)
                else { continue }
                found.insert(target << 32 | place)
            }
        }
        return spec.children.map { layer << 32 | $0 } + found.sorted()
    }

    /// The number of the spec at a path in a layer.
    private func place(of path: Int, in layer: Int) -> Int? {
        let lineage = sequence(first: path) { [paths] in paths.parent(of: $0) > 0 ? paths.parent(of: $0) : nil }
        var spec: Int? = 0
        for path in lineage.reversed() {
            spec = spec.flatMap { layers.layers[layer].spec(paths.part(of: path), of: $0) }
        }
        return spec
    }
}
