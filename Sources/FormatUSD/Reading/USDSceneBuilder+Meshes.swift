import MeshFormats
import MeshModel

// Meshes of faces: their corners, holes, winding and subsets.

extension USDSceneBuilder {
    mutating func mesh(_ prim: Int) throws(ReadError) -> Primitive? {
        if hasAPI(prim, "MeshLightAPI") {
            note("usd.light", prim, "the mesh is a light, too, which is left out")
            lostLights.whole.insert(prim)
        }
        let points = self.points(of: prim)
        let counts = value(prim, "faceVertexCounts")?.column
        let indices = value(prim, "faceVertexIndices")?.column
        if points == nil, counts != nil || indices != nil {
            warn("usd.no-points", prim, "the mesh has faces but no points: the faces are left out")
            return try finish(prim, USDFaces.none, points)
        }
        guard
            var faces = try USDFaces(
                counts: counts, indices: indices, pointCount: points?.count ?? 0, at: stage.path(of: prim))
        else {
            warn(
                "usd.topology", prim,
                """
                the faces need \(USDFaces.sum(counts)) indices, but have \(indices?.count ?? 0): the faces are left \
                out
                """)
            return try finish(prim, USDFaces.none, points)
        }
        if value(prim, "orientation")?.word == "leftHanded" {
            faces.turnRound()
            note("usd.left-handed", prim, "faces are clockwise in the file: their corners are reversed")
        }
        if let holes = value(prim, "holeIndices")?.column, holes.count > 0 {
            let count = faces.leaveOut(holes.integers())
            if count > 0 { note("usd.holes", prim, "faces marked as holes are left out: \(count)") }
        }
        let scheme = value(prim, "subdivisionScheme")?.word ?? "catmullClark"
        // The surface of a bilinear one is the mesh itself.
        if scheme != "none", scheme != "bilinear", faces.count > 0 {
            subdivisionCount += 1
            note(
                "usd.subdivision", prim,
                "a smooth subdivision surface (\(scheme)) is read as its coarse mesh and looks blockier")
        }
        _ = value(prim, "extent")
        return try finish(prim, faces, points)
    }

    /// The surface of a tetrahedral mesh.
    mutating func tetMesh(_ prim: Int) throws(ReadError) -> Primitive? {
        let points = self.points(of: prim)
        let triangles = value(prim, "surfaceFaceVertexIndices")?.column
            .flatMap { $0.components == 1 ? $0 : $0.flattened }
        let repeated = triangles.map { Column([Int32(3)]).repeated($0.count / 3) }
        guard
            var faces = try USDFaces(
                counts: repeated, indices: triangles, pointCount: points?.count ?? 0, at: stage.path(of: prim))
        else {
            warn("usd.topology", prim, "triangles without three corners: the surface is left out")
            return try finish(prim, USDFaces.none, points)
        }
        if value(prim, "orientation")?.word == "leftHanded" { faces.turnRound() }
        note("usd.tetrahedra", prim, "of a mesh of tetrahedra only the surface is read")
        return try finish(prim, faces, points)
    }

    /// Completes a primitive with the prim's values for vertices, faces and corners.
    mutating func finish(_ prim: Int, _ faces: USDFaces, _ points: Attribute?) throws(ReadError) -> Primitive {
        var set = VertexSet(count: points?.count ?? 0, attributes: points.map { [$0] } ?? [])
        var primitive = Primitive(
            topology: .polygons, vertexSet: scene.vertexSets.count, elementCount: faces.count, arity: faces.arity,
            vertices: faces.vertices)
        let domain = USDDomain(
            vertexCount: set.count, elementCount: faces.sourceCount, cornerCount: faces.sourceCornerCount,
            elements: faces.elements, corners: faces.corners)
        let hasColors = try addPrimvars(prim, domain, to: &set, &primitive)
        try addSubsets(prim, faces, to: &primitive)
        if hasColors { noteColors(set, primitive) }
        scene.vertexSets.append(set)
        return primitive
    }

    /// The positions of a prim, in their original precision.
    mutating func points(of prim: Int) -> Attribute? {
        guard let column = value(prim, "points")?.column else { return nil }
        guard column.components == 3, !column.type.isInteger else {
            // USD's programs show none of another type.
            warn(
                "usd.points", prim,
                "expected points of 3 floats, found \(column.components) of \(column.type.name): none is read")
            return nil
        }
        return Attribute(.position, column)
    }

    // MARK: Subsets

    private mutating func addSubsets(
        _ prim: Int, _ faces: USDFaces, to primitive: inout Primitive
    ) throws(ReadError) {
        let whole = material(boundTo: prim)
        // The family type follows from the faces of its subsets.
        for name in stage.properties(of: prim) where name.hasPrefix("subsetFamily:") { _ = value(prim, name) }
        var parts: [(prim: Int, elements: [Int])] = []
        var families: [String: [Subset]] = [:]
        var order: [String] = []
        for child in stage.prims[prim].children where stage.prims[child].typeName == "GeomSubset" {
            let type = value(child, "elementType")?.word ?? "face"
            guard type == "face" else {
                warn("usd.subset", child, "a subset of type '\(type)' is not supported and is left out")
                continue
            }
            let family = value(child, "familyName")?.word ?? ""

            let indices = value(child, "indices")?.column?.integers() ?? []
            let elements = faces.elements(of: indices)
            let isBound = material(boundTo: child) != nil || isBoundInVariants(child)
            if family == "materialBind" || (family.isEmpty && isBound) {
                if isBound { parts.append((child, Array(elements))) }
            } else if faces.count == 0 {
                note("usd.subset", child, "the mesh has no faces: its groups of faces are left out")
            } else {
                let family = family.isEmpty ? "subsets" : family
                let name = metadata(child, "displayName")?.word ?? stage.prims[child].name
                if families[family] == nil { order.append(family) }
                families[family, default: []].append(Subset(name: name, elements: elements))
            }
        }
        primitive.subsetFamilies = order.map { SubsetFamily(name: $0, subsets: families[$0] ?? []) }
        if parts.isEmpty {
            if let whole { primitive.material = .one(whole) }
        } else {
            var materials = ContiguousArray<Int32>(repeating: Int32(whole ?? -1), count: faces.count)
            for part in parts {
                guard let material = material(boundTo: part.prim) else { continue }
                for element in part.elements { materials[element] = Int32(material) }
            }
            primitive.material = MaterialBinding(numbers: materials)
        }
        primitive.variantMaterials = try variantRows(prim, parts, faceCount: faces.count)
        noteSides(prim, primitive)
    }
}
