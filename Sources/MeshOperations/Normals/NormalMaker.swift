internal import MeshModel

/// Sums the face normals over one vertex set; see ``generateNormals(_:_:)``.
struct NormalMaker {
    /// The number of vertices or corners without a normal.
    private(set) var withoutDirection = 0
    private(set) var degenerateFaces = 0

    private let scene: MeshScene
    private let set: Int
    /// The primitives over the set, in the order of the meshes.
    private let users: [(mesh: Int, index: Int)]
    private let weight: NormalOptions.Weight
    private let smoothing: NormalOptions.Smoothing
    private var positions: CornerPositions
    /// Three numbers for each vertex or row; a SIMD3 would take the space of four.
    private var sums = ContiguousArray<Double>()
    private var ring = DistinctRing()

    init(
        _ scene: MeshScene, set: Int, users: [(mesh: Int, index: Int)], weight: NormalOptions.Weight,
        smoothing: NormalOptions.Smoothing
    ) {
        self.scene = scene
        self.set = set
        self.users = users
        self.weight = weight
        self.smoothing = smoothing
        positions = CornerPositions(scene)
    }

    struct Place {
        var mesh: Int
        var primitive: Int
    }

    /// Returns one normal for each vertex; zero if there is none.
    mutating func vertexNormals() -> Column {
        let count = scene.vertexSets[set].count
        sums = ContiguousArray(repeating: 0, count: count * 3)
        forEachFace { maker, _, _, vertices, points, corners in
            maker.addFace(points, corners) { corner in
                let vertex = vertices[corner]
                // A vertex that a face uses twice in a row counts as one corner.
                let last = vertices[corner == corners.lowerBound ? corners.upperBound - 1 : corner - 1]
                return vertex >= 0 && vertex < count && vertex != last ? Int(vertex) : nil
            }
        }
        var normals = ContiguousArray<Float>()
        normals.reserveCapacity(count * 3)
        for vertex in 0..<count {
            if !append(vertex, to: &normals) {
                normals.append(contentsOf: [0, 0, 0])
                withoutDirection += 1
            }
        }
        return Column(normals, components: 3)
    }

    /// Returns normals, and for each primitive with faces the normal of each corner.
    mutating func cornerNormals() -> (normals: Column, rows: [(place: Place, column: Column)]) {
        var rows: [(place: Place, rows: ContiguousArray<Int32>)] = []
        // The row of each pair of vertex and group.
        var keys = RowTable(width: 3)
        var rowOfKey = ContiguousArray<Int32>()
        var words: ContiguousArray<UInt32> = [0, 0, 0]
        var count: Int32 = 0
        forEachFace { maker, place, group, vertices, points, corners in
            if rows.last?.place.mesh != place.mesh || rows.last?.place.primitive != place.primitive {
                rows.append((place, []))
                rows[rows.count - 1].rows.reserveCapacity(
                    maker.scene.meshes[place.mesh].primitives[place.primitive].cornerCount)
            }
            let last = rows.count - 1
            let first = rows[last].rows.count
            if group == 0, !corners.isEmpty {
                rows[last].rows.append(contentsOf: repeatElement(count, count: corners.count))
                count += 1
            } else {
                words[1] = UInt32(truncatingIfNeeded: group)
                words[2] = UInt32(truncatingIfNeeded: group >> 32)
                for corner in corners {
                    words[0] = UInt32(truncatingIfNeeded: vertices[corner])
                    let key = Int(keys.number(words, at: 0))
                    if key == rowOfKey.count {
                        rowOfKey.append(count)
                        count += 1
                    }
                    rows[last].rows.append(rowOfKey[key])
                }
            }
            while maker.sums.count < Int(count) * 3 { maker.sums.append(0) }
            let own = rows[last].rows
            if group == 0 {
                maker.addFlat(points, corners, row: Int(count) - 1)
            } else {
                maker.addFace(points, corners) { corner in
                    let row = own[first + corner - corners.lowerBound]
                    let before = corner == corners.lowerBound ? corners.upperBound - 1 : corner - 1
                    return row != own[first + before - corners.lowerBound] ? Int(row) : nil
                }
            }
        }
        var normals = ContiguousArray<Float>()
        var places = ContiguousArray<Int32>()
        for row in 0..<Int(count) {
            let place = Int32(clamping: normals.count / 3)
            places.append(append(row, to: &normals) ? place : -1)
        }
        return (
            Column(normals, components: 3),
            rows.map { entry in
                for row in entry.rows where places[Int(row)] < 0 { withoutDirection += 1 }
                return (entry.place, Column(entry.rows).renumbered(places))
            }
        )
    }

    // MARK: Faces

    /// Calls `body` with each face: its primitive, its group, and its vertices and positions at `corners`.
    private mutating func forEachFace(
        _ body: (
            inout NormalMaker, Place, _ group: Int64, ContiguousArray<Int64>, ContiguousArray<SIMD3<Double>>,
            _ corners: Range<Int>
        ) -> Void
    ) {
        var vertices = ContiguousArray<Int64>()
        var points = ContiguousArray<SIMD3<Double>>()
        var groups = ContiguousArray<Int64>()
        for (mesh, index) in users {
            let primitive = scene.meshes[mesh].primitives[index]
            guard primitive.topology == .polygons else { continue }
            let place = Place(mesh: mesh, primitive: index)
            var walk = ElementWalk(primitive)
            while let block = walk.next() {
                primitive.readVertices(of: block.corners, into: &vertices)
                positions.read(block.corners, of: primitive, into: &points)
                groups.removeAll(keepingCapacity: true)
                if smoothing == .groups { primitive.smoothingGroups?.read(block.elements, into: &groups) }
                var first = 0
                for (element, arity) in block.arities.enumerated() {
                    let end = min(first + max(arity, 0), vertices.count, points.count)
                    body(
                        &self, place, element < groups.count ? groups[element] : 0, vertices, points, first..<end)
                    first = end
                }
            }
        }
    }

    /// The face's Newell vector; nil for a degenerate face.
    private mutating func vector(
        _ points: ContiguousArray<SIMD3<Double>>, _ corners: Range<Int>
    ) -> SIMD3<Double>? {
        let vector = Polygon.vectorArea(points[corners])
        let square = dot(vector, vector)
        if square > 0, square.isFinite { return vector }
        degenerateFaces += 1
        return nil
    }

    private mutating func addFlat(_ points: ContiguousArray<SIMD3<Double>>, _ corners: Range<Int>, row: Int) {
        if let vector = vector(points, corners) { add(vector, to: row) }
    }

    /// Adds the face to the sum that `target` returns for each corner; nil: to none.
    private mutating func addFace(
        _ points: ContiguousArray<SIMD3<Double>>, _ corners: Range<Int>, _ target: (Int) -> Int?
    ) {
        guard let vector = vector(points, corners), let unit = unitVector(vector) else { return }
        if weight == .angle { ring.read(points, corners) }
        for corner in corners {
            guard let row = target(corner) else { continue }
            switch weight {
            case .area: add(vector, to: row)
            case .angle: add(unit * ring.innerAngle(corner - corners.lowerBound, normal: vector), to: row)
            }
        }
    }

    private mutating func add(_ vector: SIMD3<Double>, to row: Int) {
        sums[row * 3] += vector.x
        sums[row * 3 + 1] += vector.y
        sums[row * 3 + 2] += vector.z
    }

    /// Appends a sum as a unit vector; returns false if it has no direction.
    private func append(_ row: Int, to normals: inout ContiguousArray<Float>) -> Bool {
        let sum = SIMD3(sums[row * 3], sums[row * 3 + 1], sums[row * 3 + 2])
        guard let unit = unitVector(sum) else { return false }
        for axis in 0..<3 { normals.append(Float(unit[axis])) }
        return true
    }
}

/// The corners of a face, except those at the position of the previous one; computed once per face, so time is linear.
private struct DistinctRing {
    private var places = ContiguousArray<SIMD3<Double>>()
    /// For each corner its index in `places`.
    private var placeOf = ContiguousArray<Int>()

    mutating func read(_ points: ContiguousArray<SIMD3<Double>>, _ corners: Range<Int>) {
        places.removeAll(keepingCapacity: true)
        placeOf.removeAll(keepingCapacity: true)
        for corner in corners {
            if places.last != points[corner] { places.append(points[corner]) }
            placeOf.append(places.count - 1)
        }
        // The ring is closed: its last position may equal the first.
        if places.count > 1, places.first == places.last { places.removeLast() }
    }

    /// The angle inside the face at a corner; corners at one position share its angle.
    func innerAngle(_ corner: Int, normal: SIMD3<Double>) -> Double {
        let place = placeOf[corner] < places.count ? placeOf[corner] : 0
        let out = places[place + 1 < places.count ? place + 1 : 0] - places[place]
        let back = places[place > 0 ? place - 1 : places.count - 1] - places[place]
        let inner = angle(out, back)
        return places.count > 3 && dot(cross(out, back), normal) < 0 ? 2 * .pi - inner : inner
    }
}
