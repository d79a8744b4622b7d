import MeshModel

// Compares values at corners, on either side.

extension Comparison {
    /// Reads the row of each corner in a range within a place: a pool's row, or the vertex; −1: none; −2: the place
    /// uses another set.
    static func readRows(
        _ home: Home, _ numbering: SceneNumbering, _ topology: Topology, _ place: Int, _ corners: Range<Int>,
        into buffer: inout ContiguousArray<Int64>
    ) {
        let all = numbering[topology]
        let primitive = numbering.primitive(all.places[place])
        let count = Int64(home.attribute.count)
        func setAll(_ row: Int64) {
            buffer.removeAll(keepingCapacity: true)
            buffer.append(contentsOf: repeatElement(row, count: corners.count))
        }
        guard primitive.vertexSet == home.set else { return setAll(-2) }
        switch home {
        case .vertex(let set, _):
            let base = Int64(numbering.vertexBases[set])
            buffer.removeAll(keepingCapacity: true)
            for corner in corners { buffer.append(Int64(all.vertices[corner]) - base) }
        case .pool(_, let pool, _):
            guard let use = primitive.cornerAttributes.first(where: { $0.pool == pool }) else { return setAll(-1) }
            let start = all.places[place].corners.lowerBound
            use.readRows(of: corners.lowerBound - start..<corners.upperBound - start, into: &buffer)
        default: return setAll(-2)
        }
        for index in buffer.indices where buffer[index] < 0 || buffer[index] >= count { buffer[index] = -1 }
    }

    /// The rows of an attribute that corners of the primitives over its set use.
    private struct CornerRows {
        private var list = NumberList(upTo: 0)
        private let count: Int
        /// The difference from a corner's global index to its index here, by place.
        private var shifts: [Int: Int] = [:]
        private(set) var cornerCount = 0

        init(_ home: Home, _ numbering: SceneNumbering, _ topology: Topology, _ places: [Int]) {
            count = home.attribute.count
            let all = numbering[topology]
            for place in places {
                shifts[place] = cornerCount - all.places[place].corners.lowerBound
                cornerCount += all.places[place].corners.count
            }
            if places.count == 1, case .pool(_, let pool, _) = home,
                let use = numbering.primitive(all.places[places[0]]).cornerAttributes.first(where: { $0.pool == pool })
            {
                list = use.indices.map { NumberList($0) } ?? NumberList(upTo: cornerCount)
                if list.count == cornerCount { return }
            }
            var rows = ContiguousArray<Int32>()
            rows.reserveCapacity(cornerCount)
            var buffer = ContiguousArray<Int64>()
            for place in places {
                Comparison.readRows(home, numbering, topology, place, all.places[place].corners, into: &buffer)
                for row in buffer { rows.append(Int32(clamping: row)) }
            }
            list = NumberList(rows)
        }

        /// The difference from a corner's global index to its index here.
        func shift(of place: Int) -> Int { shifts[place] ?? 0 }

        /// The row of corner `number`, or −1.
        @inline(__always)
        subscript(_ number: Int) -> Int32 {
            guard number >= 0, number < list.count else { return -1 }
            let row = list[number]
            return row >= 0 && Int(row) < count ? row : -1
        }
    }

    /// Calls `body` for the target corners of a run that come from source corners, with each one's row; reads in
    /// blocks.
    private func forEachCorner(
        of run: OriginRuns.Run, _ home: Home, _ topology: Topology, _ shift: Int,
        _ body: (_ number: Int, _ targetRow: Int32) -> Void
    ) {
        guard let origins = cornerSources[topology] else { return }
        let to = target[topology]
        var buffer = ContiguousArray<Int64>()
        for rows in run.rows.blocks {
            let corners = to.starts[rows.lowerBound]..<to.starts[rows.upperBound]
            Self.readRows(home, target, topology, run.target, corners, into: &buffer)
            for (corner, row) in zip(corners, buffer) where origins[corner] >= 0 {
                body(Int(origins[corner]) + shift, Int32(clamping: row))
            }
        }
    }

    /// The matches between source and target values at the corners of a set.
    private struct CornerMatch {
        var walk: PairWalk
        var used: ContiguousArray<Bool>
        var usedTarget: RowMarks
        /// Target rows of corners that have no value in the source.
        var bareRows = ContiguousArray<Int32>()
        var lost = 0
        var firstTarget = Int32.max
        /// The difference between target and source row, while it is the same for all corners.
        var distance: Int32?
        var areAlike = true

        mutating func add(_ sourceRow: Int32, _ targetRow: Int32) {
            walk.add(sourceRow, targetRow)
            usedTarget.insert(Int(targetRow))
            let own = targetRow &- sourceRow
            if distance == nil { distance = own }
            if distance != own { areAlike = false }
        }
    }

    mutating func compareCorners(
        _ path: String, _ from: Home, _ to: Home, _ link: Correspondence.AttributeLink
    ) {
        let places = Dictionary(
            uniqueKeysWithValues: Topology.allCases.map { topology in
                (topology, source[topology].placesOfSet[from.set ?? -1, default: []])
            })
        let expected = places.reduce(0) { sum, entry in
            sum + entry.value.reduce(0) { $0 + source[entry.key].places[$1].corners.count }
        }
        var match = CornerMatch(
            walk: PairWalk(from.attribute, to.attribute, link.codec, largest: largest[path]),
            used: ContiguousArray(repeating: false, count: from.attribute.count),
            usedTarget: RowMarks(of: to.attribute.count, expected: expected))
        for topology in Topology.allCases {
            matchCorners(from, to, topology, places[topology] ?? [], &match)
        }
        var filled = 0
        if case .vertex(let set, _) = to {
            if case .pool(let sourceSet, _, _) = from {
                // Every vertex has a value: vertices that got none from a corner got one from the writer.
                for run in rows(ofTargetSet: set, from: sourceSet) {
                    for vertex in run where !match.usedTarget.contains(vertex) {
                        let origin = vertexSource(of: target.vertexBases[set] + vertex)
                        if source.set(ofVertex: origin) == sourceSet { filled += 1 }
                    }
                }
            }
            for vertex in match.bareRows where match.usedTarget.contains(Int(vertex)) { filled += 1 }
        } else {
            filled = match.bareRows.count
        }
        report(path, match.walk.result())
        add(.presence, path, count: match.lost)
        add(.generated, path, count: filled)
        guard case .pool = from else { return }
        let usedCount = match.used.count { $0 }
        var arrivesWhole = false
        if case .pool = to {
            add(.sharing, path, count: abs(match.usedTarget.count - usedCount))
            arrivesWhole = poolArrivesWhole(from, to, link, match)
        }
        if !arrivesWhole { add(.presence, path, count: from.attribute.count - usedCount) }
    }

    /// Matches the corners in the places of a source set.
    private mutating func matchCorners(
        _ from: Home, _ to: Home, _ topology: Topology, _ places: [Int], _ match: inout CornerMatch
    ) {
        guard cornerSources[topology] != nil, !places.isEmpty else { return }
        let sourceRows = CornerRows(from, source, topology, places)
        for number in 0..<sourceRows.cornerCount where sourceRows[number] >= 0 {
            match.used[Int(sourceRows[number])] = true
        }
        // A corner that arrives twice (where segments meet) is reported once.
        var isTold = ContiguousArray<Bool>()
        func tell(_ number: Int) -> Bool {
            if isTold.isEmpty { isTold = ContiguousArray(repeating: false, count: sourceRows.cornerCount) }
            if isTold[number] { return false }
            isTold[number] = true
            return true
        }
        for run in originRuns(of: topology).ofSources(places) {
            forEachCorner(of: run, to, topology, sourceRows.shift(of: run.source)) { number, targetRow in
                let sourceRow = sourceRows[number]
                if targetRow >= 0 { match.firstTarget = min(match.firstTarget, targetRow) }
                switch (sourceRow >= 0, targetRow >= 0) {
                case (true, true): match.add(sourceRow, targetRow)
                case (true, false): if tell(number) { match.lost += 1 }
                case (false, true): if tell(number) { match.bareRows.append(targetRow) }
                case (false, false): break
                }
            }
        }
    }

    // MARK: Pools as a whole

    /// Whether a pool is contained in another one, including rows that no corner uses.
    ///
    /// Joined pools are concatenated, either whole or only their used rows. If whole, all corners have the same row
    /// difference; otherwise the pool starts at the first row that a corner uses.
    private mutating func poolArrivesWhole(
        _ from: Home, _ to: Home, _ link: Correspondence.AttributeLink, _ match: CornerMatch
    ) -> Bool {
        var starts = [rowsBefore[link.target] ?? 0]
        if let distance = match.distance {
            starts = [Int(match.firstTarget)]
            if match.areAlike { starts.append(Int(distance)) }
        }
        starts = starts.filter { poolArrivesWhole(from.attribute, to.attribute, at: $0, link.codec) }
        let unused = match.used.indices.filter { !match.used[$0] }
        if starts.isEmpty || unused.isEmpty { return !starts.isEmpty }
        let others = rowsOfOthers(from, to, match)
        return starts.contains { start in !unused.contains { others[start + $0] } }
    }

    /// The rows of a target pool used by corners over other sets or without a source value. They don't come from the
    /// source pool, even if their values are equal.
    private mutating func rowsOfOthers(_ from: Home, _ to: Home, _ match: CornerMatch) -> ContiguousArray<Bool> {
        var others = ContiguousArray(repeating: false, count: to.attribute.count)
        for row in match.bareRows { others[Int(row)] = true }
        for topology in Topology.allCases {
            let own = Set(source[topology].placesOfSet[from.set ?? -1, default: []])
            let runs = originRuns(of: topology)
            for place in target[topology].placesOfSet[to.set ?? -1, default: []] {
                for run in runs.ofTarget(place) where !own.contains(run.source) {
                    forEachCorner(of: run, to, topology, 0) { _, row in if row >= 0 { others[Int(row)] = true } }
                }
            }
        }
        return others
    }

    private func poolArrivesWhole(
        _ from: Attribute, _ to: Attribute, at start: Int, _ codec: Correspondence.Codec
    ) -> Bool {
        guard start >= 0, to.count - start >= from.count, from.offsets == nil, to.offsets == nil else { return false }
        let result = ValueComparison.compareAligned(
            from, to, targetStart: start, count: from.count, codec, workers: workers)
        // Flipped texture coordinates are rounded; the rows that corners use are reported elsewhere.
        return result.count == 0 || (codec == .flippedV && result.isRounding)
    }

    // MARK: Divided pools

    func isDividedPool(_ from: Home, _ arrivals: [Home]) -> Bool {
        guard case .pool = from, arrivals.count > 1 else { return false }
        var sets: Set<Int> = []
        for arrival in arrivals {
            guard case .pool(let set, _, _) = arrival, sets.insert(set).inserted else { return false }
        }
        return true
    }

    /// Compares a pool that was divided into pools of several sets; corner values are looked up in all of them.
    mutating func compareDivided(
        _ path: String, _ from: Home, _ arrivals: [(home: Home, link: Correspondence.AttributeLink)]
    ) {
        var walks = arrivals.map {
            PairWalk(from.attribute, $0.home.attribute, $0.link.codec, largest: largest[path])
        }
        var pieceOfSet: [Int: Int] = [:]
        for (piece, arrival) in arrivals.enumerated() { if let set = arrival.home.set { pieceOfSet[set] = piece } }
        var usedTargets = arrivals.map { ContiguousArray(repeating: false, count: $0.home.attribute.count) }
        var used = ContiguousArray(repeating: false, count: from.attribute.count)
        var filled = 0
        var lost = 0
        for topology in Topology.allCases {
            let places = source[topology].placesOfSet[from.set ?? -1, default: []]
            guard cornerSources[topology] != nil, !places.isEmpty else { continue }
            let sourceRows = CornerRows(from, source, topology, places)
            for number in 0..<sourceRows.cornerCount where sourceRows[number] >= 0 {
                used[Int(sourceRows[number])] = true
            }
            var isTold = ContiguousArray(repeating: false, count: sourceRows.cornerCount)
            for run in originRuns(of: topology).ofSources(places) {
                let set = target.primitive(target[topology].places[run.target]).vertexSet
                // Corners of a set without a pool have no value.
                let piece = pieceOfSet[set] ?? 0
                let home = arrivals[piece].home
                forEachCorner(of: run, home, topology, sourceRows.shift(of: run.source)) { number, targetRow in
                    let row = sourceRows[number]
                    if row >= 0, targetRow >= 0 {
                        walks[piece].add(row, targetRow)
                        usedTargets[piece][Int(targetRow)] = true
                    } else if (row >= 0) != (targetRow >= 0), !isTold[number] {
                        isTold[number] = true
                        if row >= 0 { lost += 1 } else { filled += 1 }
                    }
                }
            }
        }
        for piece in walks.indices { report(path, walks[piece].result()) }
        let usedCount = used.count { $0 }
        let arrivedCount = usedTargets.reduce(0) { $0 + $1.count { $0 } }
        add(.presence, path, count: lost)
        add(.generated, path, count: filled)
        add(.sharing, path, count: abs(arrivedCount - usedCount))
        add(.presence, path, count: from.attribute.count - usedCount)
    }
}
