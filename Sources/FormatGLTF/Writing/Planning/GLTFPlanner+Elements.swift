import MeshFormats
import MeshModel

// Which elements of each primitive are written, in which primitives of the file.

extension GLTFPlanner {
    /// The elements that have the same material, also in each variant.
    fileprivate struct Group {
        var look: ElementLooks.Look
        var elements: ContiguousArray<Int32> = []
        var corners: ContiguousArray<Int32> = []
        /// The number of polylines, the number of corners of the last one, and how many have more than two.
        var polylines = 0
        var lastArity = 0
        var cut = 0
    }

    mutating func planElements() -> GLTFElements {
        var elements = GLTFElements(scene)
        for (mesh, value) in scene.meshes.enumerated() {
            var sources: [GLTFElements.Source] = []
            var parts: [GLTFFilePrimitive] = []
            for (index, primitive) in value.primitives.enumerated() {
                var source = GLTFElements.Source(place: PrimitivePlace(mesh: mesh, index: index, primitive: primitive))
                let own = planParts(of: &source, elements.badVertices)
                source.parts = parts.count..<parts.count + own.count
                sources.append(source)
                parts += own
            }
            elements.add(sources, parts)
        }
        return elements
    }

    /// The primitives of the file for a primitive of the scene.
    private mutating func planParts(
        of source: inout GLTFElements.Source, _ bad: [ContiguousArray<Bool>?]
    ) -> [GLTFFilePrimitive] {
        let place = source.place
        let primitive = place.primitive
        guard primitive.elementCount > 0 else { return [] }
        let bad = bad[primitive.vertexSet]
        let (mode, usualArity) =
            switch primitive.topology {
            case .points: (0, 1)
            case .lines: (1, 2)
            case .polygons: (4, 3)
            }
        let looks = ElementLooks(primitive)
        if bad == nil, looks.numbers == nil, case .uniform(usualArity) = primitive.arity {
            return [GLTFFilePrimitive(place: place, look: looks.looks[0], mode: mode)]
        }
        var groups: [Group] = []
        var groupOf: [Int: Int] = [:]
        var walk = ElementWalk(primitive)
        var vertices = ContiguousArray<Int64>()
        while let block = walk.next() {
            primitive.readVertices(of: block.corners, into: &vertices)
            var start = 0
            for (step, arity) in block.arities.enumerated() {
                let own = start..<start + arity
                start += arity
                let isWhole = primitive.topology == .points ? arity == 1 : arity >= 2
                guard isWhole, bad.map({ bad in own.allSatisfy { !bad[Int(vertices[$0])] } }) ?? true else {
                    source.missingCount += 1
                    continue
                }
                let element = block.elements.lowerBound + step
                let key = looks.numbers.map { Int($0[element]) } ?? 0
                let group = groupOf[key] ?? groups.count
                if group == groups.count {
                    groupOf[key] = group
                    groups.append(Group(look: looks.looks[key]))
                }
                groups[group].add(
                    Int32(clamping: element), corner: Int32(clamping: block.corners.lowerBound + own.lowerBound),
                    arity: arity, isLine: primitive.topology == .lines)
            }
        }
        lose(
            .topologyDropped, .dropped, place.path, primitive.topology.rawValue, source.missingCount, "elements",
            primitive.topology == .lines
                ? "left out: fewer than two vertices, or NaN or infinite positions"
                : "left out: their positions are NaN or infinite",
            remedy: primitive.topology == .lines ? .ending("obj") : .ending("ply"))
        source.segmentedCount = groups.reduce(0) { $0 + ($1.isOneLine ? 0 : $1.cut) }
        return groups.map { group in
            var part = GLTFFilePrimitive(place: place, look: group.look, mode: group.isOneLine ? 3 : mode)
            // A primitive that is written unchanged needs no lists.
            if groups.count == 1, source.missingCount == 0, group.isOneLine || group.cut == 0 { return part }
            part.elements = group.elements
            part.corners = group.corners
            if group.isOneLine, let first = group.corners.first {
                part.elements = [group.elements[0]]
                part.corners = ContiguousArray(first..<first + Int32(clamping: group.lastArity))
            }
            return part
        }
    }
}

extension GLTFPlanner.Group {
    /// Whether the group is one polyline of three or more corners, which is written as a primitive of its own.
    fileprivate var isOneLine: Bool { polylines == 1 && lastArity > 2 }

    fileprivate mutating func add(_ element: Int32, corner: Int32, arity: Int, isLine: Bool) {
        guard isLine else {
            elements.append(element)
            for step in 0..<Int32(clamping: arity) { corners.append(corner + step) }
            return
        }
        polylines += 1
        lastArity = arity
        if arity > 2 { cut += 1 }
        for step in 0..<Int32(clamping: arity - 1) {
            elements.append(element)
            corners.append(corner + step)
            corners.append(corner + step + 1)
        }
    }
}
