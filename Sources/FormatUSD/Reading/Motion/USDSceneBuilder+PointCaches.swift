import MeshFormats
import MeshModel

// Points with time samples (vertex caches), as morph targets.

extension USDSceneBuilder {
    /// The points of a prim that change with time, or nil if they don't, or can't be targets.
    mutating func pointCache(_ prim: Int) -> USDPointCache? {
        guard uses.isTimed else { return nil }
        let samples = stage.samples(prim, "points")
        guard samples.count > 0, changes(prim, "points", samples.count) else { return nil }
        guard let rest = stage.value(prim, "points")?.column ?? samples[0].value.column,
            let points = columns(samples, like: rest)
        else {
            warn(
                "usd.point-cache", prim,
                "points that change with time are not as many and valid at each time: they are read at one time only")
            return nil
        }
        for name in ["faceVertexCounts", "faceVertexIndices", "curveVertexCounts", "surfaceFaceVertexIndices"]
        where changes(prim, name, stage.samples(prim, name).count) {
            warn("usd.point-cache", prim, "'\(name)' changes with time: the points are read at one time only")
            return nil
        }
        guard let cost = USDPointCache.cost(samples: samples.count, points: rest.count),
            cachedNumbers + cost <= Self.mostCached
        else {
            warn(
                "usd.point-cache", prim,
                "\(rest.count) points at \(samples.count) times are too many and are read at one time; keep fewer times"
            )
            return nil
        }
        let normals = cachedNormals(prim, samples.map(\.time), count: rest.count)
        let cache = USDPointCache(rest, points, normals: normals.map { ($0.rest, $0.samples) })
        cachedNumbers += cost
        atRest.insert(MovedAttribute(prim: prim, name: "points"))
        if let normals { atRest.insert(MovedAttribute(prim: prim, name: normals.name)) }
        note(
            "usd.point-cache", prim,
            "points that change with time are read as morph targets that follow one another: \(cache.points.count)")
        return cache
    }

    /// More numbers than that aren't in memory together.
    private static let mostCached = 1 << 26

    /// The values of samples, if all are valid and have as many rows as at rest.
    private func columns(_ samples: [USDSample], like rest: Column) -> [Column]? {
        guard Self.isValid(rest, count: rest.count) else { return nil }
        var columns: [Column] = []
        var last = -Double.infinity
        for sample in samples {
            guard sample.time.isFinite, sample.time > last, let column = sample.value.column,
                Self.isValid(column, count: rest.count)
            else { return nil }
            last = sample.time
            columns.append(column)
        }
        return columns
    }

    private static func isValid(_ column: Column, count: Int) -> Bool {
        column.components == 3 && column.count == count && !column.type.isInteger && column.nonFiniteRows().count == 0
    }

    /// The normals of points that change with them: at the same times, one for each point.
    private func cachedNormals(
        _ prim: Int, _ times: [Double], count: Int
    ) -> (name: String, rest: Column, samples: [Column])? {
        let name = stage.property(prim, "primvars:normals") != nil ? "primvars:normals" : "normals"
        let samples = stage.samples(prim, name)
        let word = field(prim, name, "interpolation")?.word ?? (name == "normals" ? "vertex" : "constant")
        guard samples.map(\.time) == times, word == "vertex" || word == "varying",
            stage.property(prim, name + ":indices") == nil,
            let rest = stage.value(prim, name)?.column ?? samples.first?.value.column, rest.count == count,
            let columns = columns(samples, like: rest)
        else { return nil }
        return (name, rest, columns)
    }

    /// Adds the targets of a cache to the vertices of a mesh.
    ///
    /// - Parameter first: the number of targets that the mesh has already.
    mutating func addTargets(_ cache: USDPointCache, first: Int, to set: Int) -> [MorphTarget] {
        for (index, column) in cache.points.enumerated() {
            scene.vertexSets[set].attributes.append(Attribute(.target(first + index, .position), column))
        }
        if scene.vertexSets[set].attribute(.normal) != nil {
            for (index, column) in (cache.normals ?? []).enumerated() {
                scene.vertexSets[set].attributes.append(Attribute(.target(first + index, .normal), column))
            }
        }
        return cache.points.indices.map { MorphTarget(name: "points_\($0 + 1)") }
    }

    /// Lets the points of a prim's node follow one another.
    mutating func addCache(_ prim: Int, _ node: Int) throws(ReadError) {
        guard let mesh = scene.nodes[node].mesh, let (cache, first) = pointCaches[mesh], !cache.points.isEmpty else {
            return
        }
        let times = stage.samples(prim, "points").map(\.time)
        guard times.count == cache.targets.count else { return }
        let rest = scene.nodes[node].weights ?? scene.meshes[mesh].targets.map(\.weight)
        let course = cache.course(times, after: Array(rest.prefix(first)))
        guard let shapes = shapeCourse(prim), shapes.width == first, !shapes.times.isEmpty else {
            return try add(course, to: .weights, of: node)
        }
        guard let both = course.replacing(by: shapes, most: USDPointCache.mostDifferences) else {
            warn(
                "usd.point-cache", prim, "its points and blend shapes change at too many times: the shapes stand still")
            return try add(course, to: .weights, of: node)
        }
        try add(both, to: .weights, of: node)
    }
}
