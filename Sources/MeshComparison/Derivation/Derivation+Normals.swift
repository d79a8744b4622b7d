import MeshModel

extension Derivation {
    /// Adds the normals that were made, each compared with a normal computed again from the faces here.
    ///
    /// The last digits of a normal depend on the order in which faces are added up, so claimed values are used
    /// unchanged where they agree.
    mutating func addNormals(_ normals: Correspondence.MadeNormals) {
        let users = scene.usersOfSets
        for made in normals.made {
            let faces = (users[made.set] ?? []).filter {
                scene.meshes[$0.mesh].primitives[$0.index].topology == .polygons
            }
            guard scene.vertexSets.indices.contains(made.set), made.normals.components == 3 else {
                add(.value, ScenePath.vertexSet(made.set), count: 1, valueClass: .approximated)
                continue
            }
            let set = scene.vertexSets[made.set]
            let isPool = made.corners != nil
            let path =
                isPool
                ? ScenePath.pool(set: made.set, set.pools.count) : ScenePath.vertexAttribute(set: made.set, .normal)
            add(.generated, path, count: made.normals.count)
            var wrong = 0
            if set.attribute(.normal) != nil || set.pools.contains(where: { $0.semantic == .normal }) { wrong += 1 }
            if !isPool, made.normals.count != set.count { wrong += 1 }
            if made.hasGroups != scene.haveSmoothingGroups(faces) { wrong += 1 }
            if let own = FaceNormals(scene, made, faces, normals.weight) {
                wrong += own.wrong(made)
            } else {
                wrong += 1
            }
            add(.value, path, count: wrong, valueClass: .approximated)
            let attribute = Attribute(.normal, made.normals)
            guard let corners = made.corners else {
                scene.vertexSets[made.set].attributes.append(attribute)
                continue
            }
            for use in corners where scene.primitive(use.mesh, use.primitive)?.vertexSet == made.set {
                scene.meshes[use.mesh].primitives[use.primitive].cornerAttributes.append(
                    CornerAttribute(pool: set.pools.count, indices: use.rows))
            }
            scene.vertexSets[made.set].pools.append(attribute)
        }
    }
}

/// The normals at the corners of a vertex set, computed from its faces.
private struct FaceNormals {
    /// Identifies a corner's normal: one per vertex, per vertex and smoothing group, or per flat face.
    private struct Key: Hashable {
        var vertex: Int64
        var group: Int64
        var face: Int
    }

    /// The error of an angle: a few units in the last place of directions of length 1.
    private static let angleNoise = 0x1p-49

    private var keys: [Key: Int] = [:]
    /// For each key the weighted sum of its faces' normals, and the sum's possible rounding error.
    private var sums: [(vector: SIMD3<Double>, noise: Double)] = []
    /// The key and the vertex of each corner, by mesh and primitive.
    private var corners: [[Int]: [(key: Int, vertex: Int)]] = [:]

    /// - Parameter faces: the places of the polygons over the set.
    init?(
        _ scene: MeshScene, _ made: Correspondence.MadeNormals.Made, _ faces: [(mesh: Int, index: Int)],
        _ weight: Correspondence.MadeNormals.Weight
    ) {
        guard let positions = scene.vertexSets[made.set].attribute(.position), positions.offsets == nil,
            positions.values.components >= 3
        else { return nil }
        let factor = positions.normalized ? 1 / (positions.values.type.normalizedMaximum ?? 1) : 1
        let width = positions.values.components
        var places = ContiguousArray<Double>()
        positions.values.read(0..<positions.values.count, into: &places)
        var face = 0
        for (mesh, index) in faces {
            let primitive = scene.meshes[mesh].primitives[index]
            let groups = made.hasGroups ? primitive.groupNumbers : nil
            var own: [(key: Int, vertex: Int)] = []
            var vertices = ContiguousArray<Int64>()
            var walk = ElementWalk(primitive)
            while let block = walk.next() {
                primitive.readVertices(of: block.corners, into: &vertices)
                var first = 0
                for (element, arity) in zip(block.elements, block.arities) where first + arity <= vertices.count {
                    let ring = vertices[first..<first + max(arity, 0)]
                    first += max(arity, 0)
                    face += 1
                    guard ring.allSatisfy({ $0 >= 0 && $0 < positions.values.count }) else { return nil }
                    let points = ring.map { vertex in
                        let start = Int(vertex) * width
                        return SIMD3(places[start], places[start + 1], places[start + 2]) * factor
                    }
                    let group = groups.map { $0[element] }
                    let ends = ring.map { vertex in
                        (key: key(vertex, group, face), vertex: Int(vertex))
                    }
                    addFace(points, ends.map(\.key), isFlat: group == 0, weight)
                    own += ends
                }
            }
            corners[[mesh, index]] = own
        }
    }

    private mutating func key(_ vertex: Int64, _ group: Int64?, _ face: Int) -> Int {
        let key =
            group == 0 ? Key(vertex: -1, group: 0, face: face) : Key(vertex: vertex, group: group ?? 1, face: 0)
        if let known = keys[key] { return known }
        keys[key] = sums.count
        sums.append((SIMD3(), 0))
        return sums.count - 1
    }

    private mutating func addFace(
        _ points: [SIMD3<Double>], _ keys: [Int], isFlat: Bool, _ weight: Correspondence.MadeNormals.Weight
    ) {
        guard let origin = points.first else { return }
        var area = SIMD3<Double>()
        var products = 0.0
        for index in points.indices.dropFirst() {
            let (a, b) = (points[index - 1] - origin, points[index] - origin)
            area += cross(a, b)
            products += Self.length(a) * Self.length(b)
        }
        // Half of the sum is the area. Where squares underflow or overflow, the operation gives up too.
        area *= 0.5
        let square = (area * area).sum()
        guard square > 0, square.isFinite else { return }
        if isFlat {
            add(area, products, to: keys[0])
            return
        }
        // Equal positions in a row count as one corner.
        var ring: [SIMD3<Double>] = []
        var places: [Int] = []
        for point in points {
            if ring.last != point { ring.append(point) }
            places.append(ring.count - 1)
        }
        if ring.count > 1, ring.first == ring.last { ring.removeLast() }
        for (corner, key) in keys.enumerated() where key != keys[corner == 0 ? keys.count - 1 : corner - 1] {
            guard weight == .angle else {
                add(area, products, to: key)
                continue
            }
            let place = places[corner] % ring.count
            let out = ring[(place + 1) % ring.count] - ring[place]
            let back = ring[(place + ring.count - 1) % ring.count] - ring[place]
            let turn = Self.angle(out, back)
            let isDent = ring.count > 3 && (cross(out, back) * area).sum() < 0
            let factor = (isDent ? 2 * .pi - turn : turn) / Self.length(area)
            add(area * factor, products * factor, to: key)
            // Angles at a distant vertex have few correct digits, in any computation.
            sums[key].noise += Self.angleNoise
        }
    }

    /// - Parameter products: the products of edge lengths; areas are differences of such numbers.
    private mutating func add(_ vector: SIMD3<Double>, _ products: Double, to key: Int) {
        sums[key].vector += vector
        sums[key].noise += 1e-7 * Self.length(vector) + 1e-12 * products
    }

    /// The length, also of tiny vectors, whose squares would underflow; infinite where squares overflow.
    private static func length(_ vector: SIMD3<Double>) -> Double {
        let square = (vector * vector).sum()
        if square > 1e-250 || square.isNaN { return square.squareRoot() }
        let largest = max(abs(vector.x), abs(vector.y), abs(vector.z))
        guard largest > 0 else { return 0 }
        let part = vector / largest
        return largest * (part * part).sum().squareRoot()
    }

    /// The angle between two directions, halved until the first terms of its series suffice.
    private static func angle(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
        // Scaled to size 1 first: squares of tiny numbers would underflow.
        let largest = (max(abs(a.x), abs(a.y), abs(a.z)), max(abs(b.x), abs(b.y), abs(b.z)))
        guard largest.0 > 0, largest.1 > 0, (a * a).sum().isFinite, (b * b).sum().isFinite else { return 0 }
        let parts = (a / largest.0, b / largest.1)
        let (a, b) = (parts.0 / length(parts.0), parts.1 / length(parts.1))
        let normal = cross(a, b)
        let sine = (normal * normal).sum().squareRoot()
        let rest = 1 + (a * b).sum()
        guard rest > 0 else { return .pi }
        var half = sine / rest
        for _ in 0..<4 { half = half / (1 + (1 + half * half).squareRoot()) }
        let square = half * half
        var sum = 0.0
        for term in stride(from: 15, through: 1, by: -2) { sum = 1 / Double(term) - square * sum }
        return 32 * half * sum
    }

    /// The number of made normals that don't agree or are not of unit length.
    func wrong(_ made: Correspondence.MadeNormals.Made) -> Int {
        var wrong = 0
        var values = ContiguousArray<Double>()
        made.normals.read(0..<made.normals.count, into: &values)
        var isUsed = [Bool](repeating: false, count: made.normals.count)
        func look(_ row: Int, _ key: Int) {
            guard isUsed.indices.contains(row) else {
                if !hasNoDirection(key) { wrong += 1 }
                return
            }
            isUsed[row] = true
            if !agrees(SIMD3(values[row * 3], values[row * 3 + 1], values[row * 3 + 2]), key) { wrong += 1 }
        }
        if let uses = made.corners {
            var told = 0
            for use in uses {
                let rows = use.rows.integers()
                guard let own = corners[[use.mesh, use.primitive]], own.count == rows.count else {
                    wrong += 1
                    continue
                }
                told += 1
                for (corner, row) in zip(own, rows) { look(Int(row), corner.key) }
            }
            if told != corners.count { wrong += 1 }
            // Rows without a corner come from no face.
            return wrong + isUsed.count { !$0 }
        }
        for corner in corners.values.joined() { look(corner.vertex, corner.key) }
        for row in isUsed.indices where !isUsed[row] {
            if (0..<3).contains(where: { values[row * 3 + $0] != 0 }) { wrong += 1 }
        }
        return wrong
    }

    private func hasNoDirection(_ key: Int) -> Bool {
        let length = Self.length(sums[key].vector)
        return !(length > sums[key].noise) || !length.isFinite
    }

    private func agrees(_ normal: SIMD3<Double>, _ key: Int) -> Bool {
        let size = (normal * normal).sum()
        if size == 0 { return hasNoDirection(key) }
        let sum = sums[key].vector
        let length = Self.length(sum)
        let way = sum - normal * length
        let limit = 1e-5 * length + 2 * sums[key].noise
        // The direction is unknown after an overflow.
        return abs(size - 1) < 1e-6 && (!limit.isFinite || Self.length(way) <= limit)
    }
}

extension MeshScene {
    fileprivate func primitive(_ mesh: Int, _ index: Int) -> Primitive? {
        meshes.indices.contains(mesh) && meshes[mesh].primitives.indices.contains(index)
            ? meshes[mesh].primitives[index] : nil
    }

    fileprivate func haveSmoothingGroups(_ faces: [(mesh: Int, index: Int)]) -> Bool {
        faces.contains { place in
            meshes[place.mesh].primitives[place.index].elementAttributes.contains { $0.semantic == .smoothingGroup }
        }
    }
}

extension Primitive {
    /// The smoothing group of each element; 0 where there is none.
    fileprivate var groupNumbers: [Int64] {
        let column = elementAttributes.first { $0.semantic == .smoothingGroup && $0.offsets == nil }?.values
        guard let column, column.count == elementCount, column.components == 1 else {
            return [Int64](repeating: 0, count: elementCount)
        }
        return column.integers()
    }
}
