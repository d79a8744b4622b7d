import MeshBytes
import MeshFormats
import MeshModel

/// Which parts of two models a page colours for each of its rows.
struct PageColoring {
    /// A region of the model before (side 0) or after (side 1).
    private struct Colored {
        var entry: PageChange.Entry
        var side: Int
        var region: PageRegion?
        /// The numbers of its marks among those of its side.
        var marks: [(number: Int, level: Int)] = []
    }

    private var rows: [[Colored]] = []
    private let kinds: [PageChange.Kind]
    private var sides: [[PageModel.Mark]] = [[], []]

    init(_ changes: [PageChange], _ before: MeshScene, _ after: MeshScene) {
        kinds = changes.map(\.kind)
        let regions = [PageRegions(scene: before), PageRegions(scene: after)]
        // Found for the first entry that is about some of the rows.
        var found: ChangedRows??
        func changed() -> ChangedRows? {
            let rows = found ?? ChangedRows(from: before, to: after, by: Diff.links(from: before, to: after))
            found = .some(rows)
            return rows
        }
        var rowsLeft = PageRegions.mostRows
        for change in changes {
            var colored: [Colored] = []
            for entry in change.entries {
                let side = entry.facet == .generated ? 1 : 0
                var region = Self.region(entry, regions[side], side == 0 ? changed : { nil })
                let count = region?.marks.reduce(0) { $0 + $1.mark.count } ?? 0
                if count > rowsLeft {
                    region = regions[side].region(of: entry.subject)
                    region?.isExact = false
                    region?.marks = []
                } else {
                    rowsLeft -= count
                }
                var own = Colored(entry: entry, side: side, region: region)
                for marking in region?.marks ?? [] {
                    own.marks.append((sides[side].count, marking.level))
                    sides[side].append(marking.mark)
                }
                colored.append(own)
            }
            rows.append(colored)
        }
    }

    func marks(ofSide side: Int) -> [PageModel.Mark] { sides[side] }

    /// For each row whether something is coloured.
    var isShown: [Bool] { rows.map { $0.contains { $0.region != nil } } }

    /// Leaves out marks.
    mutating func dropMarks() {
        sides = [[], []]
        for row in rows.indices {
            for index in rows[row].indices where !rows[row][index].marks.isEmpty {
                rows[row][index].marks = []
                if rows[row][index].region?.meshes.isEmpty == true { rows[row][index].region = nil }
            }
        }
    }

    /// The region of an entry; where only some rows of a part are concerned, these if they can be told.
    private static func region(
        _ entry: PageChange.Entry, _ regions: PageRegions, _ changed: () -> ChangedRows?
    ) -> PageRegion? {
        let parts = entry.subject.split(separator: "/").map(String.init)
        guard var whole = regions.region(of: entry.subject) else { return nil }
        if parts.count == 4, parts[0] == "meshes", let mesh = Int(parts[1]), let primitive = Int(parts[3]) {
            var rows: PageRegion?
            if entry.code == Loss.Code.topologyTriangulated.rawValue {
                rows = regions.polygons(mesh: mesh, primitive)
            } else if entry.facet == .presence, let missing = changed()?.missingElements(mesh: mesh, primitive) {
                rows = regions.region(ofElements: missing, mesh, primitive)
            }
            let counts = rows?.counts
            if let rows, counts?.faces == entry.count || counts?.points == entry.count || counts?.lines == entry.count {
                return rows
            }
            let all = whole.counts.faces + whole.counts.lines + whole.counts.points
            whole.isExact = all == entry.count
        } else if parts.count >= 2, parts[0] == "vertexSets", let set = Int(parts[1]) {
            whole.isExact = whole.counts.vertices == entry.count
            if whole.isExact, parts.count == 2 || parts[2] != AttributeSemantic.position.name { return whole }
            var rows: [(level: Int, rows: [Int32])]?
            if parts.count == 2, entry.facet == .presence {
                rows = changed()?.missingVertices(set: set).map { [(0, $0)] }
            } else if parts.count == 3, entry.facet == .value {
                rows = changed()?.changedVertices(set: set, parts[2])
            }
            if let rows, rows.reduce(0, { $0 + $1.rows.count }) == entry.count,
                let region = regions.region(ofVertices: rows, set: set)
            {
                return region
            }
        }
        return whole
    }

    // MARK: The page's own data

    /// What the script colours, and how many things that are: by the same entries as the report.
    func json(_ models: [PageModel], isThinned: Bool) -> JSONValue {
        .object([
            ("thinned", .bool(isThinned)),
            (
                "marks",
                .array(
                    (0..<2).map { side in
                        .array(sides[side].indices.compactMap { models[side].material(ofMark: $0).map(JSONValue.int) })
                    })
            ),
            (
                "rows",
                .array(
                    zip(kinds, rows).map { kind, row in
                        .object([
                            ("kind", .string(kind.rawValue)),
                            ("entries", .array(row.map { Self.json($0, models[$0.side]) })),
                        ])
                    })
            ),
        ])
    }

    private static func json(_ colored: Colored, _ model: PageModel) -> JSONValue {
        let entry = colored.entry
        var members: [(String, JSONValue)] = [
            ("code", .string(entry.code)), ("subject", .string(entry.subject)), ("count", .int(entry.count)),
            ("unit", .string(entry.unit)), ("side", .int(colored.side)),
        ]
        if let region = colored.region {
            let counts = region.counts
            members += [
                ("exact", .bool(region.isExact)),
                ("meshes", .array(region.meshes.sorted().flatMap { model.meshes[$0] ?? [] }.map(JSONValue.int))),
                (
                    "materials",
                    .array(region.materials.sorted().flatMap { model.materials[$0] ?? [] }.map(JSONValue.int))
                ),
                (
                    "marks",
                    .array(
                        colored.marks.compactMap { mark in
                            model.material(ofMark: mark.number).map {
                                .object([("material", .int($0)), ("level", .int(mark.level))])
                            }
                        })
                ),
                (
                    "model",
                    .object([
                        ("vertices", .int(counts.vertices)), ("faces", .int(counts.faces)),
                        ("triangles", .int(counts.triangles)), ("lines", .int(counts.lines)),
                        ("points", .int(counts.points)),
                    ])
                ),
            ]
        }
        return .object(members)
    }
}

extension PageModel.Mark {
    /// The number of marked things.
    var count: Int {
        switch rows {
        case .elements(let elements): elements.count
        case .vertices(let vertices): vertices.count
        }
    }
}
