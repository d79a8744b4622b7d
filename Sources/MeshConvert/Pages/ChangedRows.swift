import MeshModel

/// Which rows of a scene a comparison counted: it says how many.
struct ChangedRows {
    private let source: SceneNumbering
    private let target: SceneNumbering
    private let links: Correspondence
    /// The source vertex of each target vertex; nil: its own number.
    private let origins: ContiguousArray<Int32>?

    /// Takes the correspondence that was compared by; nil if operations came before, which change the numbering.
    init?(from source: MeshScene, to target: MeshScene, by links: Correspondence) {
        guard links.steps.isEmpty else { return nil }
        (self.source, self.target) = (SceneNumbering(source), SceneNumbering(target))
        self.links = links
        origins = links.vertices.rows
    }

    /// The elements of a source primitive that are missing.
    func missingElements(mesh: Int, _ primitive: Int) -> [Int]? {
        for topology in Topology.allCases {
            let all = source[topology]
            guard let number = all.place(mesh: mesh, primitive: primitive) else { continue }
            let place = all.places[number]
            let mapping = links.elements[topology] ?? .identity
            var isThere = [Bool](repeating: false, count: place.elements.count)
            let rows = mapping.rows
            for element in 0..<target[topology].count {
                let origin = rows.map { element < $0.count ? Int($0[element]) : -1 } ?? element
                if place.elements.contains(origin) { isThere[origin - place.elements.lowerBound] = true }
            }
            return isThere.indices.filter { !isThere[$0] }
        }
        return nil
    }

    /// The vertices of a source set that are missing.
    func missingVertices(set: Int) -> [Int32]? {
        guard set >= 0, set + 1 < source.vertexBases.count else { return nil }
        let rows = source.vertexBases[set]..<source.vertexBases[set + 1]
        var isThere = [Bool](repeating: false, count: rows.count)
        for vertex in 0..<target.vertexCount {
            let origin = origin(of: vertex)
            if rows.contains(origin) { isThere[origin - rows.lowerBound] = true }
        }
        return isThere.indices.filter { !isThere[$0] }.map { Int32(clamping: $0) }
    }

    /// The vertices of a source set whose values changed, by the distance: level 1 up to a quarter of the largest one, to
    /// level 4. Level 0 where it can't be measured.
    func changedVertices(set: Int, _ name: String) -> [(level: Int, rows: [Int32])]? {
        let path = "/vertexSets/\(set)/\(name)"
        guard source.scene.vertexSets.indices.contains(set),
            let from = source.scene.vertexSets[set].attributes.first(where: { $0.semantic.name == name })
        else { return nil }
        let base = source.vertexBases[set]
        var found: [Int32: Double] = [:]
        for link in links.attributes where link.source == path {
            if case .offset = link.codec { return nil }
            let parts = link.target.split(separator: "/").map(String.init)
            guard parts.count == 3, parts[0] == "vertexSets", let own = Int(parts[1]),
                target.scene.vertexSets.indices.contains(own),
                let to = target.scene.vertexSets[own].attributes.first(where: { $0.semantic.name == parts[2] })
            else { return nil }
            var pairs = ContiguousArray<(Int32, Int32)>()
            for row in 0..<target.scene.vertexSets[own].count {
                let number = origin(of: target.vertexBases[own] + row) - base
                if number >= 0, number < from.count { pairs.append((Int32(clamping: number), Int32(clamping: row))) }
            }
            guard let changed = Self.differing(pairs, from, to, link.codec) else { return nil }
            for (row, distance) in changed { found[row] = max(found[row] ?? 0, distance) }
        }
        let largest = found.values.filter(\.isFinite).max() ?? 0
        var levels: [[Int32]] = Array(repeating: [], count: 5)
        for row in found.keys.sorted() {
            let share = (found[row] ?? 0) / largest
            levels[share.isFinite && share > 0 ? min(4, max(1, Int((share * 4).rounded(.up)))) : 0].append(row)
        }
        return levels.enumerated().map { (level: $0.offset, rows: $0.element) }
    }

    private func origin(of vertex: Int) -> Int {
        guard let origins else { return vertex }
        return vertex < origins.count ? Int(origins[vertex]) : -1
    }

    /// The pairs that the comparison counts, with the distance of their values. Whole blocks are nearly always equal.
    private static func differing(
        _ pairs: ContiguousArray<(Int32, Int32)>, _ from: Attribute, _ to: Attribute, _ codec: Correspondence.Codec
    ) -> [(Int32, Double)]? {
        // The largest value says which difference is rounding: that doesn't matter here, and takes long to find.
        func comparison() -> ValueComparison.Running? { ValueComparison.Running(from, to, codec, largest: 0) }
        guard var running = comparison(), var single = comparison() else { return nil }
        var changed: [(Int32, Int32)] = []
        for start in stride(from: 0, to: pairs.count, by: 256) {
            let block = ContiguousArray(pairs[start..<min(start + 256, pairs.count)])
            let before = running.result.count
            running.add(block)
            guard running.result.count > before else { continue }
            for pair in block {
                let count = single.result.count
                single.add([pair])
                if single.result.count > count { changed.append(pair) }
            }
        }
        guard codec == .identity, from.values.components == to.values.components, !changed.isEmpty else {
            return changed.map { ($0.0, .infinity) }
        }
        let (a, b, width) = (from.values.doubles(), to.values.doubles(), from.values.components)
        return changed.map { pair in
            let square = (0..<width).reduce(0.0) { sum, at in
                let distance = a[Int(pair.0) * width + at] - b[Int(pair.1) * width + at]
                return sum + distance * distance
            }
            return (pair.0, square.squareRoot())
        }
    }
}
