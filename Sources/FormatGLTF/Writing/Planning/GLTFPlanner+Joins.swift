import MeshFormats
import MeshModel

/// What reading back restores of the scene's primitives.
struct GLTFRestored {
    /// Cuts of polygons into triangles, by mesh and primitive.
    typealias Cuts = [Int: [Int: Correspondence.Triangulation.Cut]]

    let cuts: Cuts
    /// The paths of the primitives that become one primitive again.
    var joined: Set<String> = []
    /// The paths of those among them that get their smoothing groups back.
    var smoothed: Set<String> = []
    /// The source's element for each element that reading back restores, where that is known.
    var elements: [Topology: Correspondence.Mapping] = [:]

    /// The primitives that reading back makes of a primitive of the scene, with their indices after restoring.
    func places(of place: PrimitivePlace, _ elements: GLTFElements) -> [GLTFOrigin.Place] {
        guard let mesh = elements.meshNumbers[place.mesh] else { return [] }
        func count(_ source: GLTFElements.Source) -> Int {
            joined.contains(source.place.path) ? 1 : source.parts.count
        }
        let first = elements.sources[place.mesh][..<place.index].reduce(0) { $0 + count($1) }
        return (0..<count(elements.sources[place.mesh][place.index])).map {
            GLTFOrigin.Place(mesh: mesh, primitive: first + $0)
        }
    }
}

// Records primitives that become several, lines that become segments, and subsets, in the origin record.

extension GLTFPlanner {
    /// Records each primitive whose elements are all written, then reports what other readers find.
    mutating func planJoins(_ elements: GLTFElements, _ cuts: GLTFRestored.Cuts) -> GLTFRestored {
        var restored = GLTFRestored(cuts: cuts)
        var room = GLTFJoin.mostNumbers
        for source in elements.sources.joined() {
            guard let join = join(source, elements, cuts, room: room) else { continue }
            room -= join.size
            origin.joins.append(join)
            restored.joined.insert(source.place.path)
            if join.smoothing != nil { restored.smoothed.insert(source.place.path) }
        }
        let changed = Topology.allCases.filter(elements.areChanged)
        for topology in Topology.allCases {
            let isCut = topology == .polygons && !cuts.isEmpty
            if isCut || (!restored.joined.isEmpty && changed.contains(topology)) {
                restored.elements[topology] = .gather(mapping(topology, elements, restored))
            }
        }
        for topology in changed {
            let others = mapping(topology, elements, GLTFRestored(cuts: [:]))
            links.elements[topology] = .gather(others)
            guard !Self.isAscending(others) else { continue }
            let isRestored = restored.elements[topology]?.rows.map(Self.isAscending) ?? false
            lose(
                .elementReordered, isRestored ? .reencoded : .generated, "/elements/\(topology.rawValue)",
                topology.rawValue, 1, "lists", "reordered by material, as glTF needs")
        }
        for source in elements.sources.joined() {
            let isRestored = restored.joined.contains(source.place.path)
            lose(
                .topologySegmented, isRestored ? .reencoded : .approximated, source.place.path, "polylines",
                source.segmentedCount, "lines", "split into segments, which look the same",
                remedy: isRestored ? nil : .ending("obj"))
        }
        return restored
    }

    /// The record of a primitive; nil: it needs none, there is no room for it, or some of its elements are missing.
    private func join(
        _ source: GLTFElements.Source, _ elements: GLTFElements, _ cuts: GLTFRestored.Cuts, room: Int
    ) -> GLTFJoin? {
        let primitive = source.place.primitive
        let isCut = source.segmentedCount > 0
        guard !source.parts.isEmpty, source.missingCount == 0, let mesh = elements.meshNumbers[source.place.mesh] else {
            return nil
        }
        let cut = cuts[source.place.mesh]?[source.place.index]
        let smoothing = GLTFSmoothing(source.place, cut)
        let isNeededBesides = source.parts.count > 1 || isCut || !primitive.subsetFamilies.isEmpty
        guard isNeededBesides || smoothing != nil else { return nil }
        var join = GLTFJoin(mesh: mesh, parts: source.parts)
        if source.parts.count > 1 {
            var partOf = ContiguousArray<Int32>(repeating: 0, count: cut?.polygonCount ?? primitive.elementCount)
            for (number, part) in elements.parts(of: source).enumerated() {
                for step in 0..<part.elementCount {
                    let element = part.element(step)
                    partOf[cut.map { Int($0.elements[element]) } ?? element] = Int32(clamping: number)
                }
            }
            join.order = GLTFJoin.runs(partOf.lazy.map { Int($0) })
        }
        if isCut {
            var arities: [Int] = []
            var walk = ElementWalk(primitive)
            while let block = walk.next() { arities += block.arities }
            join.arities = GLTFJoin.runs(arities)
        }
        join.families = primitive.subsetFamilies
        if let cut {
            for family in join.families.indices {
                join.families[family].subsets = join.families[family].subsets.map { subset in
                    Subset(
                        name: subset.name,
                        ranges: subset.ranges.filter { !$0.isEmpty }.map {
                            Int(cut.elements[$0.lowerBound])..<Int(cut.elements[$0.upperBound - 1]) + 1
                        })
                }
            }
        }
        if let smoothing, join.size + smoothing.runs.count <= room { join.smoothing = smoothing }
        return (isNeededBesides || join.smoothing != nil) && join.size <= room ? join : nil
    }

    /// The source's element for each element of a topology, as a reader finds them that restores so much.
    private func mapping(
        _ topology: Topology, _ elements: GLTFElements, _ restored: GLTFRestored
    ) -> ContiguousArray<Int32> {
        var mapping = ContiguousArray<Int32>()
        var base = 0
        for source in elements.sources(topology) {
            let place = source.place
            let cut = topology == .polygons ? restored.cuts[place.mesh]?[place.index] : nil
            let count = cut?.polygonCount ?? place.primitive.elementCount
            if restored.joined.contains(place.path) {
                for element in base..<base + count { mapping.append(Int32(clamping: element)) }
            } else {
                for part in elements.parts(of: source) {
                    var last: Int32 = -1
                    for step in 0..<part.elementCount {
                        let element = part.element(step)
                        let own = cut.map { $0.elements[element] } ?? Int32(clamping: element)
                        // The triangles of a polygon are adjacent.
                        if cut != nil, own == last { continue }
                        last = own
                        mapping.append(Int32(clamping: base) &+ own)
                    }
                }
            }
            base += count
        }
        return mapping
    }

    private static func isAscending(_ numbers: ContiguousArray<Int32>) -> Bool {
        zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 }
    }
}
