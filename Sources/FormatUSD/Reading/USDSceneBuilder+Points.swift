import MeshFormats
import MeshModel

// Clouds of points, and curves as lines.

extension USDSceneBuilder {
    mutating func points(_ prim: Int) throws(ReadError) -> Primitive? {
        let points = self.points(of: prim)
        _ = value(prim, "extent")
        var set = VertexSet(count: points?.count ?? 0, attributes: points.map { [$0] } ?? [])
        var primitive = Primitive.cloud(vertexSet: scene.vertexSets.count, count: set.count)
        let domain = USDDomain(
            vertexCount: set.count, elementCount: set.count, cornerCount: set.count, hasElements: false)
        return try finish(prim, domain, &set, &primitive)
    }

    /// Completes the primitive of a prim that has one material, if any.
    private mutating func finish(
        _ prim: Int, _ domain: USDDomain, _ set: inout VertexSet, _ primitive: inout Primitive, isPeriodic: Bool = false
    ) throws(ReadError) -> Primitive {
        let hasColors = try addPrimvars(prim, domain, to: &set, &primitive)
        // Corner values would lack one for the corner that closes a curve.
        if isPeriodic { primitive.cornerAttributes = [] }
        return bound(prim, set, primitive, hasColors: hasColors)
    }

    /// Adds the vertices of a primitive that has one material, and gives it what its prim binds, by itself and in variants.
    mutating func bound(_ prim: Int, _ set: VertexSet, _ primitive: Primitive, hasColors: Bool) -> Primitive {
        var primitive = primitive
        if let material = material(boundTo: prim) { primitive.material = .one(material) }
        primitive.variantMaterials = variantRows(prim)
        if hasColors { noteColors(set, primitive) }
        scene.vertexSets.append(set)
        return primitive
    }

    mutating func curves(_ prim: Int) throws(ReadError) -> Primitive? {
        let points = self.points(of: prim)
        let counts = value(prim, "curveVertexCounts")?.column?.integers() ?? []
        let type = value(prim, "type")?.word ?? "cubic"
        let isPeriodic = value(prim, "wrap")?.word == "periodic"
        _ = value(prim, "extent")
        if stage.prims[prim].typeName != "BasisCurves" || type != "linear" {
            smoothCurveCount += 1
            warn("usd.curves", prim, "smooth curves are read as straight lines between their points")
        }
        let pointCount = points?.count ?? 0
        var starts: ContiguousArray<Int32> = [0]
        var vertices = ContiguousArray<Int32>()
        var next = 0
        for count in counts {
            guard count >= 0, Int(count) <= pointCount - next else {
                warn("usd.topology", prim, "the curves don't fit their \(pointCount) points: the rest is left out")
                break
            }
            for vertex in next..<next + Int(count) { vertices.append(Int32(clamping: vertex)) }
            if isPeriodic, count > 2 { vertices.append(Int32(clamping: next)) }
            next += Int(count)
            starts.append(Int32(clamping: vertices.count))
        }
        var set = VertexSet(count: pointCount, attributes: points.map { [$0] } ?? [])
        var primitive = Primitive(
            topology: .lines, vertexSet: scene.vertexSets.count, elementCount: starts.count - 1,
            arity: .offsets(Column(starts)), vertices: Column(vertices))
        // Corner values of a curve belong to its points.
        let domain = USDDomain(vertexCount: pointCount, elementCount: starts.count - 1, cornerCount: pointCount)
        return try finish(prim, domain, &set, &primitive, isPeriodic: isPeriodic)
    }
}
