import MeshFormats
import MeshModel

// Records primitives that become several, lines that become segments, and subsets, in the origin record.

extension GLTFPlanner {
    /// Records each primitive whose elements are all written, then reports what other readers find.
    mutating func planJoins() {
        var room = GLTFJoin.mostNumbers
        for (mesh, value) in scene.meshes.enumerated() {
            for (index, primitive) in value.primitives.enumerated() where primitive.elementCount > 0 {
                let place = PrimitivePlace(mesh: mesh, index: index, primitive: primitive)
                guard let join = join(place), join.size <= room else { continue }
                room -= join.size
                origin.joins.append(join)
                joined.insert(place.path)
            }
        }
        if !cuts.isEmpty { restoredElements[.polygons] = ownElements(.polygons) }
        if !joined.isEmpty {
            for topology in Topology.allCases where topology != .polygons || cuts.isEmpty {
                if changedTopologies.contains(topology) { restoredElements[topology] = ownElements(topology) }
            }
        }
        for topology in Topology.allCases where changedTopologies.contains(topology) { linkElements(topology) }
        for (place, count) in segmented {
            let isRestored = joined.contains(place.path)
            lose(
                .topologySegmented, isRestored ? .reencoded : .approximated, place.path, "polylines", count, "lines",
                "in glTF many lines are segments", remedy: isRestored ? nil : .ending("obj"))
        }
    }

    /// The record of a primitive; nil: it needs none, or some of its elements are missing.
    private func join(_ place: PrimitivePlace) -> GLTFJoin? {
        let primitive = place.primitive
        let numbers = runs[place.mesh].indices.filter { runs[place.mesh][$0].place.index == place.index }
        guard let first = numbers.first, let last = numbers.last, let mesh = meshNumbers[place.mesh],
            !incomplete.contains(place.path)
        else { return nil }
        let own = runs[place.mesh][first...last]
        let isCut = segmented.contains { $0.place.path == place.path }
        guard own.count > 1 || isCut || !primitive.subsetFamilies.isEmpty else { return nil }
        let cut = cuts[place.mesh]?[place.index]
        var join = GLTFJoin(mesh: mesh, parts: first..<last + 1)
        if own.count > 1 {
            var partOf = ContiguousArray<Int32>(repeating: 0, count: cut?.polygonCount ?? primitive.elementCount)
            for (part, run) in own.enumerated() {
                for step in 0..<run.elementCount {
                    let element = run.elements.map { Int($0[step]) } ?? step
                    partOf[cut.map { Int($0.elements[element]) } ?? element] = Int32(clamping: part)
                }
            }
            join.order = Self.runs(partOf.lazy.map { Int($0) })
        }
        if isCut {
            var arities: [Int] = []
            var walk = ElementWalk(primitive)
            while let block = walk.next() { arities += block.arities }
            join.arities = Self.runs(arities)
        }
        join.families = primitive.subsetFamilies
        guard let cut else { return join }
        for family in join.families.indices {
            join.families[family].subsets = join.families[family].subsets.map { subset in
                Subset(
                    name: subset.name,
                    ranges: subset.ranges.filter { !$0.isEmpty }.map {
                        Int(cut.elements[$0.lowerBound])..<Int(cut.elements[$0.upperBound - 1]) + 1
                    })
            }
        }
        return join
    }

    /// Run-length encoded numbers: pairs of a number and its count.
    private static func runs(_ numbers: some Sequence<Int>) -> [Int] {
        var runs: [Int] = []
        for number in numbers {
            if let count = runs.last, runs[runs.count - 2] == number {
                runs[runs.count - 1] = count + 1
            } else {
                runs += [number, 1]
            }
        }
        return runs
    }

    /// The source's element for each element that reading back restores.
    private func ownElements(_ topology: Topology) -> Correspondence.Mapping {
        var mapping = ContiguousArray<Int32>()
        var base = 0
        for (mesh, value) in scene.meshes.enumerated() {
            for (index, primitive) in value.primitives.enumerated() where primitive.topology == topology {
                let cut = topology == .polygons ? cuts[mesh]?[index] : nil
                let count = cut?.polygonCount ?? primitive.elementCount
                if joined.contains(ScenePath.primitive(mesh: mesh, index)) {
                    for element in base..<base + count { mapping.append(Int32(clamping: element)) }
                } else {
                    for run in runs[mesh] where run.place.index == index {
                        var last: Int32 = -1
                        for step in 0..<run.elementCount {
                            let element = run.elements?[step] ?? Int32(clamping: step)
                            let own = cut.map { $0.elements[Int(element)] } ?? element
                            // The triangles of a polygon are adjacent.
                            if cut != nil, own == last { continue }
                            last = own
                            mapping.append(Int32(clamping: base) &+ own)
                        }
                    }
                }
                base += count
            }
        }
        return .gather(mapping)
    }

    /// Links the elements of a topology as other readers find them, and reports whether their order changes.
    private mutating func linkElements(_ topology: Topology) {
        var mapping = ContiguousArray<Int32>()
        var base = 0
        for (mesh, value) in scene.meshes.enumerated() {
            for (index, primitive) in value.primitives.enumerated() where primitive.topology == topology {
                for run in runs[mesh] where run.place.index == index {
                    for step in 0..<run.elementCount {
                        mapping.append(Int32(clamping: base) &+ (run.elements?[step] ?? Int32(clamping: step)))
                    }
                }
                base += primitive.elementCount
            }
        }
        let isOrdered = Self.isAscending(mapping)
        links.elements[topology] = .gather(mapping)
        guard !isOrdered else { return }
        var isRestored = false
        if case .gather(let own)? = restoredElements[topology] { isRestored = Self.isAscending(own) }
        lose(
            .elementReordered, isRestored ? .reencoded : .generated, "/elements/\(topology.rawValue)",
            topology.rawValue, 1, "lists", "in glTF the elements of one material lie together")
    }

    private static func isAscending(_ numbers: ContiguousArray<Int32>) -> Bool {
        zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 }
    }

    /// The primitives that reading back makes of a primitive of the scene, with their indices after restoring.
    func ownPlaces(of place: PrimitivePlace) -> [GLTFOrigin.Place] {
        guard let mesh = meshNumbers[place.mesh] else { return [] }
        var numbers: [Int: Int] = [:]
        var next = 0
        for run in runs[place.mesh] {
            let isJoined = joined.contains(run.place.path)
            if run.place.index == place.index, isJoined { return [GLTFOrigin.Place(mesh: mesh, primitive: next)] }
            if run.place.index == place.index { break }
            if isJoined, numbers[run.place.index] != nil { continue }
            numbers[run.place.index] = next
            next += 1
        }
        let count = runs[place.mesh].count { $0.place.index == place.index }
        return (0..<count).map { GLTFOrigin.Place(mesh: mesh, primitive: next + $0) }
    }
}
