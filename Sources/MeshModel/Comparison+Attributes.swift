// Attributes are compared where they are seen: at vertices when both sides have them per vertex, else at corners.

extension Comparison {
    /// Where an attribute lives in a scene.
    private enum Home {
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
    }

    private static func homes(_ scene: Scene) -> [(path: String, home: Home)] {
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
        for (meshIndex, mesh) in scene.meshes.enumerated() {
            for (index, primitive) in mesh.primitives.enumerated() {
                for attribute in primitive.elementAttributes {
                    homes.append(
                        (
                            ScenePath.elementAttribute(mesh: meshIndex, primitive: index, attribute.semantic),
                            .element(mesh: meshIndex, primitive: index, attribute)
                        ))
                }
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
        var linkedTargets: [String: Set<String>] = [:]

        for (path, home) in from {
            if case .element(let mesh, let primitive, _) = home,
                missingPrimitives.contains(ScenePath.primitive(mesh: mesh, primitive))
            {
                continue
            }
            let arrivals = (linksOf[path] ?? []).filter { targetIndex[$0.target] != nil }
            guard !arrivals.isEmpty else {
                add(.presence, path, count: home.attribute.count)
                continue
            }
            reportMissingPieces(path, home, linksOf[path] ?? [], targetIndex)
            // What is in another form in several places is so once; a pool in pieces is looked at as a whole.
            let formStart = found.count
            let isDivided = isDividedPool(home, arrivals.compactMap { targetIndex[$0.target].map { to[$0].home } })
            if isDivided {
                compareDivided(
                    path, home, arrivals.compactMap { link in targetIndex[link.target].map { (to[$0].home, link) } })
            }
            for link in arrivals {
                guard let index = targetIndex[link.target] else { continue }
                linkedTargets[link.target, default: []].insert(path)
                let start = found.count
                compareForm(path, home.attribute, to[index].home.attribute, targetPath: link.target)
                for place in (start..<found.count).reversed()
                where found[formStart..<start].contains(where: { $0 == found[place] }) {
                    found.remove(at: place)
                }
                if !isDivided { compare(path, home, to[index].home, link) }
                rowsBefore[link.target, default: 0] += home.attribute.count
            }
            // What the file has is what was rounded; the rounding itself is told by itself, once, as often as it was
            // written.
            if let exact = exactPositions[path] {
                report(path, ValueComparison.compare(exact, home.attribute, writtenRows, .identity))
                writtenRows = []
            }
        }
        for (path, home) in to { reportFilled(path, home, linkedFrom: linkedTargets[path]) }
    }

    /// Rows of vertices that arrive in several sets are missing where one of these has none of the names that they get.
    private mutating func reportMissingPieces(
        _ path: String, _ home: Home, _ links: [Correspondence.AttributeLink], _ targetIndex: [String: Int]
    ) {
        guard case .vertex = home, links.count > 1 else { return }
        var isThere: [Int: Bool] = [:]
        for link in links {
            let parts = link.target.split(separator: "/")
            guard parts.count == 3, parts[0] == "vertexSets", let set = Int(parts[1]) else { continue }
            isThere[set] = (isThere[set] ?? false) || targetIndex[link.target] != nil
        }
        for (set, isThere) in isThere.sorted(by: { $0.key < $1.key })
        where !isThere && target.scene.vertexSets.indices.contains(set) {
            add(.presence, path, count: target.scene.vertexSets[set].count)
        }
    }

    /// Type, normalisation, frame and components.
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
            report(path, ValueComparison.compare(a, b, cornerPairs(set, (mesh, primitive)), link.codec))
        case (.element(let mesh, let primitive, let a), .vertex(let set, let b)):
            report(path, ValueComparison.compare(a, b, cornerPairs((mesh, primitive), set), link.codec))
        default:
            // An attribute that changed its domain in a way that no format pair needs: nothing of it is proved.
            add(.value, path, count: from.attribute.count, valueClass: .approximated)
        }
    }

    /// For each corner of a target primitive that stands on a vertex of a source set: the vertex's row and the
    /// element's, for values of vertices that became values of elements.
    private func cornerPairs(_ set: Int, _ to: (mesh: Int, primitive: Int)) -> ContiguousArray<(Int32, Int32)> {
        let topology = target.scene.meshes[to.mesh].primitives[to.primitive].topology
        let all = target[topology]
        guard let sources = cornerSources[topology],
            let place = all.places.first(where: { $0.mesh == to.mesh && $0.primitive == to.primitive })
        else { return [] }
        let rows = source.vertexBases[set]..<source.vertexBases[set + 1]
        var pairs = ContiguousArray<(Int32, Int32)>()
        for element in place.elements {
            for corner in all.starts[element]..<all.starts[element + 1] where sources[corner] >= 0 {
                let vertex = Int(source[topology].vertices[Int(sources[corner])])
                guard rows.contains(vertex) else { continue }
                pairs.append(
                    (
                        Int32(clamping: vertex - rows.lowerBound), Int32(clamping: element - place.elements.lowerBound)
                    ))
            }
        }
        return pairs
    }

    /// For each corner of the target that is one of a source primitive: the element's row and the vertex's, for values of
    /// elements that became values of vertices.
    private func cornerPairs(_ from: (mesh: Int, primitive: Int), _ set: Int) -> ContiguousArray<(Int32, Int32)> {
        let topology = source.scene.meshes[from.mesh].primitives[from.primitive].topology
        let all = source[topology]
        guard let sources = cornerSources[topology],
            let place = all.places.first(where: { $0.mesh == from.mesh && $0.primitive == from.primitive })
        else { return [] }
        let mapping = links.elements[topology] ?? .identity
        let rows = target.vertexBases[set]..<target.vertexBases[set + 1]
        let to = target[topology]
        var pairs = ContiguousArray<(Int32, Int32)>()
        for element in 0..<to.count {
            let origin = mapping.source(of: element, count: all.count)
            guard place.elements.contains(origin) else { continue }
            for corner in to.starts[element]..<to.starts[element + 1] where sources[corner] >= 0 {
                let vertex = Int(to.vertices[corner])
                guard rows.contains(vertex) else { continue }
                pairs.append(
                    (Int32(clamping: origin - place.elements.lowerBound), Int32(clamping: vertex - rows.lowerBound)))
            }
        }
        return pairs
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
                from, to, targetStart: rows.lowerBound - base, count: rows.count, codec)
            report(path, matched)
            if exactPositions[path] != nil {
                writtenRows += (0..<Int32(clamping: rows.count)).map { ($0, $0) }
            }
            return
        }
        let isExact = exactPositions[path] != nil
        var pairs = ContiguousArray<(Int32, Int32)>()
        var running = ValueComparison.Running(from, to, codec)
        for row in 0..<count {
            let origin = vertexSource(of: base + row)
            if rows.contains(origin) { pairs.append((Int32(clamping: origin - rows.lowerBound), Int32(clamping: row))) }
            guard pairs.count == ValueComparison.Running.blockSize, running != nil else { continue }
            running?.add(pairs)
            if isExact { writtenRows += pairs.map { ($0.0, $0.0) } }
            pairs.removeAll(keepingCapacity: true)
        }
        running?.add(pairs)
        report(path, running?.result ?? ValueComparison.compare(from, to, pairs, codec))
        if isExact { writtenRows += pairs.map { ($0.0, $0.0) } }
    }

    private mutating func compareElementRows(
        _ path: String, _ from: (mesh: Int, primitive: Int), _ a: Attribute,
        _ to: (mesh: Int, primitive: Int), _ b: Attribute, _ codec: Correspondence.Codec
    ) {
        let primitive = source.scene.meshes[from.mesh].primitives[from.primitive]
        let topology = primitive.topology
        guard target.scene.meshes[to.mesh].primitives[to.primitive].topology == topology,
            let place = source[topology].places.first(where: { $0.mesh == from.mesh && $0.primitive == from.primitive }
            ),
            let targetPlace = target[topology].places.first(where: {
                $0.mesh == to.mesh && $0.primitive == to.primitive
            })
        else {
            add(.value, path, count: a.count, valueClass: .approximated)
            return
        }
        let mapping = links.elements[topology] ?? .identity
        if case .identity = mapping, place.elements.lowerBound >= targetPlace.elements.lowerBound,
            place.elements.upperBound <= targetPlace.elements.upperBound
        {
            let start = place.elements.lowerBound - targetPlace.elements.lowerBound
            report(
                path,
                ValueComparison.compareAligned(a, b, targetStart: start, count: place.elements.count, codec))
            return
        }
        var pairs = ContiguousArray<(Int32, Int32)>()
        for element in targetPlace.elements {
            let origin = mapping.source(of: element, count: source[topology].count)
            if place.elements.contains(origin) {
                pairs.append(
                    (
                        Int32(clamping: origin - place.elements.lowerBound),
                        Int32(clamping: element - targetPlace.elements.lowerBound)
                    ))
            }
        }
        report(path, ValueComparison.compare(a, b, pairs, codec))
    }

    mutating func report(_ path: String, _ result: ValueComparison.Result) {
        guard result.count > 0 else { return }
        add(
            .value, path, count: result.count, valueClass: result.isRounding ? .rounded : .approximated,
            largestError: result.largestError)
    }

    // MARK: Corners

    /// The row of each corner of a topology: a pool's row, or the vertex; −1: none; −2: a corner over another set.
    private func rows(_ home: Home, _ numbering: SceneNumbering, _ topology: Topology) -> ContiguousArray<Int32> {
        let all = numbering[topology]
        var rows = ContiguousArray<Int32>(repeating: -2, count: all.vertices.count)
        var buffer = ContiguousArray<Int64>()
        for place in all.places {
            let primitive = numbering.primitive(place)
            switch home {
            case .vertex(let set, let attribute):
                guard primitive.vertexSet == set else { continue }
                let base = numbering.vertexBases[set]
                for corner in place.corners {
                    let row = Int(all.vertices[corner]) - base
                    rows[corner] = row >= 0 && row < attribute.count ? Int32(clamping: row) : -1
                }
            case .pool(let set, let pool, let attribute):
                guard primitive.vertexSet == set else { continue }
                for corner in place.corners { rows[corner] = -1 }
                guard let use = primitive.cornerAttributes.first(where: { $0.pool == pool }) else { continue }
                var walk = ElementWalk(primitive)
                var corner = place.corners.lowerBound
                while let block = walk.next() {
                    use.readRows(of: block.corners, into: &buffer)
                    for row in buffer {
                        rows[corner] = row >= 0 && row < attribute.count ? Int32(clamping: row) : -1
                        corner += 1
                    }
                }
            default: continue
            }
        }
        return rows
    }

    private mutating func compareCorners(
        _ path: String, _ from: Home, _ to: Home, _ link: Correspondence.AttributeLink
    ) {
        var pairs = ContiguousArray<(Int32, Int32)>()
        var filled = 0
        var lost = 0
        var used = ContiguousArray(repeating: false, count: from.attribute.count)
        var usedTarget = ContiguousArray(repeating: false, count: to.attribute.count)
        // Rows that corners over other sets have, or corners without a value: they are none of this pool, whatever theirs.
        var isElsewhere = ContiguousArray(repeating: false, count: to.attribute.count)
        var vertexHasRow = ContiguousArray<Bool>()
        if case .vertex(let set, _) = to {
            let count = max(target.scene.vertexSets[set].count, to.attribute.count)
            vertexHasRow = ContiguousArray(repeating: false, count: count)
        }
        var bareCorners = ContiguousArray<Int32>()
        var firstTarget = Int32.max
        for topology in Topology.allCases {
            guard let origins = cornerSources[topology], !origins.isEmpty || !source[topology].vertices.isEmpty else {
                continue
            }
            let sourceRows = rows(from, source, topology)
            let targetRows = rows(to, target, topology)
            for row in sourceRows where row >= 0 { used[Int(row)] = true }
            // A corner that arrives twice (where segments meet) is told once.
            var isTold = ContiguousArray(repeating: false, count: sourceRows.count)
            for corner in origins.indices where origins[corner] >= 0 {
                let origin = Int(origins[corner])
                let sourceRow = sourceRows[origin]
                let targetRow = targetRows[corner]
                if sourceRow == -2 {
                    if targetRow >= 0 { isElsewhere[Int(targetRow)] = true }
                    continue
                }
                if targetRow >= 0 { firstTarget = min(firstTarget, targetRow) }
                switch (sourceRow >= 0, targetRow >= 0) {
                case (true, true):
                    pairs.append((sourceRow, targetRow))
                    usedTarget[Int(targetRow)] = true
                    if !vertexHasRow.isEmpty { vertexHasRow[Int(targetRow)] = true }
                case (true, false):
                    if !isTold[origin] { lost += 1 }
                    isTold[origin] = true
                case (false, true):
                    if isTold[origin] { continue }
                    isTold[origin] = true
                    isElsewhere[Int(targetRow)] = true
                    if vertexHasRow.isEmpty { filled += 1 } else { bareCorners.append(targetRow) }
                case (false, false): break
                }
            }
        }
        if case .vertex(let set, _) = to, case .pool(let sourceSet, _, _) = from {
            // A vertex cannot be without a value: those that no corner gave one got it from the writer.
            for vertex in vertexHasRow.indices where !vertexHasRow[vertex] {
                let global = target.vertexBases[set] + vertex
                let origin = vertexSource(of: global)
                if source.set(ofVertex: origin) == sourceSet { filled += 1 }
            }
            for vertex in bareCorners where vertexHasRow[Int(vertex)] { filled += 1 }
        }
        report(path, ValueComparison.compare(from.attribute, to.attribute, pairs, link.codec))
        add(.presence, path, count: lost)
        add(.generated, path, count: filled)
        guard case .pool = from else { return }
        let usedCount = used.reduce(0) { $0 + ($1 ? 1 : 0) }
        var arrivesWhole = false
        if case .pool = to {
            let usedTargetCount = usedTarget.reduce(0) { $0 + ($1 ? 1 : 0) }
            add(.sharing, path, count: abs(usedTargetCount - usedCount))
            // Pools that become one stand behind each other, whole or as what their corners have: the first says of each
            // corner the same distance, the second begins with the first row of a corner.
            var starts = [rowsBefore[link.target] ?? 0]
            if let distance = pairs.first.map({ $0.1 - $0.0 }) {
                starts = [Int(firstTarget)]
                if pairs.allSatisfy({ $0.1 - $0.0 == distance }) { starts.append(Int(distance)) }
            }
            arrivesWhole = starts.contains { start in
                poolArrivesWhole(from.attribute, to.attribute, at: start, link.codec)
                    && !used.indices.contains { !used[$0] && isElsewhere[start + $0] }
            }
        }
        if !arrivesWhole { add(.presence, path, count: from.attribute.count - usedCount) }
    }

    // MARK: Pools in pieces

    /// Whether a pool arrives as pools of several sets.
    private func isDividedPool(_ from: Home, _ arrivals: [Home]) -> Bool {
        guard case .pool = from, arrivals.count > 1 else { return false }
        var sets: Set<Int> = []
        for arrival in arrivals {
            guard case .pool(let set, _, _) = arrival, sets.insert(set).inserted else { return false }
        }
        return true
    }

    /// A pool whose rows are pools of several sets: what its corners have is looked for in all of them.
    private mutating func compareDivided(
        _ path: String, _ from: Home, _ arrivals: [(home: Home, link: Correspondence.AttributeLink)]
    ) {
        var pairs = [ContiguousArray<(Int32, Int32)>](repeating: [], count: arrivals.count)
        var usedTargets = arrivals.map { ContiguousArray(repeating: false, count: $0.home.attribute.count) }
        var used = ContiguousArray(repeating: false, count: from.attribute.count)
        var filled = 0
        var lost = 0
        for topology in Topology.allCases {
            guard let origins = cornerSources[topology], !origins.isEmpty || !source[topology].vertices.isEmpty else {
                continue
            }
            let sourceRows = rows(from, source, topology)
            for row in sourceRows where row >= 0 { used[Int(row)] = true }
            // The piece that has a value for each corner of the target, and its row there.
            var pieces = ContiguousArray<(Int32, Int32)>(repeating: (-1, -1), count: origins.count)
            for (piece, arrival) in arrivals.enumerated() {
                for (corner, row) in rows(arrival.home, target, topology).enumerated() where row >= 0 {
                    pieces[corner] = (Int32(clamping: piece), row)
                }
            }
            var isTold = ContiguousArray(repeating: false, count: sourceRows.count)
            for corner in origins.indices where origins[corner] >= 0 {
                let origin = Int(origins[corner])
                let row = sourceRows[origin]
                guard row != -2 else { continue }
                let (piece, targetRow) = pieces[corner]
                if row >= 0, piece >= 0 {
                    pairs[Int(piece)].append((row, targetRow))
                    usedTargets[Int(piece)][Int(targetRow)] = true
                } else if (row >= 0) != (piece >= 0), !isTold[origin] {
                    isTold[origin] = true
                    if row >= 0 { lost += 1 } else { filled += 1 }
                }
            }
        }
        for (piece, arrival) in arrivals.enumerated() {
            report(
                path,
                ValueComparison.compare(from.attribute, arrival.home.attribute, pairs[piece], arrival.link.codec))
        }
        let usedCount = used.count { $0 }
        let arrivedCount = usedTargets.reduce(0) { $0 + $1.count { $0 } }
        add(.presence, path, count: lost)
        add(.generated, path, count: filled)
        add(.sharing, path, count: abs(arrivedCount - usedCount))
        add(.presence, path, count: from.attribute.count - usedCount)
    }

    private func poolArrivesWhole(
        _ from: Attribute, _ to: Attribute, at start: Int, _ codec: Correspondence.Codec
    ) -> Bool {
        guard start >= 0, to.count - start >= from.count, from.offsets == nil, to.offsets == nil else { return false }
        let result = ValueComparison.compareAligned(from, to, targetStart: start, count: from.count, codec)
        // What counts from the other end is rounded, and is told of the rows that corners use.
        return result.count == 0 || (codec == .flippedV && result.isRounding)
    }

    // MARK: What the target has more

    /// Values of a target attribute for which the source has none: all of it, or what other sets or primitives got.
    private mutating func reportFilled(_ path: String, _ home: Home, linkedFrom: Set<String>?) {
        guard let linkedFrom else {
            if case .pool(let set, let pool, _) = home, !isUsed(set: set, pool: pool) { return }
            add(.generated, path, count: home.attribute.count)
            return
        }
        switch home {
        case .vertex(let set, _) where linkedFrom.contains(where: { isElementAttribute($0) }):
            add(.generated, path, count: bareVertices(set, linkedFrom))
        case .vertex(let set, let attribute):
            guard source.scene.vertexSets.count > 1 else { return }
            // One pass over the target's vertices: there may be thousands of sets on both sides.
            var counts: [Int: Int] = [:]
            let isLarge = target.scene.vertexSets[set].count > source.vertexCount / 8
            var isTold = ContiguousArray(repeating: false, count: isLarge ? source.vertexCount : 0)
            var told: Set<Int> = []
            for vertex in 0..<target.scene.vertexSets[set].count {
                let origin = vertexSource(of: target.vertexBases[set] + vertex)
                guard let sourceSet = source.set(ofVertex: origin) else { continue }
                if isLarge ? isTold[origin] : !told.insert(origin).inserted { continue }
                if isLarge { isTold[origin] = true }
                counts[sourceSet, default: 0] += 1
            }
            for (sourceSet, count) in counts.sorted(by: { $0.key < $1.key })
            where !linkedFrom.contains(where: { $0.hasPrefix(ScenePath.vertexSet(sourceSet) + "/") }) {
                add(.generated, ScenePath.vertexAttribute(set: sourceSet, attribute.semantic), count: count)
            }
        case .element(let mesh, let primitive, let attribute):
            let topology = target.scene.meshes[mesh].primitives[primitive].topology
            guard
                let place = target[topology].places.first(where: { $0.mesh == mesh && $0.primitive == primitive })
            else { return }
            let mapping = links.elements[topology] ?? .identity
            var counts: [Int: Int] = [:]
            var last = -1
            for element in place.elements {
                let origin = mapping.source(of: element, count: source[topology].count)
                if origin != last, origin >= 0, let from = source[topology].place(of: origin) {
                    counts[from, default: 0] += 1
                }
                last = origin
            }
            for (index, count) in counts.sorted(by: { $0.key < $1.key }) {
                let from = source[topology].places[index]
                let own = ScenePath.primitive(mesh: from.mesh, from.primitive) + "/"
                guard !linkedFrom.contains(where: { $0.hasPrefix(own) }) else { continue }
                add(
                    .generated,
                    ScenePath.elementAttribute(mesh: from.mesh, primitive: from.primitive, attribute.semantic),
                    count: count)
            }
        case .pool(let set, let pool, _):
            // Corners over other sets that got a row, though their set has no such values.
            let own = Set(
                source.scene.vertexSets.indices.filter { index in
                    linkedFrom.contains { $0.hasPrefix(ScenePath.vertexSet(index) + "/") }
                })
            guard own.count < source.scene.vertexSets.count else { return }
            var count = 0
            for topology in Topology.allCases {
                guard let origins = cornerSources[topology], !origins.isEmpty else { continue }
                let targetRows = rows(home, target, topology)
                for corner in origins.indices where origins[corner] >= 0 && targetRows[corner] >= 0 {
                    let vertex = Int(source[topology].vertices[Int(origins[corner])])
                    if let from = source.set(ofVertex: vertex), !own.contains(from) { count += 1 }
                }
            }
            add(.generated, ScenePath.pool(set: set, pool), count: count)
        default: return
        }
    }

    private func isElementAttribute(_ path: String) -> Bool { path.hasPrefix(ScenePath.meshes + "/") }

    /// How many vertices of a target set no corner of the primitives stands on that have the values.
    private func bareVertices(_ set: Int, _ linkedFrom: Set<String>) -> Int {
        let rows = target.vertexBases[set]..<target.vertexBases[set + 1]
        var has = ContiguousArray(repeating: false, count: rows.count)
        for topology in Topology.allCases {
            guard let sources = cornerSources[topology], !sources.isEmpty else { continue }
            let to = target[topology]
            let all = source[topology]
            let mapping = links.elements[topology] ?? .identity
            let isLinked = all.places.map { place in
                let own = ScenePath.primitive(mesh: place.mesh, place.primitive) + "/"
                return linkedFrom.contains { $0.hasPrefix(own) }
            }
            for element in 0..<to.count {
                let origin = mapping.source(of: element, count: all.count)
                guard origin >= 0, let place = all.place(of: origin), isLinked[place] else { continue }
                for corner in to.starts[element]..<to.starts[element + 1] where sources[corner] >= 0 {
                    let vertex = Int(to.vertices[corner])
                    if rows.contains(vertex) { has[vertex - rows.lowerBound] = true }
                }
            }
        }
        return has.count { !$0 }
    }

    private func isUsed(set: Int, pool: Int) -> Bool {
        target.scene.meshes.contains { mesh in
            mesh.primitives.contains { primitive in
                primitive.vertexSet == set && primitive.cornerAttributes.contains { $0.pool == pool }
            }
        }
    }
}
