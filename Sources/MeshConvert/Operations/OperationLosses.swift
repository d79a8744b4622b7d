import MeshBytes
import MeshFormats
import MeshModel
import MeshOperations
import MeshRouting

/// Performs the operations of a route and reports their losses.
enum OperationLosses {
    static let perform: Planner.Operate = { operation, scene in
        switch operation {
        case .bakeHierarchy: bake(scene)
        case .triangulate: cut(scene)
        case .convertFrame(let frame, let isRoot): reframe(scene, frame, isRoot)
        case .weld(let sets, let tolerance): weld(scene, sets, tolerance)
        case .generateNormals(let weight): makeNormals(scene, weight)
        case .paintColors(let isPlain): paint(scene, isPlain: isPlain)
        case .sampleTextures(let keepsTextures): sample(scene, keepsTextures)
        }
    }

    private static func bake(_ scene: Scene) -> Operated {
        let (baked, correspondence, changed) = bakeHierarchy(scene)
        var losses: [Loss] = []
        func lose(
            _ code: Loss.Code, _ severity: Loss.Severity, _ subject: String, _ name: String, _ count: Int,
            _ unit: String, _ cause: String
        ) {
            guard count > 0 else { return }
            losses.append(
                Loss(
                    code, severity, subject: subject, name: name, count: count, unit: unit, cause: cause,
                    remedy: severity == .generated ? nil : .format(keeping: .nodes)))
        }
        lose(
            .hierarchyBaked, .approximated, ScenePath.nodes, "places of nodes", changed.changedNodes, "nodes",
            "the target has no transforms and no instances: positions were moved")
        lose(
            .nodeGenerated, .generated, ScenePath.nodes, "nodes", changed.unshownMeshes, "nodes",
            "the target shows every mesh: no node showed these")
        for (mesh, count) in changed.meshCopies.enumerated() {
            let name = scene.meshes[mesh].name.map { "mesh \($0)" } ?? "mesh \(mesh + 1)"
            lose(
                .instanceRepeated, .approximated, ScenePath.mesh(mesh), name, count, "copies",
                "the target has no instances: the mesh is repeated")
        }
        for (set, count) in changed.vertexSetCopies.enumerated() {
            lose(
                .instanceRepeated, .approximated, ScenePath.vertexSet(set), "vertices",
                count * scene.vertexSets[set].count, "vertices",
                "they are shown in several places: the target has no transforms")
        }
        for node in changed.perspectives {
            losses.append(
                Loss(
                    .valueNormalized, .approximated, subject: ScenePath.node(node),
                    name: "transform of \(scene.nodes[node].name ?? "node \(node)")", count: 1, unit: "nodes",
                    cause: "positions are turned, scaled and moved: the matrix's perspective is left out",
                    remedy: .format(keeping: .matrices)))
        }
        losses += unturned(changed.untouched, in: scene, remedy: .format(keeping: .nodes))
        losses += roundings(changed.roundings, bakedOf: scene)
        return Operated(scene: baked, step: correspondence.steps.first, losses: losses)
    }

    private static func unturned(_ paths: [String], in scene: Scene, remedy: Remedy? = nil) -> [Loss] {
        paths.map { path in
            Loss(
                .attributeNarrowed, .approximated, subject: path,
                name: path.lastPathPart, count: rows(of: path, in: scene),
                unit: "rows", cause: "it does not turn or grow with the positions", remedy: remedy)
        }.filter { $0.count > 0 }
    }

    private static func reframe(_ scene: Scene, _ frame: SceneFrame, _ isRoot: Bool) -> Operated {
        let (framed, correspondence, changed) = convertFrame(
            scene, to: frame, placement: isRoot ? .rootNode : .baked)
        let vertices = scene.vertexSets.reduce(0) { $0 + $1.count }
        var losses: [Loss] = []
        if changed.scale != 1, vertices > 0, let own = scene.metersPerUnit, let unit = framed.metersPerUnit {
            losses.append(
                Loss(
                    .frameScaled, .reencoded, subject: ScenePath.metersPerUnit, name: "unit", count: vertices,
                    unit: "vertices",
                    cause: "\(LengthUnit.name(ofMeters: own)) became \(LengthUnit.name(ofMeters: unit)), as asked for: "
                        + "numbers are multiplied by \(NumberPrinter.text(changed.scale))"))
        }
        if changed.isTurned, vertices > 0, let axis = framed.upAxis {
            losses.append(
                Loss(
                    .frameTurned, .reencoded, subject: ScenePath.upAxis, name: "up axis", count: vertices,
                    unit: "vertices",
                    cause: "\(axis == .z ? "Y" : "Z") up became \(axis.rawValue) up, as asked for: "
                        + "(x, y, z) became \(axis == .z ? "(x, -z, y)" : "(x, z, -y)")"))
        }
        losses += unturned(changed.untouched, in: scene) + roundings(changed.roundings)
        return Operated(scene: framed, step: correspondence.steps.first, losses: losses)
    }

    /// Returns the number of rows of the vertex attribute, pool or element attribute at a path.
    private static func rows(of path: String, in scene: Scene) -> Int {
        for (index, set) in scene.vertexSets.enumerated() where path.hasPrefix(ScenePath.vertexSet(index) + "/") {
            for attribute in set.attributes
            where ScenePath.vertexAttribute(set: index, attribute.semantic) == path { return attribute.count }
            for pool in set.pools.indices where ScenePath.pool(set: index, pool) == path {
                return set.pools[pool].count
            }
        }
        for (mesh, value) in scene.meshes.enumerated() {
            for (index, primitive) in value.primitives.enumerated() {
                for attribute in primitive.elementAttributes
                where ScenePath.elementAttribute(mesh: mesh, primitive: index, attribute.semantic) == path {
                    return attribute.count
                }
            }
        }
        return 0
    }

    /// - Parameter scene: the scene before baking; nil if the move was not due to baking. Positions that were float32
    ///   then get a remedy: a target with transforms keeps them.
    private static func roundings(_ found: [PositionRounding], bakedOf scene: Scene? = nil) -> [Loss] {
        found.map { rounding in
            let own = scene.flatMap { scene in
                scene.vertexSets.indices.contains(rounding.set)
                    ? scene.vertexSets[rounding.set].attribute(.position)?.values.type : nil
            }
            return Loss(
                .precisionReduced, rounding.isRounding ? .rounded : .approximated,
                subject: ScenePath.vertexAttribute(set: rounding.set, .position), name: "positions",
                count: rounding.count, unit: "vertices", largestError: rounding.largestError,
                cause: "moved positions are rounded to float32",
                remedy: own == .float32 ? .format(keeping: .nodes) : nil)
        }
    }

    /// What operations lose of the vertices that get written: a rounded position counts as often as it is written.
    static let settle: Planner.Settle = { losses, source, derivation, moved, vertices in
        if case .identity = vertices { return losses }
        guard losses.contains(where: { $0.code == .precisionReduced }) else { return losses }
        var source = source
        // Only one operation of a route moves vertices; those after it round nothing.
        for step in derivation {
            let found: [PositionRounding]
            var bakedScene: Scene?
            switch step {
            case .welded(let weld):
                source.vertexSets = weldedVertexSets(of: source, weld)
                continue
            case .baked(let hierarchy):
                found = PositionRounding.written(of: source, in: moved, hierarchy, by: vertices)
                bakedScene = source
            case .framed(let framing) where framing.roots == nil:
                found = PositionRounding.written(of: source, in: moved, framing, by: vertices)
            default: continue
            }
            return losses.filter { $0.code != .precisionReduced } + roundings(found, bakedOf: bakedScene)
        }
        return losses
    }

    private static func cut(_ scene: Scene) -> Operated {
        let (cut, correspondence, changed) = triangulate(scene)
        var losses: [Loss] = []
        let polygons: Feature = scene.isFlat ? .flatPolygons : .polygons
        for change in changed {
            func lose(_ code: Loss.Code, _ severity: Loss.Severity, _ name: String, _ count: Int, _ cause: String) {
                guard count > 0 else { return }
                losses.append(
                    Loss(
                        code, severity, subject: ScenePath.primitive(mesh: change.mesh, change.primitive), name: name,
                        count: count, unit: "faces", cause: cause,
                        remedy: .format(keeping: code == .topologyDropped ? .smallFaces : polygons)))
            }
            let cause = "the target has triangles only"
            lose(.topologyTriangulated, .approximated, "polygons", change.polygons - change.dropped, cause)
            lose(.topologyDropped, .dropped, "faces of fewer than three corners", change.dropped, cause)
            lose(
                .topologyFolded, .approximated, "faces that cross themselves", change.folded,
                "no triangles cover such a face without lying on each other")
        }
        return Operated(scene: cut, step: correspondence.steps.first, losses: losses)
    }
}
