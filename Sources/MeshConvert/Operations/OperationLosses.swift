import MeshBytes
import MeshFormats
import MeshModel
import MeshOperations
import MeshRouting

/// Performs the operations of a route and reports their losses.
enum OperationLosses {
    static let perform: Planner.Operate = { operation, scene in
        switch operation {
        case .expandInstances: expand(scene)
        case .pose(let moment): pose(scene, moment)
        case .keepClip(let clip): keepClip(scene, clip)
        case .leaveOutHidden: unhide(scene)
        case .bakeHierarchy: bake(scene)
        case .triangulate: cut(scene)
        case .convertFrame(let frame, let isRoot): reframe(scene, frame, isRoot)
        case .weld(let sets, let tolerance): weld(scene, sets, tolerance)
        case .generateNormals(let weight): makeNormals(scene, weight)
        case .paintColors(let isPlain, let isSketch): paint(scene, isPlain: isPlain, isSketch: isSketch)
        case .packTextures(let isSketch): pack(scene, isSketch: isSketch)
        case .placeTextures(let keepsMTL): place(scene, keepsMTL: keepsMTL)
        case .sampleTextures(let keepsTextures): sample(scene, keepsTextures)
        }
    }

    private static func unhide(_ scene: MeshScene) -> Operated {
        guard let (shown, rest, hidden) = leaveOutHidden(scene) else { return Operated(scene: scene) }
        var losses: [Loss] = []
        let isThere = scene.nodesOfShownScene
        for (node, count) in hidden {
            losses.add(
                .hiddenDropped, .dropped, ScenePath.node(node), isThere[node] ? "hidden objects" : "objects not shown",
                count: count, unit: "objects",
                cause: isThere[node]
                    ? "hidden in the source, so it was left out: the target can't hide anything"
                    : "left out: it is in another scene than the one that is shown, or in none",
                remedy: .format(keeping: .nodes))
        }
        for mesh in scene.meshesWithoutNode {
            losses.add(
                .hiddenDropped, .dropped, ScenePath.mesh(mesh), "objects not shown", count: 1, unit: "objects",
                cause: "left out: it is in no scene", remedy: .format(keeping: .nodes))
        }
        return Operated(scene: shown, step: .leftOutHidden(rest), losses: losses)
    }

    private static func bake(_ scene: MeshScene) -> Operated {
        let (baked, correspondence, changed) = bakeHierarchy(scene)
        var losses: [Loss] = []
        losses.add(
            .hierarchyBaked, .approximated, ScenePath.nodes, "places of nodes", count: changed.changedNodes,
            unit: "nodes", cause: "applied to the positions, as the target can't store transforms or instances",
            remedy: .format(keeping: .nodes))
        losses.add(
            .nodeGenerated, .generated, ScenePath.nodes, "nodes", count: changed.unshownMeshes, unit: "nodes",
            cause: "added for meshes that no node showed: the target shows every mesh")
        losses += repeats(
            of: scene, meshes: changed.meshCopies, "repeated, as the target can't store instances",
            vertexSets: changed.vertexSetCopies,
            "repeated for each place where they are shown, as the target can't store transforms",
            remedy: .format(keeping: .nodes))
        for node in changed.perspectives {
            losses.add(
                .valueNormalized, .approximated, ScenePath.node(node),
                "transform of \(scene.nodes[node].name ?? "node \(node)")", unit: "nodes",
                cause: "positions are rotated, scaled and moved, but the matrix's perspective is left out",
                remedy: .format(keeping: .matrices))
        }
        losses += unturned(changed.untouched, in: scene, remedy: .format(keeping: .nodes))
        losses += roundings(changed.roundings, bakedOf: scene)
        var done = Operated(scene: baked, step: correspondence.steps.first, losses: losses)
        if case .baked(let hierarchy) = done.step, !changed.roundings.isEmpty {
            done.roundings = { vertices in
                roundings(PositionRounding.written(of: scene, in: baked, hierarchy, by: vertices), bakedOf: scene)
            }
        }
        return done
    }

    private static func unturned(_ paths: [String], in scene: MeshScene, remedy: Remedy? = nil) -> [Loss] {
        var losses: [Loss] = []
        for path in paths {
            losses.add(
                .attributeNarrowed, .approximated, path, path.lastPathPart, count: rows(of: path, in: scene),
                unit: "rows", cause: "kept as it was: not rotated or scaled with the positions", remedy: remedy,
                rank: SplatNames.isName(path.lastPathPart) ? .visible : nil)
        }
        return losses
    }

    private static func reframe(_ scene: MeshScene, _ frame: SceneFrame, _ isRoot: Bool) -> Operated {
        let (framed, correspondence, changed) = convertFrame(
            scene, to: frame, placement: isRoot ? .rootNode : .baked)
        let vertices = scene.vertexSets.reduce(0) { $0 + $1.count }
        var losses: [Loss] = []
        if changed.scale != 1, let own = scene.metersPerUnit, let unit = framed.metersPerUnit {
            losses.add(
                .frameScaled, .reencoded, ScenePath.metersPerUnit, "unit", count: vertices, unit: "vertices",
                cause: "\(LengthUnit.name(ofMeters: own)) became \(LengthUnit.name(ofMeters: unit)), as requested: "
                    + "numbers are multiplied by \(NumberPrinter.text(changed.scale))")
        }
        if changed.isTurned, let axis = framed.upAxis {
            losses.add(
                .frameTurned, .reencoded, ScenePath.upAxis, "up axis", count: vertices, unit: "vertices",
                cause: "\(axis == .z ? "Y" : "Z") up became \(axis.rawValue) up, as requested: "
                    + "(x, y, z) became \(axis == .z ? "(x, -z, y)" : "(x, z, -y)")")
        }
        losses += unturned(changed.untouched, in: scene) + roundings(changed.roundings)
        var done = Operated(scene: framed, step: correspondence.steps.first, losses: losses)
        if case .framed(let framing) = done.step, !changed.roundings.isEmpty {
            done.roundings = { roundings(PositionRounding.written(of: scene, in: framed, framing, by: $0)) }
        }
        return done
    }

    /// Returns the number of rows of the vertex attribute, pool or element attribute at a path.
    static func rows(of path: String, in scene: MeshScene) -> Int {
        for (index, set) in scene.vertexSets.enumerated() where path.hasPrefix(ScenePath.vertexSet(index) + "/") {
            for attribute in set.attributes
            where ScenePath.vertexAttribute(set: index, attribute.semantic) == path { return attribute.count }
            for pool in set.pools.indices where ScenePath.pool(set: index, pool) == path {
                return set.pools[pool].count
            }
        }
        for (mesh, index, primitive) in scene.placedPrimitives {
            for attribute in primitive.elementAttributes
            where ScenePath.elementAttribute(mesh: mesh, primitive: index, attribute.semantic) == path {
                return attribute.count
            }
        }
        return 0
    }

    /// - Parameter scene: the scene before baking; nil if the move was not due to baking. Positions that were float32
    ///   then get a remedy: a target with transforms keeps them.
    private static func roundings(_ found: [PositionRounding], bakedOf scene: MeshScene? = nil) -> [Loss] {
        found.map { rounding in
            let own = scene.flatMap { scene in
                scene.vertexSets.indices.contains(rounding.set)
                    ? scene.vertexSets[rounding.set].attribute(.position)?.values.type : nil
            }
            return Loss(
                .precisionReduced, rounding.isRounding ? .rounded : .approximated,
                subject: ScenePath.vertexAttribute(set: rounding.set, .position), name: "positions",
                count: rounding.count, unit: "vertices", largestError: rounding.largestError,
                cause: "rounded to 32-bit floats when they were moved or scaled",
                remedy: own == .float32 ? .format(keeping: .nodes) : nil)
        }
    }

    private static func cut(_ scene: MeshScene) -> Operated {
        let (cut, correspondence, changed) = triangulate(scene)
        var losses: [Loss] = []
        let polygons: Feature = scene.isFlat ? .flatPolygons : .polygons
        for change in changed {
            func lose(_ code: Loss.Code, _ severity: Loss.Severity, _ name: String, _ count: Int, _ cause: String) {
                losses.add(
                    code, severity, ScenePath.primitive(mesh: change.mesh, change.primitive), name, count: count,
                    unit: "faces", cause: cause,
                    remedy: .format(keeping: code == .topologyDropped ? .smallFaces : polygons))
            }
            let cause = "the target can store triangles only"
            lose(
                .topologyTriangulated, .approximated, "polygons", change.polygons - change.dropped,
                "split into triangles, as the target needs")
            lose(.topologyDropped, .dropped, "faces of fewer than three corners", change.dropped, cause)
            lose(
                .topologyFolded, .approximated, "faces that cross themselves", change.folded,
                "their triangles overlap")
        }
        return Operated(scene: cut, step: correspondence.steps.first, losses: losses)
    }
}
