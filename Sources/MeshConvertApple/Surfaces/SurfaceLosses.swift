import MeshConvert

/// Collects what a framework's objects don't hold of a scene.
struct SurfaceLosses {
    private let target: SurfaceScene.Target
    private var losses: [Loss] = []
    /// The image with painted colours.
    var paintedImage: Int?

    init(_ target: SurfaceScene.Target) { self.target = target }

    var sorted: [Loss] {
        losses.enumerated().sorted { ($0.element.severity, $0.offset) < ($1.element.severity, $1.offset) }
            .map(\.element)
    }

    mutating func add(
        _ code: Loss.Code, _ severity: Loss.Severity, _ subject: String, _ name: String, _ count: Int, _ unit: String,
        _ cause: String, error: Double? = nil, remedy: Remedy? = nil
    ) {
        losses.append(
            Loss(
                code, severity, subject: subject, name: name, count: count, unit: unit, largestError: error,
                cause: cause, remedy: remedy))
    }

    /// What is never carried over: all but nodes, meshes, materials and images.
    mutating func loseContents(of scene: MeshScene) {
        let parts: [(Loss.Code, String, Int, String, Remedy?)] = [
            (.cameraDropped, "/cameras", scene.cameras.count, "cameras", .ending("usdz")),
            (.lightDropped, "/lights", scene.lights.count, "lights", .ending("usdz")),
            (.skinDropped, "/skins", scene.skins.count, "skins", .ending("usdz")),
            (.animationDropped, "/clips", scene.clips.count, "animations", .ending("usdz")),
            (
                .morphDropped, "/meshes", scene.meshes.reduce(0) { $0 + $1.targets.count }, "morph targets",
                .ending("usdz")
            ),
            (.variantDropped, "/materialVariants", scene.materialVariants.count, "variants", .ending("glb")),
            (.tableDropped, "/tables", scene.tables.count, "tables", .ending("ply")),
            (.metadataDropped, "/metadata", scene.metadata.count, "entries", nil),
        ]
        for (code, subject, count, name, remedy) in parts where count > 0 {
            let plain = name == "entries" ? "metadata" : name
            add(
                code, .dropped, subject, plain, count, name,
                "objects of \(target.rawValue) are made without \(plain)", remedy: remedy)
        }
        let copies = scene.nodes.reduce(0) { $0 + ($1.instances?.count ?? 0) }
        if copies > 0 {
            add(
                .instancesExpanded, .reencoded, "/nodes", "instances", copies, "copies",
                "each copy of a mesh is a node of its own")
        }
    }

    /// What no surface shows of the values of vertices, corners and elements, and vertices that no element uses.
    mutating func loseAttributes(of scene: MeshScene, but builder: SurfaceBuilder) {
        for (index, set) in scene.vertexSets.enumerated() {
            for attribute in set.attributes {
                let path = ScenePath.vertexAttribute(set: index, attribute.semantic)
                if !builder.shown.contains(path) { lose(attribute, path, "vertices") }
            }
            for (pool, attribute) in set.pools.enumerated() {
                let path = ScenePath.pool(set: index, pool)
                if !builder.shown.contains(path) { lose(attribute, path, "rows") }
            }
            let unused = set.count - (builder.usedVertices[index]?.count { $0 } ?? 0)
            if unused > 0 {
                add(
                    .valuesUnreferenced, .dropped, ScenePath.vertexSet(index), "vertices", unused, "vertices",
                    "nothing that is shown uses them", remedy: .ending("ply"))
            }
        }
        for (mesh, index, primitive) in scene.placedPrimitives {
            for attribute in primitive.elementAttributes {
                let path = ScenePath.elementAttribute(mesh: mesh, primitive: index, attribute.semantic)
                if !builder.shown.contains(path) { lose(attribute, path, "faces") }
            }
            let subsets = primitive.subsetFamilies.flatMap(\.subsets).count
            if subsets > 0 {
                add(
                    .subsetDropped, .dropped, ScenePath.primitive(mesh: mesh, index), "named sets of elements",
                    subsets, "sets", "\(target.rawValue) has no named sets of elements")
            }
        }
    }

    /// Names that have no place: of meshes whose node has another, of textures and images, and RealityKit's materials.
    mutating func loseNames(of scene: MeshScene) {
        let meshes = scene.nodes.count { node in
            guard let name = node.mesh.flatMap({ scene.meshes[$0].name }) else { return false }
            return target == .modelIO && node.name != nil && node.name != name
        }
        let images = scene.images.count { $0.name != nil || !$0.uri.isEmpty && $0.uri != "colors.png" }
        let materials = target == .realityKit ? scene.materials.count { $0.name != nil && $0.name != "Colors" } : 0
        let names = [
            ("meshes", meshes), ("textures", scene.textures.count { $0.name != nil }), ("images", images),
            ("materials", materials),
        ]
        for (unit, count) in names where count > 0 {
            add(
                .nameDropped, .dropped, "/\(unit)", "names", count, unit,
                "\(target.rawValue) has no names of \(unit) here")
        }
    }

    /// Nodes and meshes that the scene to show doesn't have.
    mutating func loseUnreached(in scene: MeshScene, _ nodes: [SurfaceNode]) {
        let others = scene.nodes.count - nodes.count
        if others > 0 {
            add(
                .hierarchyBaked, .dropped, "/nodes", "other scenes", others, "nodes",
                "only the nodes of the scene to show are made", remedy: .ending("glb"))
        }
        let hidden = scene.meshes.count - Set(nodes.compactMap(\.mesh)).count
        if hidden > 0 {
            add(.meshDropped, .dropped, "/meshes", "meshes", hidden, "meshes", "no node that is made shows them")
        }
    }

    /// What becomes of the colours of elements with a material.
    func use(ofColors target: SurfaceScene.Target, _ material: SurfaceMaterial?) -> SurfaceBuilder.Colors {
        if target == .modelIO { return .held }
        return paintedImage != nil && material?.textures[.baseColor]?.image == paintedImage ? .painted : .unseen
    }

    private mutating func lose(_ attribute: Attribute, _ path: String, _ unit: String) {
        add(
            .attributeDropped, .dropped, path, attribute.semantic.plainName, attribute.count, unit,
            "surfaces have positions, normals, colours and one set of texture coordinates", remedy: .ending("ply"))
    }

    mutating func add(triangulated changes: [TriangulationChange], of scene: MeshScene) {
        for change in changes {
            add(
                .topologyTriangulated, .approximated, ScenePath.primitive(mesh: change.mesh, change.primitive),
                "polygons", change.polygons, "faces", "\(target.rawValue) gets triangles")
        }
    }

    mutating func drop(_ primitive: Primitive, mesh: Int, _ index: Int) {
        guard primitive.elementCount > 0 else { return }
        let unit = primitive.topology == .points ? "points" : "lines"
        add(
            .topologyDropped, .dropped, ScenePath.primitive(mesh: mesh, index), unit, primitive.elementCount, unit,
            "RealityKit's mesh descriptors hold triangles only", remedy: .ending("ply"))
    }

    mutating func addSegments(_ primitive: Primitive, mesh: Int, _ index: Int) {
        if case .uniform(...2) = primitive.arity { return }
        guard primitive.topology == .lines, primitive.elementCount > 0 else { return }
        add(
            .topologySegmented, .approximated, ScenePath.primitive(mesh: mesh, index), "lines", primitive.elementCount,
            "lines", "\(target.rawValue) gets single segments")
    }

    mutating func loseMaterials(_ scene: MeshScene, _ materials: [SurfaceMaterial]) {
        for (index, material) in scene.materials.enumerated() {
            let others = material.parameters.map(\.name).filter { !SurfaceMaterial.settings.contains($0) }
            let name = "material \(material.name ?? "\(index + 1)")"
            if !others.isEmpty {
                add(
                    .materialApproximated, .approximated, "/materials/\(index)", name, others.count, "settings",
                    "not carried over to \(target.rawValue): \(others.joined(separator: ", "))",
                    remedy: .ending("usdz"))
            }
            for slot in material.textures where !materials[index].holds(slot) {
                add(
                    .textureDropped, .dropped, "/materials/\(index)/\(slot.slot)", "\(slot.slot) texture of \(name)", 1,
                    "textures",
                    "\(target.rawValue) gets textures that aren't moved or scaled, of one set of coordinates",
                    remedy: .ending("usdz"))
            }
        }
    }

    mutating func lose(_ image: SceneImage, _ index: Int) {
        add(
            image.isFound ? .textureDropped : .textureMissing, .dropped, ScenePath.image(index), image.title(index), 1,
            "images", image.isFound ? "only PNG and JPEG are decoded" : "the image was not found")
    }

    /// What float32 matrices of the nodes don't hold, and RealityKit's translation, rotation and scale.
    mutating func loseTransforms(of scene: MeshScene) {
        var (rounded, skewed) = (0, 0)
        for node in scene.nodes {
            let affine = Affine(node.transform) ?? .identity
            let rows = [affine.x, affine.y, affine.z, affine.translation]
            if rows.contains(where: { SIMD3<Double>(SIMD3<Float>($0)) != $0 }) { rounded += 1 }
            if node.transform.hasPerspective || affine.isSkewed { skewed += 1 }
        }
        if rounded > 0 {
            add(
                .precisionReduced, .rounded, "/nodes", "transforms", rounded, "nodes",
                "transforms in \(target.rawValue) are float32")
        }
        if skewed > 0, target == .realityKit {
            add(
                .frameDecomposed, .approximated, "/nodes", "transforms", skewed, "nodes",
                "RealityKit's transforms are a scale, a rotation and a translation", remedy: .ending("usdz"))
        }
        if scene.metersPerUnit != nil, target == .modelIO {
            add(.unitDropped, .dropped, "/metersPerUnit", "unit", 1, "values", "Model I/O's assets have no unit")
        }
    }

    mutating func add(_ builder: SurfaceBuilder, of scene: MeshScene) {
        for (mesh, place, count) in builder.unseenColors {
            add(
                .attributeDropped, .dropped, ScenePath.primitive(mesh: mesh, place), "colours", count, "faces",
                "RealityKit's materials show no vertex colours beside a texture or colour of their own",
                remedy: .ending("glb"))
        }
        if builder.addedVertices > 0 {
            add(
                .interpolationSplit, .reencoded, "/vertexSets", "vertices", builder.addedVertices, "vertices",
                "corners with values of their own are vertices of their own")
        }
        if builder.positionError > 0 {
            add(
                .precisionReduced, .rounded, "/vertexSets", "positions", scene.vertexSets.reduce(0) { $0 + $1.count },
                "vertices", "positions are float32", error: builder.positionError)
        }
    }
}

extension Affine {
    /// Whether the axes are no longer at right angles, so that no scale before a rotation gives this matrix.
    fileprivate var isSkewed: Bool {
        let columns = (0..<3).map { SIMD3(x[$0], y[$0], z[$0]) }
        return [(0, 1), (1, 2), (0, 2)].contains { one, other in
            let (a, b) = (columns[one], columns[other])
            let sizes = ((a * a).sum() * (b * b).sum()).squareRoot()
            return abs((a * b).sum()) > sizes * 1e-6
        }
    }
}
