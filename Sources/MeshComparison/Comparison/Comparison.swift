package import MeshModel

/// Compares a scene with the same scene after a conversion, using a certificate that it checks.
///
/// The correspondence names the source part of each target part. It is not trusted: every source element must have an
/// image or is reported missing, every target element must have one origin or is reported generated, and incidence must
/// hold. A wrong correspondence can only add differences. Time and memory are linear in the two scenes.
package struct Comparison {
    let source: SceneNumbering
    let target: SceneNumbering
    let links: Correspondence
    var found: [Difference] = []
    /// For each topology, the source corner of each target corner; −1: none.
    var cornerSources: [Topology: CornerSources] = [:]
    /// The source vertex of each target vertex; −1: none.
    let vertexSources: NumberList
    /// The paths of source primitives of which no element arrived: nothing else is reported about them.
    var missingPrimitives: Set<String> = []
    /// The exact positions of attributes that the source holds rounded, by path.
    var exactPositions: [String: Attribute] = [:]
    /// The rows written of the current attribute's positions, one entry per written row, as pairs of equal indices.
    var writtenRows: ContiguousArray<(Int32, Int32)> = []
    /// The offset of the nodes that show each source mesh.
    var meshOffsets: [Int: SIMD3<Double>] = [:]
    /// The largest absolute value of each source attribute, where it was needed.
    var largest: [String: Double] = [:]
    /// The target elements of each source primitive and the target vertices of each source set; built on first use.
    var elementRuns: [Topology: OriginRuns] = [:]
    var vertexRuns: OriginRuns?
    /// For each target attribute, the number of source rows linked to it so far.
    var rowsBefore: [String: Int] = [:]

    let imagesAreEqual: ImageEquality
    let workers: any Workers

    /// Returns whether the bytes of two images that were found are equal; the model itself opens no files.
    package typealias ImageEquality = @Sendable (_ source: SceneImage, _ target: SceneImage) -> Bool

    private init(
        _ source: MeshScene, _ target: MeshScene, _ links: Correspondence, _ imagesAreEqual: @escaping ImageEquality,
        _ workers: any Workers
    ) {
        self.imagesAreEqual = imagesAreEqual
        self.workers = workers
        self.source = SceneNumbering(source)
        self.target = SceneNumbering(target)
        var links = links
        switch links.vertices {
        case .identity: vertexSources = NumberList(upTo: self.source.vertexCount)
        case .gather(let rows): vertexSources = NumberList(rows)
        case .column(let column): vertexSources = NumberList(column)
        }
        // Rows are read one by one.
        for (topology, mapping) in links.elements {
            if case .column = mapping, let rows = mapping.rows { links.elements[topology] = .gather(rows) }
        }
        self.links = links
    }

    /// The source vertex of a target vertex, or −1.
    @inline(__always)
    func vertexSource(of vertex: Int) -> Int {
        vertex >= 0 && vertex < vertexSources.count ? Int(vertexSources[vertex]) : -1
    }

    /// Returns the differences of `target` from `source`, in a fixed order.
    ///
    /// Steps of the correspondence are followed first: their losses are among the differences, and `target` is compared
    /// with the scene that they claim to produce.
    ///
    /// `imagesAreEqual` compares the bytes of images; the default compares those in memory. `workers` compare long
    /// columns; the result doesn't depend on them.
    package static func differences(
        from source: MeshScene, to target: MeshScene, by correspondence: Correspondence,
        imagesAreEqual: @escaping ImageEquality = Comparison.imagesInMemoryAreEqual,
        workers: any Workers = OneWorker()
    ) -> [Difference] {
        if correspondence.steps.isEmpty {
            return plainDifferences(source, target, correspondence, [:], imagesAreEqual, workers)
        }
        let derived = Derivation(source, correspondence.steps)
        let found = plainDifferences(
            derived.scene, target, correspondence, derived.exactPositions, imagesAreEqual, workers)
        return derived.found
            + found.map { difference in
                var told = difference
                told.subject = derived.origins.source(of: difference.subject, difference.facet)
                return told
            }
    }

    private static func plainDifferences(
        _ source: MeshScene, _ target: MeshScene, _ correspondence: Correspondence,
        _ exactPositions: [String: Attribute],
        _ imagesAreEqual: @escaping ImageEquality, _ workers: any Workers
    ) -> [Difference] {
        var comparison = Comparison(source, target, correspondence, imagesAreEqual, workers)
        comparison.exactPositions = exactPositions
        comparison.compareVertices()
        comparison.compareElements()
        comparison.compareAttributes()
        comparison.compareBindings()
        comparison.compareSubsets()
        comparison.compareStructure()
        return comparison.found
    }

    mutating func add(
        _ facet: Difference.Facet, _ subject: String, count: Int, valueClass: Difference.ValueClass? = nil,
        largestError: Double? = nil
    ) {
        guard count > 0 else { return }
        found.append(
            Difference(facet, subject, count: count, valueClass: valueClass, largestError: largestError))
    }

    // MARK: Vertices

    private mutating func compareVertices() {
        let count = source.vertexCount
        if case .identity = links.vertices, target.vertexCount == count { return }
        // The vertices that arrived, and the number of additional copies by set.
        var arrived = RowMarks(of: count, expected: target.vertexCount)
        var extra = [Int](repeating: 0, count: source.scene.vertexSets.count)
        var generated = [Int](repeating: 0, count: target.scene.vertexSets.count)
        var last = -1
        var isOrdered = true
        let known = min(vertexSources.count, target.vertexCount)
        var origins = ContiguousArray<Int32>()
        for block in (0..<target.vertexCount).blocks(of: NumberList.blockSize) {
            vertexSources.read(block.clamped(to: 0..<known), into: &origins)
            for vertex in block {
                let origin = vertex < known ? Int(origins[vertex - block.lowerBound]) : -1
                guard origin >= 0, origin < count else {
                    if let set = target.set(ofVertex: vertex) { generated[set] += 1 }
                    continue
                }
                // Copies of vertices follow the originals, so only first images determine the order.
                if arrived.insert(origin) {
                    if origin < last { isOrdered = false }
                    last = max(last, origin)
                } else if let set = source.set(ofVertex: origin) {
                    extra[set] += 1
                }
            }
        }
        for set in source.scene.vertexSets.indices {
            let vertices = source.vertexBases[set]..<source.vertexBases[set + 1]
            add(.presence, ScenePath.vertexSet(set), count: vertices.count { !arrived.contains($0) })
            add(.sharing, ScenePath.vertexSet(set), count: extra[set])
        }
        if !isOrdered { add(.order, "/vertexSets", count: 1) }
        for (set, count) in generated.enumerated() { add(.generated, ScenePath.vertexSet(set), count: count) }
    }

    // MARK: Elements

    private mutating func compareElements() {
        for topology in Topology.allCases { compareElements(of: topology) }
        compareMeshShapes()
    }

    private mutating func compareElements(of topology: Topology) {
        let from = source[topology]
        let to = target[topology]
        let mapping = links.elements[topology] ?? .identity
        if case .identity = mapping, areSame(from, to) {
            cornerSources[topology] = CornerSources(ownOf: to.vertices.count)
            return
        }
        // Whether each element arrived never (0), once (1) or more often (2).
        var arrived = ContiguousArray<UInt8>(repeating: 0, count: from.count)
        // Filled only if needed: few scenes have polylines.
        var cornersDone = ContiguousArray<Int32>()
        var sources = CornerSources(count: to.vertices.count)
        var generated = [Int](repeating: 0, count: to.places.count)
        var wrong = [Int](repeating: 0, count: from.places.count)
        var segmented = [Int](repeating: 0, count: from.places.count)
        var last = -1
        var isOrdered = true
        for element in 0..<to.count {
            let origin = mapping.source(of: element, count: from.count)
            guard origin >= 0, origin < from.count else {
                if let place = to.place(of: element) { generated[place] += 1 }
                continue
            }
            if origin < last { isOrdered = false }
            last = max(last, origin)
            if arrived[origin] < 2 { arrived[origin] += 1 }
            let corners = to.starts[element]..<to.starts[element + 1]
            let sourceCorners = from.starts[origin]..<from.starts[origin + 1]
            var offset = 0
            if corners.count != sourceCorners.count {
                // The only other form that is recognised: a polyline as consecutive segments.
                if cornersDone.isEmpty { cornersDone = ContiguousArray(repeating: 0, count: from.count) }
                offset = Int(cornersDone[origin])
                cornersDone[origin] += 1
                let isSegment = topology == .lines && corners.count == 2 && offset + 2 <= sourceCorners.count
                guard isSegment else {
                    if let place = from.place(of: origin) { wrong[place] += 1 }
                    continue
                }
                if offset == 0, let place = from.place(of: origin) { segmented[place] += 1 }
            }
            var holds = true
            for corner in corners {
                let sourceCorner = sourceCorners.lowerBound + offset + corner - corners.lowerBound
                let vertex = vertexSource(of: Int(to.vertices[corner]))
                if vertex == Int(from.vertices[sourceCorner]) {
                    sources.set(corner, sourceCorner)
                } else {
                    holds = false
                }
            }
            if !holds, let place = from.place(of: origin) { wrong[place] += 1 }
        }
        for (index, place) in from.places.enumerated() {
            let path = ScenePath.primitive(mesh: place.mesh, place.primitive)
            let missing = place.elements.count { arrived[$0] == 0 }
            if missing == place.elements.count, missing > 0 { missingPrimitives.insert(path) }
            add(.presence, path, count: missing)
            // Reported separately, so that a wrong element never passes for a cut one.
            for element in place.elements where !cornersDone.isEmpty && cornersDone[element] > 0 {
                let segments = from.starts[element + 1] - from.starts[element] - 1
                if Int(cornersDone[element]) < segments { wrong[index] += 1 }
            }
            add(.value, path, count: segmented[index], valueClass: .approximated)
            add(
                .value, ScenePath.corners(mesh: place.mesh, place.primitive), count: wrong[index],
                valueClass: .approximated)
            let repeated = place.elements.count {
                arrived[$0] > 1 && (cornersDone.isEmpty || cornersDone[$0] == 0)
            }
            add(.generated, path, count: repeated)
        }
        for (index, place) in to.places.enumerated() {
            add(.generated, ScenePath.primitive(mesh: place.mesh, place.primitive), count: generated[index])
        }
        if !isOrdered { add(.order, "/elements/\(topology.rawValue)", count: 1) }
        cornerSources[topology] = sources
    }

    /// Whether all elements correspond one to one, on vertices that come from the source's: the usual case, with
    /// nothing to report.
    private func areSame(_ from: SceneNumbering.Elements, _ to: SceneNumbering.Elements) -> Bool {
        guard let arity = from.starts.arity, arity == to.starts.arity, from.count == to.count,
            from.vertices.count == to.vertices.count
        else { return false }
        // An invalid index on both sides is no change.
        if vertexSources.isCounting { return to.vertices.begins(from.vertices, workers: workers) }
        if to.vertices.isCounting, vertexSources.count >= to.count * arity {
            return from.vertices.begins(vertexSources, workers: workers)
        }
        var expected = ContiguousArray<Int32>()
        var found = ContiguousArray<Int32>()
        for corners in (0..<to.vertices.count).blocks(of: NumberList.blockSize) {
            from.vertices.read(corners, into: &expected)
            to.vertices.read(corners, into: &found)
            for index in found.indices { found[index] = Int32(truncatingIfNeeded: vertexSource(of: Int(found[index]))) }
            guard found == expected else { return false }
        }
        return true
    }

    /// Reports meshes that arrive with fewer primitives than they had.
    private mutating func compareMeshShapes() {
        for (index, mesh) in target.scene.meshes.enumerated() {
            guard index < links.meshes.count, let origin = links.meshes[index],
                source.scene.meshes.indices.contains(origin)
            else { continue }
            let had = source.scene.meshes[origin].primitives.indices.filter {
                source.scene.meshes[origin].primitives[$0].elementCount > 0
                    && !missingPrimitives.contains(ScenePath.primitive(mesh: origin, $0))
            }
            let has = mesh.primitives.filter { $0.elementCount > 0 }
            // Additional primitives were already reported as generated elements.
            add(.sharing, ScenePath.mesh(origin), count: max(had.count - has.count, 0))
        }
    }
}
