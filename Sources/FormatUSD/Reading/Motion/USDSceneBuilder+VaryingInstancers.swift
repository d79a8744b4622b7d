import MeshFormats
import MeshModel

// Point instancers whose copies appear, vanish or change what they show: each row of each prototype is a node that is
// there at its times.

/// An integer column or an array of rows as it is at any time: USD holds integers, and arrays of other lengths as well.
private struct USDHeldColumn {
    let samples: [USDSample]
    let still: USDValue?

    /// The column at a time code; nil: at rest.
    func column(at time: Double?) -> Column? {
        guard let time, let first = samples.first else {
            return (still ?? samples.first { !$0.value.isBlock }?.value)?.column
        }
        var (low, high) = (0, samples.count)
        while low < high {
            let middle = (low + high) / 2
            if samples[middle].time <= time { low = middle + 1 } else { high = middle }
        }
        return (low > 0 ? samples[low - 1] : first).value.column
    }
}

/// What a row of an instancer shows while it is a copy of one prototype.
struct USDVaryingCopy {
    let row: Int
    /// The prim of the prototype.
    let prototype: Int
    var isVisible = false
    /// The times at which it appears and vanishes.
    var steps: [(time: Double, isVisible: Bool)] = []
}

extension USDSceneBuilder {
    /// The columns that say which copies there are.
    static let rowNames = ["protoIndices", "ids", "invisibleIds"]

    /// Whether an instancer's copies appear or vanish.
    func hasVaryingCopies(_ prim: Int) -> Bool {
        uses.isTimed && Self.rowNames.contains { changes(prim, $0, stage.samples(prim, $0).count) }
    }

    /// Adds a node for each row and prototype that an instancer shows at some time.
    ///
    /// - Returns: false if there are too many, or columns that don't belong together: nothing was changed.
    mutating func addVaryingCopies(_ prim: Int) throws(ReadError) -> Bool {
        guard isFreeOfSpeed(prim), let copies = varyingCopies(prim), let columns = movingColumns(prim, count: nil)
        else {
            return false
        }
        for name in Self.rowNames { _ = value(prim, name, isMoving: true) }
        let rest = [("positions", 3), (turns(prim), 4), ("scales", 3)].map { name, width -> [Double] in
            let column = value(prim, name, isMoving: true)?.column
            return column?.components == width ? column?.doubles() ?? [] : []
        }
        try countTrees(copies.map(\.prototype), of: prim)
        for copy in copies {
            let node = scene.nodes.count
            let parts = rest.enumerated().map { number, numbers -> [Double] in
                let neutral: [Double] = number == 0 ? [0, 0, 0] : number == 1 ? [0, 0, 0, 1] : [1, 1, 1]
                let width = neutral.count
                if (copy.row + 1) * width <= numbers.count {
                    return Array(numbers[copy.row * width..<(copy.row + 1) * width])
                }
                let property: AnimationChannel.Property = number == 0 ? .translation : number == 1 ? .rotation : .scale
                guard let course = columns.first(where: { $0.property == property })?.course(of: copy.row),
                    !course.times.isEmpty
                else { return neutral }
                return Array(course.row(0))
            }
            guard parts.joined().allSatisfy(\.isFinite) else {
                warnOfPlace(prim)
                continue
            }
            scene.nodes.append(
                Node(
                    transform: .trs(
                        translation: SIMD3(parts[0][0], parts[0][1], parts[0][2]),
                        rotation: SIMD4(parts[1][0], parts[1][1], parts[1][2], parts[1][3]),
                        scale: SIMD3(parts[2][0], parts[2][1], parts[2][2])), isVisible: copy.isVisible))
            scene.nodes[nodeOf[prim]].children.append(node)
            try follow(columns, row: copy.row, node, of: prim)
            if copy.steps.contains(where: { $0.isVisible != copy.isVisible }) {
                try animateVisibility(of: node, copy.steps)
            }
            copyTree(copy.prototype, below: node)
        }
        return true
    }

    /// The rows and prototypes that an instancer shows, with their times; nil: there are too many, or columns don't fit.
    private mutating func varyingCopies(_ prim: Int) -> [USDVaryingCopy]? {
        var columns: [String: USDHeldColumn] = [:]
        let names = Self.rowNames + ["positions", turns(prim), "scales"]
        for name in names {
            columns[name] = USDHeldColumn(samples: stage.samples(prim, name), still: stage.value(prim, name))
        }
        var times: Set<Double> = []
        var mostRows = 0
        for name in names {
            var last: Int?
            for sample in columns[name]?.samples ?? [] where sample.time.isFinite {
                let count = sample.value.column?.count ?? 0
                mostRows = max(mostRows, count)
                if Self.rowNames.contains(name) || last != count { times.insert(sample.time) }
                last = count
            }
            mostRows = max(mostRows, columns[name]?.still?.column?.count ?? 0)
        }
        guard max(mostRows, 1) <= Self.mostMoving.rows / (times.count + 1) else { return nil }
        let targets = originals(of: prim)
        var inactive: Set<Int64> = []
        if case .list(let list)? = metadata(prim, "inactiveIds") {
            for case .integer(let id) in list.explicit { inactive.insert(id) }
        }
        var found: [Place: USDVaryingCopy] = [:]
        for time in [nil] + times.sorted().map({ Optional($0) }) {
            guard let shown = rows(columns, inactive, targets, at: time, turns: turns(prim)) else { return nil }
            for place in shown where found[place] == nil {
                found[place] = USDVaryingCopy(row: place.row, prototype: place.prototype)
                // It was not there before.
                if let first = times.min(), let time, time > first {
                    found[place]?.steps.append((first, false))
                }
            }
            guard found.count <= Self.mostMoving.copies else { return nil }
            for place in found.keys {
                let isShown = shown.contains(place)
                if let time {
                    if found[place]?.steps.last?.isVisible != isShown { found[place]?.steps.append((time, isShown)) }
                } else {
                    found[place]?.isVisible = isShown
                }
            }
        }
        return found.values.sorted { ($0.row, $0.prototype) < ($1.row, $1.prototype) }
    }

    private struct Place: Hashable {
        var row: Int
        var prototype: Int
    }

    /// The rows that are shown at a time code, or at rest; nil: columns of turns or sizes have another length.
    private func rows(
        _ columns: [String: USDHeldColumn], _ inactive: Set<Int64>, _ targets: [Int?], at time: Double?, turns: String
    ) -> Set<Place>? {
        func column(_ name: String) -> Column? { columns[name]?.column(at: time) }
        // USD shows nothing where places and prototypes don't belong together.
        guard let prototypes = column("protoIndices"), prototypes.components == 1, let places = column("positions"),
            places.components == 3, prototypes.count == places.count
        else { return [] }
        for (name, width) in [(turns, 4), ("scales", 3)] {
            guard let own = column(name), own.count > 0 else { continue }
            guard own.components == width, own.count == prototypes.count else { return nil }
        }
        let ids = column("ids").flatMap { $0.components == 1 && $0.count == prototypes.count ? $0.integers() : nil }
        let hidden = Set(column("invisibleIds")?.integers() ?? []).union(inactive)
        var shown: Set<Place> = []
        for (row, number) in prototypes.integers().enumerated() {
            guard let index = Int(exactly: number), targets.indices.contains(index), let prototype = targets[index],
                !hidden.contains(ids?[row] ?? Int64(row))
            else { continue }
            shown.insert(Place(row: row, prototype: prototype))
        }
        return shown
    }
}
