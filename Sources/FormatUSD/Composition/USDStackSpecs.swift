/// The specs that the layers of a stack have at each path, looked up once.
struct USDStackSpecs {
    /// A spec, with the offset from its layer's times to those of the stack.
    typealias Place = (layer: Int, spec: Int, offset: USDOffset)

    /// Specs by path, strongest first. Empty where no layer has any.
    private var known: [Int: [Place]]
    /// The paths below which all specs are in ``known``.
    private var listed: Set<Int> = []
    /// How many specs may still be asked for a child of a path before it takes less time to list all its children.
    private var questions: [Int: Int] = [:]

    /// Up to this many specs are asked for each child. Otherwise thousands of layers would be asked for each prim of
    /// thousands that only one of them has.
    private static let few = 12

    init(_ members: [(layer: Int, offset: USDOffset)]) {
        known = [USDPathTable.root: members.map { ($0.layer, 0, $0.offset) }]
    }

    /// The specs at a path, strongest first.
    mutating func places(at path: Int, _ paths: inout USDPathTable, _ layers: [USDLayerEntry]) -> [Place] {
        if let places = known[path] { return places }
        var open = [path]
        while let last = open.last, known[paths.parent(of: last)] == nil { open.append(paths.parent(of: last)) }
        while let next = open.popLast() { find(next, &paths, layers) }
        return known[path] ?? []
    }

    /// Looks up a path whose parent is known.
    private mutating func find(_ path: Int, _ paths: inout USDPathTable, _ layers: [USDLayerEntry]) {
        let parent = paths.parent(of: path)
        let above = known[parent] ?? []
        if above.count > Self.few, !listed.contains(parent) {
            let left = (questions[parent] ?? layers.partCount(below: above)) - above.count
            questions[parent] = left
            if left < 0 { list(parent, &paths, layers) }
        }
        guard !listed.contains(parent) else {
            if known[path] == nil { known[path] = [] }
            return
        }
        let part = paths.part(of: path)
        known[path] = above.compactMap { place in
            layers[place.layer].spec(part, of: place.spec).map { (place.layer, $0, place.offset) }
        }
    }

    /// Looks up all prims and variants below a path.
    private mutating func list(_ parent: Int, _ paths: inout USDPathTable, _ layers: [USDLayerEntry]) {
        listed.insert(parent)
        var found: [Int: [Place]] = [:]
        for place in known[parent] ?? [] {
            for (part, spec) in layers[place.layer].parts(below: place.spec) {
                found[paths.path(part, below: parent), default: []].append((place.layer, spec, place.offset))
            }
        }
        known.merge(found) { first, _ in first }
    }
}

extension [USDLayerEntry] {
    /// The number of prims and variants below specs.
    fileprivate func partCount(below places: [USDStackSpecs.Place]) -> Int {
        places.reduce(0) { $0 + self[$1.layer].partCount(below: $1.spec) }
    }
}
