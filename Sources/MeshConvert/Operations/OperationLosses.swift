import MeshBytes
import MeshFormats
import MeshModel
import MeshOperations
import MeshRouting

/// Does the operations of a route and says what they lose.
enum OperationLosses {
    /// The scene after `operation`, and what it changed.
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

    /// An output where nodes stand and show what they did, so that nothing has to move.
    private static let keepingNodes = ".glb"
    /// An output that has matrices of any kind.
    private static let keepingMatrices = ".usdc"

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
                    remedy: severity == .generated ? nil : keepingNodes))
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
                    remedy: keepingMatrices))
        }
        losses += unturned(changed.untouched, in: scene, remedy: keepingNodes)
        losses += roundings(changed.roundings, bakedOf: scene)
        return Operated(scene: baked, step: correspondence.steps.first, losses: losses)
    }

    private static func unturned(_ paths: [String], in scene: Scene, remedy: String? = nil) -> [Loss] {
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

    /// How many rows the attribute or pool at a path of vertices, or the attribute of a primitive, has.
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

    /// - Parameter scene: what was moved, where another output would not have had to: float32 stays as it is there.
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
                cause: "moved positions are rounded to float32", remedy: own == .float32 ? keepingNodes : nil)
        }
    }

    /// What operations lost, as the file has it: a rounded position counts as often as it was written.
    static func written(
        _ losses: ArraySlice<Loss>, _ route: Route, of source: Scene, by vertices: Correspondence.Mapping
    ) -> [Loss] {
        if case .identity = vertices { return Array(losses) }
        guard let moved = route.writing?.scene else { return Array(losses) }
        let told = route.operationLosses.filter { $0.code == .precisionReduced }
        guard !told.isEmpty else { return Array(losses) }
        var source = source
        // One operation of a route moves vertices; another that follows it rounds nothing.
        for step in route.derivation {
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
            let toldOf = Dictionary(grouping: told, by: \.subject)
            return losses.filter { !(toldOf[$0.subject] ?? []).contains($0) }
                + roundings(found, bakedOf: bakedScene)
        }
        return Array(losses)
    }

    private static func cut(_ scene: Scene) -> Operated {
        let (cut, correspondence, changed) = triangulate(scene)
        var losses: [Loss] = []
        let remedy = scene.isFlat ? ".obj" : ".usda"
        // OBJ has no faces of one or two corners either.
        let smallFaces = ".ply"
        for change in changed {
            func lose(_ code: Loss.Code, _ severity: Loss.Severity, _ name: String, _ count: Int, _ cause: String) {
                guard count > 0 else { return }
                losses.append(
                    Loss(
                        code, severity, subject: ScenePath.primitive(mesh: change.mesh, change.primitive), name: name,
                        count: count, unit: "faces", cause: cause,
                        remedy: code == .topologyDropped ? smallFaces : remedy))
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
