import MeshModel

// Attributes are compared at vertices when both sides have them per vertex, else at corners.

extension Comparison {
    /// An attribute with its location in a scene.
    enum Home {
        case vertex(set: Int, Attribute)
        case pool(set: Int, pool: Int, Attribute)
        case element(mesh: Int, primitive: Int, Attribute)
        case table(index: Int, Attribute)

        var attribute: Attribute {
            switch self {
            case .vertex(_, let attribute), .pool(_, _, let attribute), .element(_, _, let attribute),
                .table(_, let attribute):
                attribute
            }
        }

        /// The vertex set whose vertices or corners have the values.
        var set: Int? {
            switch self {
            case .vertex(let set, _), .pool(let set, _, _): set
            case .element, .table: nil
            }
        }

        /// The primitive whose elements have the values.
        var primitive: (mesh: Int, index: Int)? {
            if case .element(let mesh, let index, _) = self { (mesh, index) } else { nil }
        }

        /// The index of that primitive's place.
        func place(in all: SceneNumbering.Elements) -> Int? {
            primitive.flatMap { all.place(mesh: $0.mesh, primitive: $0.index) }
        }
    }

    private static func homes(_ scene: MeshScene) -> [(path: String, home: Home)] {
        var homes: [(path: String, home: Home)] = []
        for (index, set) in scene.vertexSets.enumerated() {
            for attribute in set.attributes {
                homes.append(
                    (
                        ScenePath.vertexAttribute(set: index, attribute.semantic),
                        .vertex(set: index, attribute)
                    ))
            }
            for (pool, attribute) in set.pools.enumerated() {
                homes.append((ScenePath.pool(set: index, pool), .pool(set: index, pool: pool, attribute)))
            }
        }
        for (meshIndex, index, primitive) in scene.placedPrimitives {
            for attribute in primitive.elementAttributes {
                homes.append(
                    (
                        ScenePath.elementAttribute(mesh: meshIndex, primitive: index, attribute.semantic),
                        .element(mesh: meshIndex, primitive: index, attribute)
                    ))
            }
        }
        return homes
    }

    mutating func compareAttributes() {
        let from = Self.homes(source.scene)
        let to = Self.homes(target.scene)
        var targetIndex: [String: Int] = [:]
        for (index, entry) in to.enumerated() { targetIndex[entry.path] = index }
        var linksOf: [String: [Correspondence.AttributeLink]] = [:]
        for link in links.attributes { linksOf[link.source, default: []].append(link) }
        var linkedTargets = [[Home]](repeating: [], count: to.count)

        // Joints and weights are compared by the points that they move.
        let isShown = links.motionTolerance != nil
        for (path, home) in from where !isShown || !home.attribute.semantic.isOfSkin {
            if case .element(let mesh, let primitive, _) = home,
                missingPrimitives.contains(ScenePath.primitive(mesh: mesh, primitive))
            {
                continue
            }
            let arrivals = (linksOf[path] ?? []).filter { targetIndex[$0.target] != nil }
            guard !arrivals.isEmpty else {
                if home.attribute.changesNothing { continue }
                add(.presence, path, count: home.attribute.count)
                continue
            }
            reportMissingPieces(path, home, linksOf[path] ?? [], targetIndex)
            // A difference that occurs at several targets is reported once; a divided pool is compared as a whole.
            var told: Set<Difference> = []
            let isDivided = isDividedPool(home, arrivals.compactMap { targetIndex[$0.target].map { to[$0].home } })
            if isDivided {
                let start = found.count
                compareDivided(
                    path, home, arrivals.compactMap { link in targetIndex[link.target].map { (to[$0].home, link) } })
                told.formUnion(found[start...])
            }
            for link in arrivals {
                guard let index = targetIndex[link.target] else { continue }
                linkedTargets[index].append(home)
                let start = found.count
                compareForm(path, home.attribute, to[index].home.attribute, targetPath: link.target)
                if !told.isEmpty {
                    let new = found[start...].filter { !told.contains($0) }
                    found.replaceSubrange(start..., with: new)
                }
                if !isDivided { compare(path, home, to[index].home, link) }
                if arrivals.count > 1 { told.formUnion(found[start...]) }
                rowsBefore[link.target, default: 0] += home.attribute.count
            }
            // The file has the rounded positions. Their rounding is reported separately, once for each written row.
            if let exact = exactPositions[path] {
                report(path, ValueComparison.compare(exact, home.attribute, writtenRows, .identity))
                writtenRows = []
            }
        }
        for (entry, linkedFrom) in zip(to, linkedTargets)
        where (!isShown || !entry.home.attribute.semantic.isOfSkin)
            && !(linkedFrom.isEmpty && entry.home.attribute.changesNothing)
        { reportFilled(entry.path, entry.home, linkedFrom) }
    }

    /// Reports rows of vertices that arrive in several sets as missing, for each set that lacks all target attributes
    /// of the links.
    private mutating func reportMissingPieces(
        _ path: String, _ home: Home, _ links: [Correspondence.AttributeLink], _ targetIndex: [String: Int]
    ) {
        guard case .vertex = home, links.count > 1 else { return }
        var isThere: [Int: Bool] = [:]
        for link in links {
            // A name may be empty, or have slashes.
            let parts = link.target.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
            guard parts.count == 4, parts[1] == "vertexSets", !parts[3].hasPrefix("pools/"), let set = Int(parts[2])
            else { continue }
            isThere[set] = (isThere[set] ?? false) || targetIndex[link.target] != nil
        }
        for (set, isThere) in isThere.inKeyOrder
        where !isThere && target.scene.vertexSets.indices.contains(set) && !changesNothing(home.attribute, in: set) {
            add(.presence, path, count: target.scene.vertexSets[set].count)
        }
    }

    /// Whether the differences of a morph target are zeros at all vertices that arrive in a set.
    private func changesNothing(_ attribute: Attribute, in set: Int) -> Bool {
        guard attribute.semantic.ofTarget != nil else { return false }
        let (values, width) = (attribute.values.doubles(), attribute.values.components)
        return (0..<target.scene.vertexSets[set].count).allSatisfy { vertex in
            let origin = vertexSource(of: target.vertexBases[set] + vertex)
            guard let own = source.set(ofVertex: origin) else { return true }
            let row = origin - source.vertexBases[own]
            return values.indices.contains((row + 1) * width - 1)
                && values[row * width..<(row + 1) * width].allSatisfy { $0 == 0 }
        }
    }

    /// Compares type, normalisation, frame, name and components.
    private mutating func compareForm(
        _ path: String, _ from: Attribute, _ to: Attribute, targetPath: String
    ) {
        if from.values.type != to.values.type || from.normalized != to.normalized || from.frame != to.frame
            || (from.offsets == nil) != (to.offsets == nil)
        {
            add(.type, path, count: from.count)
        }
        if from.semantic != to.semantic, from.semantic.isCustom || to.semantic.isCustom {
            add(.names, path, count: 1)
        }
        guard from.offsets == nil, to.offsets == nil else { return }
        for component in 0..<max(from.values.components, to.values.components) {
            if component >= to.values.components {
                add(.presence, ScenePath.component(path, component), count: from.count)
            } else if component >= from.values.components {
                add(.generated, ScenePath.component(targetPath, component), count: to.count)
            }
        }
    }

    private mutating func compare(_ path: String, _ from: Home, _ to: Home, _ link: Correspondence.AttributeLink) {
        switch (from, to) {
        case (.vertex(let set, let a), .vertex(let targetSet, let b)):
            compareVertexRows(
                path, set, a, targetSet, recentered(b, like: a, set: targetSet, by: link.codec), link.codec)
        case (.element(let mesh, let primitive, let a), .element(let targetMesh, let targetPrimitive, let b)):
            compareElementRows(path, (mesh, primitive), a, (targetMesh, targetPrimitive), b, link.codec)
        case (.vertex, .pool), (.pool, .vertex), (.pool, .pool):
            compareCorners(path, from, to, link)
        case (.vertex(let set, let a), .element(let mesh, let primitive, let b)):
            compareCorners(path, set, a, (mesh, primitive), b, link.codec)
        case (.element(let mesh, let primitive, let a), .vertex(let set, let b)):
            compareCorners(path, (mesh, primitive), a, set, b, link.codec)
        default:
            // No pair of formats needs this change of domain, so nothing is proved about it.
            add(.value, path, count: from.attribute.count, valueClass: .approximated)
        }
    }

    /// Compares values of vertices that became values of elements, at each corner of the target primitive whose source
    /// vertex is in the source set.
    private mutating func compareCorners(
        _ path: String, _ set: Int, _ a: Attribute, _ to: (mesh: Int, primitive: Int), _ b: Attribute,
        _ codec: Correspondence.Codec
    ) {
        var walk = PairWalk(a, b, codec, largest: largest[path])
        defer { report(path, walk.result()) }
        let topology = target.scene.meshes[to.mesh].primitives[to.primitive].topology
        let all = target[topology]
        let from = source[topology]
        guard let sources = cornerSources[topology], let number = all.place(mesh: to.mesh, primitive: to.primitive)
        else { return }
        let first = all.places[number].elements.lowerBound
        let rows = source.vertexBases[set]..<source.vertexBases[set + 1]
        for run in runs(of: topology, from: from.placesOfSet[set, default: []], to: [number]) {
            for element in run {
                for corner in all.starts[element]..<all.starts[element + 1] where sources[corner] >= 0 {
                    let vertex = Int(from.vertices[Int(sources[corner])])
                    guard rows.contains(vertex) else { continue }
                    walk.add(Int32(clamping: vertex - rows.lowerBound), Int32(clamping: element - first))
                }
            }
        }
    }

    /// Compares values of elements that became values of vertices, at each target corner that comes from the source
    /// primitive.
    private mutating func compareCorners(
        _ path: String, _ from: (mesh: Int, primitive: Int), _ a: Attribute, _ set: Int, _ b: Attribute,
        _ codec: Correspondence.Codec
    ) {
        var walk = PairWalk(a, b, codec, largest: largest[path])
        defer { report(path, walk.result()) }
        let topology = source.scene.meshes[from.mesh].primitives[from.primitive].topology
        let all = source[topology]
        let to = target[topology]
        guard let sources = cornerSources[topology], let number = all.place(mesh: from.mesh, primitive: from.primitive)
        else { return }
        let mapping = links.elements[topology] ?? .identity
        let first = all.places[number].elements.lowerBound
        let rows = target.vertexBases[set]..<target.vertexBases[set + 1]
        for run in runs(of: topology, from: [number], to: to.placesOfSet[set, default: []]) {
            for element in run {
                let origin = mapping.source(of: element, count: all.count)
                for corner in to.starts[element]..<to.starts[element + 1] where sources[corner] >= 0 {
                    let vertex = Int(to.vertices[corner])
                    guard rows.contains(vertex) else { continue }
                    walk.add(Int32(clamping: origin - first), Int32(clamping: vertex - rows.lowerBound))
                }
            }
        }
    }

    /// The target elements in some target places that come from some source places, ascending.
    ///
    /// Searches the side with fewer elements, since many parts may have been joined, or one divided.
    private mutating func runs(of topology: Topology, from places: [Int], to targets: [Int]) -> [Range<Int>] {
        let from = source[topology]
        let to = target[topology]
        let all = originRuns(of: topology)
        let had = places.reduce(0) { $0 + from.places[$1].elements.count }
        let has = targets.reduce(0) { $0 + to.places[$1].elements.count }
        if has <= had {
            let wanted = Set(places)
            return targets.flatMap { all.ofTarget($0).lazy.filter { wanted.contains($0.source) }.map(\.rows) }
        }
        let wanted = Set(targets)
        return all.ofSources(places).lazy.filter { wanted.contains($0.target) }.map(\.rows)
    }

    /// The target elements that come from each source primitive, cached.
    mutating func originRuns(of topology: Topology) -> OriginRuns {
        if let runs = elementRuns[topology] { return runs }
        let from = source[topology]
        let mapping = links.elements[topology] ?? .identity
        let runs = OriginRuns(from.places.map(\.elements), target[topology].places.map(\.elements)) { row in
            mapping.source(of: row, count: from.count)
        }
        elementRuns[topology] = runs
        return runs
    }

    /// The vertices of a target set that may come from a source set, relative to the target set, ascending.
    mutating func rows(ofTargetSet targetSet: Int, from set: Int) -> [Range<Int>] {
        let base = target.vertexBases[targetSet]
        let rows = 0..<target.scene.vertexSets[targetSet].count
        if source.scene.vertexSets.count == 1 || rows.count <= 2 * source.scene.vertexSets[set].count { return [rows] }
        if vertexRuns == nil {
            let ranges = { (bases: [Int]) in zip(bases, bases.dropFirst()).map { $0..<$1 } }
            vertexRuns = OriginRuns(ranges(source.vertexBases), ranges(target.vertexBases)) { [vertexSources] row in
                row < vertexSources.count ? Int(vertexSources[row]) : -1
            }
        }
        let runs = vertexRuns?.ofSources([set]) ?? []
        return runs.lazy.filter { $0.target == targetSet }.map { run in
            run.rows.lowerBound - base..<run.rows.upperBound - base
        }
    }

    private mutating func compareVertexRows(
        _ path: String, _ set: Int, _ from: Attribute, _ targetSet: Int, _ to: Attribute,
        _ codec: Correspondence.Codec
    ) {
        let rows = source.vertexBases[set]..<source.vertexBases[set + 1]
        let base = target.vertexBases[targetSet]
        let count = target.scene.vertexSets[targetSet].count
        if case .identity = links.vertices, rows.lowerBound >= base, rows.upperBound <= base + count {
            let matched = ValueComparison.compareAligned(
                from, to, targetStart: rows.lowerBound - base, count: rows.count, codec, largest: largest[path],
                workers: workers)
            report(path, matched)
            if exactPositions[path] != nil {
                writtenRows += (0..<Int32(clamping: rows.count)).map { ($0, $0) }
            }
            return
        }
        let isExact = exactPositions[path] != nil
        var origins = ContiguousArray<Int32>()
        var walk = PairWalk(from, to, codec, largest: largest[path])
        for run in self.rows(ofTargetSet: targetSet, from: set) {
            for block in run.blocks(of: NumberList.blockSize) {
                // Nearly always the whole block is unchanged.
                if !isExact, readOrigins(of: block, base, in: rows.prefix(from.count), into: &origins),
                    walk.areSame(origins, from: block.lowerBound)
                {
                    continue
                }
                for row in block {
                    let origin = vertexSource(of: base + row)
                    guard rows.contains(origin) else { continue }
                    let number = Int32(clamping: origin - rows.lowerBound)
                    walk.add(number, Int32(clamping: row))
                    if isExact { writtenRows.append((number, number)) }
                }
            }
        }
        report(path, walk.result())
    }

    /// Reads the source rows of target rows, relative to the start of `rows`; false if one lies outside `rows`.
    private func readOrigins(
        of block: Range<Int>, _ base: Int, in rows: Range<Int>, into origins: inout ContiguousArray<Int32>
    ) -> Bool {
        guard base + block.upperBound <= vertexSources.count else { return false }
        vertexSources.read(base + block.lowerBound..<base + block.upperBound, into: &origins)
        let first = Int32(clamping: rows.lowerBound)
        for index in origins.indices {
            guard rows.contains(Int(origins[index])) else { return false }
            origins[index] -= first
        }
        return true
    }

    private mutating func compareElementRows(
        _ path: String, _ from: (mesh: Int, primitive: Int), _ a: Attribute,
        _ to: (mesh: Int, primitive: Int), _ b: Attribute, _ codec: Correspondence.Codec
    ) {
        let primitive = source.scene.meshes[from.mesh].primitives[from.primitive]
        let topology = primitive.topology
        guard target.scene.meshes[to.mesh].primitives[to.primitive].topology == topology,
            let number = source[topology].place(mesh: from.mesh, primitive: from.primitive),
            let targetNumber = target[topology].place(mesh: to.mesh, primitive: to.primitive)
        else {
            add(.value, path, count: a.count, valueClass: .approximated)
            return
        }
        let place = source[topology].places[number]
        let targetPlace = target[topology].places[targetNumber]
        let mapping = links.elements[topology] ?? .identity
        if case .identity = mapping, place.elements.lowerBound >= targetPlace.elements.lowerBound,
            place.elements.upperBound <= targetPlace.elements.upperBound
        {
            let start = place.elements.lowerBound - targetPlace.elements.lowerBound
            report(
                path,
                ValueComparison.compareAligned(
                    a, b, targetStart: start, count: place.elements.count, codec, workers: workers))
            return
        }
        var walk = PairWalk(a, b, codec, largest: largest[path])
        let count = source[topology].count
        for run in runs(of: topology, from: [number], to: [targetNumber]) {
            for element in run {
                let origin = mapping.source(of: element, count: count)
                walk.add(
                    Int32(clamping: origin - place.elements.lowerBound),
                    Int32(clamping: element - targetPlace.elements.lowerBound))
            }
        }
        report(path, walk.result())
    }

    mutating func report(_ path: String, _ result: ValueComparison.Result) {
        if let largest = result.largest { self.largest[path] = largest }
        guard result.count > 0 else { return }
        add(
            .value, path, count: result.count, valueClass: result.isRounding ? .rounded : .approximated,
            largestError: result.largestError)
    }
}
