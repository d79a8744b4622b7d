/// The global numbering of a scene's vertices, elements and corners that a ``Correspondence`` uses.
@usableFromInline package struct SceneNumbering {
    /// A primitive with its ranges among all elements and corners of its topology.
    package struct Place {
        package var mesh: Int
        package var primitive: Int
        package var elements: Range<Int>
        package var corners: Range<Int>
    }

    @usableFromInline package struct Elements {
        package var places: [Place] = []
        /// The indices of the places of each vertex set, ascending.
        package private(set) var placesOfSet: [Int: [Int]] = [:]
        /// `count + 1` starts into `vertices`.
        @usableFromInline package var starts = ElementStarts()
        /// The global vertex of each corner.
        package var vertices = NumberList(upTo: 0)

        @inlinable package var count: Int { starts.count - 1 }

        /// The index of the place that contains an element.
        package func place(of element: Int) -> Int? {
            var low = 0
            var high = places.count
            while low < high {
                let middle = (low + high) / 2
                if places[middle].elements.upperBound <= element { low = middle + 1 } else { high = middle }
            }
            return low < places.count && places[low].elements.contains(element) ? low : nil
        }

        package func place(mesh: Int, primitive: Int) -> Int? {
            var low = 0
            var high = places.count
            while low < high {
                let middle = (low + high) / 2
                let place = places[middle]
                if (place.mesh, place.primitive) < (mesh, primitive) { low = middle + 1 } else { high = middle }
            }
            guard low < places.count, places[low].mesh == mesh, places[low].primitive == primitive else { return nil }
            return low
        }

        package mutating func add(_ place: Place, over set: Int) {
            placesOfSet[set, default: []].append(places.count)
            places.append(place)
        }
    }

    package let scene: MeshScene
    /// The global index of each set's first vertex; one more entry than sets.
    @usableFromInline package let vertexBases: [Int]
    package private(set) var elements: [Topology: Elements] = [:]

    package init(_ scene: MeshScene) {
        self.scene = scene
        vertexBases = scene.vertexBases
        for topology in Topology.allCases { elements[topology] = Self.collect(topology, scene, vertexBases) }
    }

    @inlinable package var vertexCount: Int { vertexBases.last ?? 0 }

    @inlinable package func set(ofVertex vertex: Int) -> Int? {
        guard vertex >= 0, vertex < vertexCount else { return nil }
        if vertexBases.count == 2 { return 0 }
        var low = 0
        var high = vertexBases.count - 2
        while low < high {
            let middle = (low + high) / 2
            if vertexBases[middle + 1] <= vertex { low = middle + 1 } else { high = middle }
        }
        return low
    }

    package subscript(topology: Topology) -> Elements { elements[topology] ?? Elements() }

    package func primitive(_ place: Place) -> Primitive { scene.meshes[place.mesh].primitives[place.primitive] }

    private static func collect(_ topology: Topology, _ scene: MeshScene, _ bases: [Int]) -> Elements {
        let places = scene.placedPrimitives.filter { $0.primitive.topology == topology }
        if places.count == 1, let place = places.first,
            let all = viewed(place.primitive, place.mesh, place.index, bases)
        {
            return all
        }
        var all = Elements()
        var vertices = ContiguousArray<Int32>()
        var buffer = ContiguousArray<Int64>()
        // Reserved once, so that the arrays don't grow with each primitive.
        vertices.reserveCapacity(places.reduce(0) { $0 + $1.primitive.cornerCount })
        all.starts.reserveCapacity(places.reduce(1) { $0 + $1.primitive.elementCount })
        for (mesh, index, primitive) in places {
            let firstElement = all.count
            let firstCorner = vertices.count
            let base = Int64(bases.indices.contains(primitive.vertexSet) ? bases[primitive.vertexSet] : 0)
            var walk = ElementWalk(primitive)
            while let block = walk.next() {
                primitive.readVertices(of: block.corners, into: &buffer)
                for vertex in buffer { vertices.append(Int32(clamping: vertex + base)) }
                var start = firstCorner + block.corners.lowerBound
                for arity in block.arities {
                    start += arity
                    all.starts.append(start)
                }
            }
            all.add(
                Place(
                    mesh: mesh, primitive: index, elements: firstElement..<all.count,
                    corners: firstCorner..<vertices.count),
                over: primitive.vertexSet)
        }
        all.vertices = NumberList(vertices)
        return all
    }

    /// The only primitive of a topology, viewed without copies; nil if its indices differ from the global ones.
    private static func viewed(_ primitive: Primitive, _ mesh: Int, _ index: Int, _ bases: [Int]) -> Elements? {
        guard case .uniform(let arity) = primitive.arity, primitive.elementCount > 0, arity > 0,
            !bases.indices.contains(primitive.vertexSet) || bases[primitive.vertexSet] == 0
        else { return nil }
        let corners = primitive.elementCount * arity
        if let vertices = primitive.vertices, vertices.count * vertices.components != corners { return nil }
        var all = Elements()
        all.starts = ElementStarts(arity: arity, elementCount: primitive.elementCount)
        all.vertices = primitive.vertices.map { NumberList($0) } ?? NumberList(upTo: corners)
        all.add(
            Place(mesh: mesh, primitive: index, elements: 0..<primitive.elementCount, corners: 0..<corners),
            over: primitive.vertexSet)
        return all
    }
}

extension Correspondence.Mapping {
    /// The source row of target row `row`, or −1. A column is read as a whole each time: use ``rows`` for many.
    @inlinable @inline(__always)
    package func source(of row: Int, count: Int) -> Int {
        switch self {
        case .identity: row < count ? row : -1
        case .gather(let rows): row < rows.count ? Int(rows[row]) : -1
        case .column: rows.map { row < $0.count ? Int($0[row]) : -1 } ?? -1
        }
    }
}
