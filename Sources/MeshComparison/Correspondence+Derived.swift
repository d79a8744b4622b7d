package import MeshModel

extension Correspondence {
    /// Derives a correspondence of two scenes without knowledge of the conversion: by order, names and incidence.
    ///
    /// Elements correspond by mesh if the meshes are the same in another order, else by order; a polyline also to the
    /// consecutive segments of it. Vertices correspond by order as
    /// long as the corners agree, else by the corners that use them. Attributes correspond by path and meaning, whether
    /// they are stored per vertex or in a pool; parts by name, and those left over by order. Linear time.
    ///
    /// Images, whose bytes `imagesAreEqual` compares, correspond by name, else by file. If more images are equal by
    /// order, they correspond by order: files are named after an output, so two outputs may swap names.
    ///
    /// - Edge: a wrong guess can create false differences, but never hides one.
    package static func derived(
        from source: MeshScene, to target: MeshScene,
        imagesAreEqual: Comparison.ImageEquality = Comparison.imagesInMemoryAreEqual
    ) -> Correspondence {
        let from = SceneNumbering(source)
        let to = SceneNumbering(target)
        var links = Correspondence()
        links.meshes = meshes(source, target)
        for topology in Topology.allCases {
            links.elements[topology] = elements(from[topology], to[topology], links.meshes, isLines: topology == .lines)
        }
        links.vertices = vertices(from, to, links.elements)
        links.attributes = attributeLinks(from, to, links)
        links.nodes = nodes(source, target, links.meshes)
        links.materials = matched(source.materials.map(\.name), target.materials.map(\.name))
        links.variants = matched(source.materialVariants, target.materialVariants)
        links.images = images(source.images, target.images, imagesAreEqual)
        links.cameras = matched(source.cameras.map(\.name), target.cameras.map(\.name))
        links.lights = matched(source.lights.map(\.name), target.lights.map(\.name))
        links.skins = matched(source.skins.map(\.name), target.skins.map(\.name))
        links.clips = matched(source.clips.map(\.name), target.clips.map(\.name))
        links.tables = matched(source.tables.map(\.name), target.tables.map(\.name))
        // Textures match by their image, as they seldom have names.
        links.textures = matched(
            source.textures.map { "\($0.image)" },
            target.textures.map { texture in
                let image = links.images.indices.contains(texture.image) ? links.images[texture.image] : nil
                return image.map { "\($0)" }
            })
        return links
    }

    // MARK: Parts

    /// For each target part the source part with its name, first come first served; those left over by order.
    private static func matched(_ source: [String?], _ target: [String?]) -> [Int?] { matched([(source, target)]) }

    /// For each target part the source part with its name. Lists of names are tried in turn; those left over match by
    /// order.
    private static func matched(_ names: [(source: [String?], target: [String?])]) -> [Int?] {
        guard let (source, target) = names.first else { return [] }
        var result = [Int?](repeating: nil, count: target.count)
        var isTaken = [Bool](repeating: false, count: source.count)
        for (source, target) in names {
            var waiting: [String: [Int]] = [:]
            for (index, name) in source.enumerated().reversed() where !isTaken[index] {
                if let name { waiting[name, default: []].append(index) }
            }
            for (index, name) in target.enumerated() where result[index] == nil {
                guard let name, let origin = waiting[name]?.popLast() else { continue }
                result[index] = origin
                isTaken[origin] = true
            }
        }
        var free = source.indices.filter { !isTaken[$0] }.makeIterator()
        for index in target.indices where result[index] == nil { result[index] = free.next() }
        return result
    }

    /// Meshes match by name and element counts, then by name; unnamed meshes by element counts.
    private static func meshes(_ source: MeshScene, _ target: MeshScene) -> [Int?] {
        let names = (from: source.meshNames, to: target.meshNames)
        let shapes = (from: source.meshes.map(\.shape), to: target.meshes.map(\.shape))
        return matched([
            (zip(names.from, shapes.from).map { ($0 ?? "") + $1 }, zip(names.to, shapes.to).map { ($0 ?? "") + $1 }),
            (names.from, names.to),
        ])
    }

    /// Nodes match by name and mesh, then by name; unnamed nodes by mesh. Those left over match in tree order, not by
    /// index.
    private static func nodes(_ source: MeshScene, _ target: MeshScene, _ meshes: [Int?]) -> [Int?] {
        let (from, to) = (source.nodesFromRoots, target.nodesFromRoots)
        let shown = (
            from: from.map { "mesh \(source.nodes[$0].mesh ?? -1)" },
            to: to.map { index in
                let mesh = target.nodes[index].mesh.flatMap { meshes.indices.contains($0) ? meshes[$0] : nil }
                return "mesh \(mesh ?? -1)"
            }
        )
        let names = (
            from: from.map { source.nodes[$0].name.map { "name \($0)" } },
            to: to.map { target.nodes[$0].name.map { "name \($0)" } }
        )
        let found = matched([
            (zip(names.from, shown.from).map { ($0 ?? "") + $1 }, zip(names.to, shown.to).map { ($0 ?? "") + $1 }),
            (names.from, names.to),
        ])
        var links = [Int?](repeating: nil, count: target.nodes.count)
        for (place, index) in to.enumerated() { links[index] = found[place].map { from[$0] } }
        return links
    }

    private static func images(
        _ source: [SceneImage], _ target: [SceneImage], _ areEqual: Comparison.ImageEquality
    ) -> [Int?] {
        let byName = matched(source.map { $0.name ?? $0.uri }, target.map { $0.name ?? $0.uri })
        let byOrder = target.indices.map { source.indices.contains($0) ? $0 : nil }
        guard byName != byOrder else { return byOrder }
        func count(_ links: [Int?]) -> Int {
            links.indices.count { index in
                guard let origin = links[index] else { return false }
                return source[origin].isFound && target[index].isFound && areEqual(source[origin], target[index])
            }
        }
        return count(byOrder) > count(byName) ? byOrder : byName
    }

    // MARK: Elements

    private static func elements(
        _ from: SceneNumbering.Elements, _ to: SceneNumbering.Elements, _ meshes: [Int?], isLines: Bool
    ) -> Mapping {
        if isLines, from.count != to.count, let segments = segments(from, to) { return segments }
        guard from.places.count == to.places.count else { return .identity }
        return aligned((moved(from, to, meshes) ?? from.places).map(\.elements), to.places.map(\.elements))
    }

    /// The source's places in the order of the target's, if each has its counterpart with as many elements; nil: some
    /// don't.
    private static func moved(
        _ from: SceneNumbering.Elements, _ to: SceneNumbering.Elements, _ meshes: [Int?]
    ) -> [SceneNumbering.Place]? {
        var isTaken = [Bool](repeating: false, count: from.places.count)
        var moved: [SceneNumbering.Place] = []
        for place in to.places {
            guard meshes.indices.contains(place.mesh), let mesh = meshes[place.mesh],
                let origin = from.place(mesh: mesh, primitive: place.primitive), !isTaken[origin],
                from.places[origin].elements.count == place.elements.count
            else { return nil }
            isTaken[origin] = true
            moved.append(from.places[origin])
        }
        return moved
    }

    /// Maps ranges of rows one to one, each from its start.
    private static func aligned(_ from: [Range<Int>], _ to: [Range<Int>]) -> Mapping {
        if from == to { return .identity }
        var rows = ContiguousArray<Int32>()
        for (source, target) in zip(from, to) {
            for row in target.indices {
                let origin = source.lowerBound + (row - target.lowerBound)
                rows.append(origin < source.upperBound ? Int32(clamping: origin) : -1)
            }
        }
        return .gather(rows)
    }

    /// Maps segments of the target to polylines, if the target has each polyline's segments in order.
    private static func segments(_ from: SceneNumbering.Elements, _ to: SceneNumbering.Elements) -> Mapping? {
        guard to.vertices.count == 2 * to.count else { return nil }
        var rows = ContiguousArray<Int32>()
        for element in 0..<from.count {
            let segments = from.starts[element + 1] - from.starts[element] - 1
            for _ in 0..<max(segments, 0) { rows.append(Int32(clamping: element)) }
        }
        return rows.count == to.count ? .gather(rows) : nil
    }

    // MARK: Vertices

    private static func vertices(
        _ from: SceneNumbering, _ to: SceneNumbering, _ elements: [Topology: Mapping]
    ) -> Mapping {
        var byOrder = Mapping.identity
        if from.scene.vertexSets.count == to.scene.vertexSets.count {
            byOrder = aligned(ranges(from.vertexBases), ranges(to.vertexBases))
        }
        let total = from.vertexCount
        // For each target vertex the source vertex of its first corner; `total` where order and corners agree.
        var seen = ContiguousArray<Int32>(repeating: -1, count: to.vertexCount)
        var agrees = true
        for topology in Topology.allCases {
            forEachCorner(from[topology], to[topology], elements[topology] ?? .identity) { vertex, origin in
                guard seen.indices.contains(vertex) else { return }
                if byOrder.source(of: vertex, count: total) == origin {
                    seen[vertex] = Int32(clamping: total)
                } else {
                    agrees = false
                    if seen[vertex] < 0 { seen[vertex] = Int32(clamping: origin) }
                }
            }
        }
        // A face may begin at another corner: vertices that all are where they were are the same.
        if agrees || from.vertexCount == to.vertexCount && from.allPlaces == to.allPlaces { return byOrder }
        var hasImage = ContiguousArray(repeating: false, count: total)
        for vertex in seen.indices where seen[vertex] >= 0 {
            if Int(seen[vertex]) == total {
                seen[vertex] = Int32(clamping: byOrder.source(of: vertex, count: total))
            }
            hasImage[Int(seen[vertex])] = true
        }
        // Vertices without corners match by their coordinates, or by their index if the coordinates are new.
        let left = hasImage.indices.filter { !hasImage[$0] }
        var free = seen.indices.filter { seen[$0] < 0 }
        if left.count == free.count {
            for (vertex, origin) in zip(to.sortedByPlace(free), from.sortedByPlace(left)) {
                seen[vertex] = Int32(clamping: origin)
            }
            return .gather(seen)
        }
        func take(_ pairs: [(vertex: Int, origin: Int)]) {
            for (vertex, origin) in pairs {
                seen[vertex] = Int32(clamping: origin)
                hasImage[origin] = true
            }
            free.removeAll { seen[$0] >= 0 }
        }
        func sameNumbers() -> [(vertex: Int, origin: Int)] {
            free.compactMap { vertex in
                let origin = byOrder.source(of: vertex, count: total)
                return origin >= 0 && origin < total && !hasImage[origin] ? (vertex, origin) : nil
            }
        }
        // Where several have the same coordinates, the index decides.
        let numbered = sameNumbers()
        let areThere = zip(to.places(of: numbered.map(\.vertex)), from.places(of: numbered.map(\.origin))).map(==)
        take(zip(numbered, areThere).filter(\.1).map(\.0))
        take(to.atSamePlaces(free, as: hasImage.indices.filter { !hasImage[$0] }, of: from))
        take(sameNumbers())
        return .gather(seen)
    }

    private static func ranges(_ bases: [Int]) -> [Range<Int>] { zip(bases, bases.dropFirst()).map { $0..<$1 } }

    /// Calls `body` with the target and source vertex of each corner of corresponding elements with equal corner
    /// counts.
    private static func forEachCorner(
        _ from: SceneNumbering.Elements, _ to: SceneNumbering.Elements, _ mapping: Mapping,
        _ body: (_ vertex: Int, _ origin: Int) -> Void
    ) {
        for element in 0..<to.count {
            let origin = mapping.source(of: element, count: from.count)
            guard origin >= 0, origin < from.count else { continue }
            let corners = to.starts[element]..<to.starts[element + 1]
            let start = from.starts[origin]
            guard from.starts[origin + 1] - start == corners.count else { continue }
            for (step, corner) in corners.enumerated() {
                body(Int(to.vertices[corner]), Int(from.vertices[start + step]))
            }
        }
    }
}

extension Mesh {
    /// The number of elements of each topology, as text.
    fileprivate var shape: String {
        var counts: [Topology: Int] = [:]
        for primitive in primitives { counts[primitive.topology, default: 0] += primitive.elementCount }
        return Topology.allCases.map { " \(counts[$0] ?? 0)" }.joined()
    }
}

extension MeshScene {
    /// The name to match each mesh by: its own, else that of the first node that shows it.
    fileprivate var meshNames: [String?] {
        var names = meshes.map { mesh in mesh.name.map { "mesh \($0)" } }
        for node in nodes {
            if let mesh = node.mesh, names.indices.contains(mesh), names[mesh] == nil {
                names[mesh] = node.name.map { "node \($0)" }
            }
        }
        return names
    }

    /// All nodes, each before its children: first those below the scenes' roots, then the rest.
    fileprivate var nodesFromRoots: [Int] {
        var order: [Int] = []
        var isDone = [Bool](repeating: false, count: nodes.count)
        for root in scenes.flatMap(\.roots) + Array(nodes.indices) {
            var waiting = [root]
            while let node = waiting.popLast() {
                guard nodes.indices.contains(node), !isDone[node] else { continue }
                isDone[node] = true
                order.append(node)
                waiting += nodes[node].children.reversed()
            }
        }
        return order
    }
}

extension SceneNumbering {
    /// Sorts vertices by their coordinates, then by their index.
    fileprivate func sortedByPlace(_ vertices: [Int]) -> [Int] {
        guard vertices.count > 1 else { return vertices }
        let places = places(of: vertices)
        return places.indices.sorted { a, b in
            Self.comesFirst(places[a], places[b]) ?? (a < b)
        }.map { vertices[$0] }
    }

    /// Returns pairs of vertices of both scenes with equal coordinates, each vertex in at most one pair.
    fileprivate func atSamePlaces(
        _ vertices: [Int], as others: [Int], of other: SceneNumbering
    ) -> [(vertex: Int, origin: Int)] {
        let (own, theirs) = (sortedByPlace(vertices), other.sortedByPlace(others))
        let (places, otherPlaces) = (places(of: own), other.places(of: theirs))
        var pairs: [(vertex: Int, origin: Int)] = []
        var (next, nextOther) = (0, 0)
        while next < own.count, nextOther < theirs.count {
            switch Self.comesFirst(places[next], otherPlaces[nextOther]) {
            case .some(true): next += 1
            case .some(false): nextOther += 1
            case nil:
                pairs.append((own[next], theirs[nextOther]))
                next += 1
                nextOther += 1
            }
        }
        return pairs
    }

    /// Whether the first of two positions sorts first; nil if they are equal, where NaN equals NaN.
    private static func comesFirst(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Bool? {
        for axis in 0..<3 where a[axis] != b[axis] && !(a[axis].isNaN && b[axis].isNaN) {
            return a[axis].isTotallyOrdered(belowOrEqualTo: b[axis])
        }
        return nil
    }

    /// The coordinates of all vertices.
    fileprivate var allPlaces: [SIMD3<Double>] { places(of: Array(0..<vertexCount)) }

    /// The coordinates of vertices; zero for vertices without any.
    fileprivate func places(of vertices: [Int]) -> [SIMD3<Double>] {
        var places = [SIMD3<Double>](repeating: .zero, count: vertices.count)
        var numbers = ContiguousArray<Double>()
        var read = -1
        for (index, vertex) in vertices.enumerated() {
            guard let set = set(ofVertex: vertex), let column = scene.vertexSets[set].attribute(.position)?.values,
                column.components == 3
            else { continue }
            if set != read {
                column.read(0..<column.count, into: &numbers)
                read = set
            }
            let start = 3 * (vertex - vertexBases[set])
            guard start + 3 <= numbers.count else { continue }
            places[index] = SIMD3(numbers[start], numbers[start + 1], numbers[start + 2])
        }
        return places
    }
}
