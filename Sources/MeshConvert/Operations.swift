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

    private static func bake(_ scene: Scene) -> (scene: Scene, losses: [Loss]) {
        let (baked, _, changed) = bakeHierarchy(scene)
        var losses: [Loss] = []
        let count = max(changed.transforms, changed.instances, changed.unshownMeshes)
        if count > 0 {
            losses.append(
                Loss(
                    .hierarchyBaked, .approximated, subject: ScenePath.nodes, name: "places of nodes", count: count,
                    unit: "nodes", cause: "the target has no transforms and no instances: positions were moved"))
        }
        if changed.largestError > 0 {
            losses.append(
                Loss(
                    .precisionReduced, .rounded, subject: ScenePath.nodes, name: "positions",
                    count: changed.movedVertices, unit: "vertices", largestError: changed.largestError,
                    cause: "moved positions are rounded to float32"))
        }
        for name in changed.untouched {
            losses.append(
                Loss(
                    .attributeNarrowed, .approximated, subject: ScenePath.nodes, name: name, count: 1,
                    unit: "attributes",
                    cause: "it does not turn with the positions"))
        }
        return (baked, losses)
    }

    private static func cut(_ scene: Scene) -> (scene: Scene, losses: [Loss]) {
        let (cut, _, changed) = triangulate(scene)
        var losses: [Loss] = []
        for change in changed {
            let path = ScenePath.primitive(mesh: change.mesh, change.primitive)
            if change.polygons > 0 {
                losses.append(
                    Loss(
                        .topologyTriangulated, .approximated, subject: path, name: "polygons", count: change.polygons,
                        unit: "faces", cause: "the target has triangles only"))
            }
            if change.dropped > 0 {
                losses.append(
                    Loss(
                        .topologyDropped, .dropped, subject: path, name: "faces of fewer than three corners",
                        count: change.dropped, unit: "faces", cause: "the target has triangles only"))
            }
        }
        return (cut, losses)
    }
}
