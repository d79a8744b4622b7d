import MeshFormats
import MeshModel
import MeshOperations
import Reconstruction

/// What a scan shows as one list of triangles with short edges, or as points if there are none.
///
/// - Units and frame: metres with +Y up, from an origin near both scans.
struct ChangeSurface {
    private(set) var positions = ContiguousArray<Float>()
    /// Three vertices for each triangle; empty: a cloud.
    private(set) var triangles = ContiguousArray<UInt32>()
    /// What each vertex stands for: a third of its triangles' area in square metres; 1 for a point; 0: nothing.
    private(set) var amounts = ContiguousArray<Double>()
    var isCloud: Bool { triangles.isEmpty }

    /// The most vertices and triangles.
    private static let limit = 1 << 28

    /// Collects what a scene shows; other elements than faces and points are left out, points if there are faces.
    ///
    /// - Parameters:
    ///   - longest: longer edges are cut, in metres, unless that would make millions of triangles.
    ///   - conversion: says whether the work was cancelled.
    /// - Throws: an error if it shows neither faces with an area nor points, or that the work was cancelled.
    init(
        _ source: ChangeSource, origin: SIMD3<Double>, longest: Double, _ conversion: ConvertOptions
    ) throws(ReadError) {
        try conversion.throwIfCancelled()
        let scene = triangulate(source.scene).scene
        let instances = NodeWalk(scene).shown
        let hasFaces = instances.contains { scene.meshes[$0.mesh].primitives.contains { $0.isTriangles } }
        var bases: [Use: UInt32] = [:]
        var used = ContiguousArray<Bool>()
        for instance in instances {
            for primitive in scene.meshes[instance.mesh].primitives
            where hasFaces ? primitive.isTriangles : primitive.topology == .points {
                guard scene.vertexSets.indices.contains(primitive.vertexSet) else { continue }
                let set = scene.vertexSets[primitive.vertexSet]
                let use = Use(set: primitive.vertexSet, transform: instance.transform)
                if bases[use] == nil {
                    bases[use] = UInt32(positions.count / 3)
                    try add(set, instance.transform, source.toMeters, origin, conversion)
                    used.append(contentsOf: repeatElement(false, count: positions.count / 3 - used.count))
                }
                guard let base = bases[use] else { continue }
                try add(primitive, set.count, base, isFaces: hasFaces, &used, conversion)
            }
        }
        if hasFaces {
            let area = try area(conversion)
            try cutEdges(longerThan: max(longest, (area / 500_000).squareRoot()), conversion)
            try measure(conversion)
        } else {
            amounts = ContiguousArray(used.lazy.map { $0 ? 1 : 0 })
            for point in amounts.indices where !isFinite(point) { amounts[point] = 0 }
        }
        guard amounts.contains(where: { $0 > 0 }) else {
            throw ReadError(
                .missing, .sideFile(source.name, .whole),
                "there is nothing to compare in it: no faces with an area and no points")
        }
    }

    private struct Use: Hashable {
        var set: Int
        var transform: Affine
    }

    private mutating func add(
        _ set: VertexSet, _ transform: Affine, _ toMeters: Affine, _ origin: SIMD3<Double>,
        _ conversion: ConvertOptions
    ) throws(ReadError) {
        guard positions.count / 3 + set.count < Self.limit else { throw Self.tooMany }
        guard let column = set.attribute(.position)?.values, column.components >= 3, column.count == set.count else {
            positions.append(contentsOf: repeatElement(.nan, count: set.count * 3))
            return
        }
        var values = ContiguousArray<Double>()
        for rows in column.blocks {
            try conversion.throwIfCancelled()
            column.read(rows, into: &values)
            for row in 0..<rows.count {
                let at = row * column.components
                let place = transform.applied(to: SIMD3(values[at], values[at + 1], values[at + 2]))
                let moved = toMeters.applied(to: place) - origin
                for axis in 0..<3 { positions.append(Float(moved[axis])) }
            }
        }
    }

    private mutating func add(
        _ primitive: Primitive, _ vertexCount: Int, _ base: UInt32, isFaces: Bool, _ used: inout ContiguousArray<Bool>,
        _ conversion: ConvertOptions
    ) throws(ReadError) {
        let corners = isFaces ? 3 : 1
        guard triangles.count / 3 + primitive.elementCount < Self.limit else { throw Self.tooMany }
        var walk = ElementWalk(primitive)
        var rows = ContiguousArray<Int64>()
        while let block = walk.next() {
            try conversion.throwIfCancelled()
            primitive.readVertices(of: block.corners, into: &rows)
            for element in stride(from: 0, to: rows.count - corners + 1, by: corners) {
                let own = rows[element..<element + corners]
                guard own.allSatisfy({ $0 >= 0 && $0 < vertexCount }) else { continue }
                if isFaces {
                    for row in own { triangles.append(base + UInt32(row)) }
                } else {
                    used[Int(base) + Int(own[element])] = true
                }
            }
        }
    }

    private static let tooMany = ReadError(
        .limitExceeded, .whole, "too large to compare: it has more than \(limit) vertices or triangles")

    // MARK: Measures

    func position(_ vertex: Int) -> SIMD3<Double> {
        SIMD3(Double(positions[vertex * 3]), Double(positions[vertex * 3 + 1]), Double(positions[vertex * 3 + 2]))
    }

    private func isFinite(_ vertex: Int) -> Bool { positions[vertex * 3..<vertex * 3 + 3].allSatisfy(\.isFinite) }

    /// Twice the area of a triangle, along its normal.
    private func doubleArea(_ triangle: Int) -> SIMD3<Double> {
        let a = position(Int(triangles[triangle]))
        return cross(position(Int(triangles[triangle + 1])) - a, position(Int(triangles[triangle + 2])) - a)
    }

    /// The first corners of blocks of triangles: between two blocks the work may be cancelled.
    private var blocks: StrideTo<Int> { stride(from: 0, to: triangles.count, by: Self.block) }
    private static let block = 3 << 14

    /// The first corners of the triangles of a block.
    private func corners(_ block: Int) -> StrideTo<Int> {
        stride(from: block, to: min(block + Self.block, triangles.count), by: 3)
    }

    private func area(_ conversion: ConvertOptions) throws(ReadError) -> Double {
        var sum = 0.0
        for block in blocks {
            try conversion.throwIfCancelled()
            for triangle in corners(block) {
                let own = doubleArea(triangle).length / 2
                if own.isFinite { sum += own }
            }
        }
        return sum
    }

    private mutating func measure(_ conversion: ConvertOptions) throws(ReadError) {
        amounts = ContiguousArray(repeating: 0, count: positions.count / 3)
        for block in blocks {
            try conversion.throwIfCancelled()
            measure(block)
        }
    }

    private mutating func measure(_ block: Int) {
        for triangle in corners(block) {
            let third = doubleArea(triangle).length / 6
            guard third.isFinite else { continue }
            for corner in triangle..<triangle + 3 { amounts[Int(triangles[corner])] += third }
        }
    }

    /// All vertices as points.
    var points: PointCloud { (try? PointCloud(positions: positions)) ?? PointCloud() }

    /// The middles of triangles with their normals, and how far their corners are away; degenerate ones are left out.
    func faces(_ conversion: ConvertOptions) throws(ReadError) -> (cloud: PointCloud, radii: ContiguousArray<Float>) {
        var (places, normals, radii) = (ContiguousArray<Float>(), ContiguousArray<Float>(), ContiguousArray<Float>())
        for block in blocks {
            try conversion.throwIfCancelled()
            for triangle in corners(block) {
                let normal = doubleArea(triangle)
                guard normal.length > 0, normal.length.isFinite else { continue }
                let corners = (0..<3).map { position(Int(triangles[triangle + $0])) }
                let middle = (corners[0] + corners[1] + corners[2]) / 3
                for axis in 0..<3 {
                    places.append(Float(middle[axis]))
                    normals.append(Float(normal[axis] / normal.length))
                }
                radii.append(Float(corners.reduce(0) { max($0, ($1 - middle).length) }))
            }
        }
        return ((try? PointCloud(positions: places, normals: normals)) ?? PointCloud(), radii)
    }

    /// Moves all of it by a rotation and a translation.
    mutating func move(by motion: Affine) { positions = points.moved(by: motion).positions }

    // MARK: Cutting

    /// Cuts edges in the middle until all are short; neighbours stay joined.
    private mutating func cutEdges(longerThan limit: Double, _ conversion: ConvertOptions) throws(ReadError) {
        guard limit > 0, limit.isFinite else { return }
        let most = max(triangles.count, 12_000_000)
        for _ in 0..<40 where triangles.count < most {
            var middles: [UInt64: UInt32] = [:]
            var cut = ContiguousArray<UInt32>()
            for block in blocks {
                try conversion.throwIfCancelled()
                for triangle in corners(block) {
                    let own = (0..<3).map { triangles[triangle + $0] }
                    let middle = (0..<3).map { self.middle(of: own[$0], own[($0 + 1) % 3], limit, &middles) }
                    append(own, middle, to: &cut)
                }
            }
            if middles.isEmpty { return }
            triangles = cut
        }
    }

    /// The vertex in the middle of an edge that is cut; nil: it is short, or has no length.
    private mutating func middle(
        of a: UInt32, _ b: UInt32, _ limit: Double, _ middles: inout [UInt64: UInt32]
    ) -> UInt32? {
        let (start, end) = (position(Int(a)), position(Int(b)))
        let length = (end - start).length
        guard length > limit, length.isFinite, positions.count / 3 < Self.limit else { return nil }
        let key = UInt64(min(a, b)) << 32 | UInt64(max(a, b))
        if let known = middles[key] { return known }
        let vertex = UInt32(positions.count / 3)
        let place = (start + end) / 2
        for axis in 0..<3 { positions.append(Float(place[axis])) }
        middles[key] = vertex
        return vertex
    }

    /// Appends the triangles that one becomes; `middle[k]` lies between its corners k and k + 1.
    private func append(_ own: [UInt32], _ middle: [UInt32?], to cut: inout ContiguousArray<UInt32>) {
        let count = middle.count { $0 != nil }
        if count == 0 { return cut.append(contentsOf: own) }
        if count == 3 {
            let m = middle.compactMap(\.self)
            for corner in 0..<3 { cut.append(contentsOf: [own[corner], m[corner], m[(corner + 2) % 3]]) }
            return cut.append(contentsOf: m)
        }
        // A fan from a corner behind a cut edge; with two cut edges from the corner between them.
        let first = middle.indices.first { middle[$0] != nil && middle[($0 + 2) % 3] == nil } ?? 0
        let (a, b, c) = (own[first], own[(first + 1) % 3], own[(first + 2) % 3])
        guard let m = middle[first] else { return cut.append(contentsOf: own) }
        guard let n = middle[(first + 1) % 3] else { return cut.append(contentsOf: [a, m, c, m, b, c]) }
        cut.append(contentsOf: [m, b, n, a, m, n, a, n, c])
    }
}
