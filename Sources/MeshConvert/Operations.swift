import MeshFormats
import MeshModel
import MeshOperations
import MeshRouting

/// Does the operations of a route and says what they lose.
enum Operations {
    /// The scene after `operation`, and what it changed.
    static let perform: Planner.Operate = { operation, scene in
        switch operation {
        case .bakeHierarchy: bake(scene)
        case .triangulate: cut(scene)
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
                Loss(code, severity, subject: subject, name: name, count: count, unit: unit, cause: cause))
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
        for path in changed.untouched {
            lose(
                .attributeNarrowed, .approximated, path, path.split(separator: "/").last.map(String.init) ?? path,
                rows(of: path, in: scene), "rows", "it does not turn with the positions")
        }
        losses += roundings(changed.roundings)
        return Operated(scene: baked, step: correspondence.steps.first, losses: losses)
    }

    /// How many rows the attribute or pool at a path of vertices has.
    private static func rows(of path: String, in scene: Scene) -> Int {
        for (index, set) in scene.vertexSets.enumerated() where path.hasPrefix(ScenePath.vertexSet(index) + "/") {
            for attribute in set.attributes
            where ScenePath.vertexAttribute(set: index, attribute.semantic) == path { return attribute.count }
            for pool in set.pools.indices where ScenePath.pool(set: index, pool) == path {
                return set.pools[pool].count
            }
        }
        return 0
    }

    private static func roundings(_ found: [PositionRounding]) -> [Loss] {
        found.map { rounding in
            Loss(
                .precisionReduced, rounding.isRounding ? .rounded : .approximated,
                subject: ScenePath.vertexAttribute(set: rounding.set, .position), name: "positions",
                count: rounding.count, unit: "vertices", largestError: rounding.largestError,
                cause: "moved positions are rounded to float32")
        }
    }

    /// What operations lost, as the file has it: a rounded position counts as often as it was written.
    static func written(
        _ losses: ArraySlice<Loss>, _ route: Route, of source: Scene, by vertices: Correspondence.Mapping
    ) -> [Loss] {
        guard case .gather = vertices, let baked = route.writing?.scene,
            case .baked(let hierarchy) = route.derivation.first
        else { return Array(losses) }
        let told = route.operationLosses.filter { $0.code == .precisionReduced }
        guard !told.isEmpty else { return Array(losses) }
        // An operation tells of roundings last; another that follows it rounds nothing.
        return losses.filter { !told.contains($0) }
            + roundings(PositionRounding.written(of: source, in: baked, hierarchy, by: vertices))
    }

    private static func cut(_ scene: Scene) -> Operated {
        let (cut, correspondence, changed) = triangulate(scene)
        var losses: [Loss] = []
        for change in changed {
            func lose(_ code: Loss.Code, _ severity: Loss.Severity, _ name: String, _ count: Int, _ cause: String) {
                guard count > 0 else { return }
                losses.append(
                    Loss(
                        code, severity, subject: ScenePath.primitive(mesh: change.mesh, change.primitive), name: name,
                        count: count, unit: "faces", cause: cause))
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
