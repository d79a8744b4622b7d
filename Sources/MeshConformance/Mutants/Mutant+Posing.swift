import MeshFormats
import MeshModel
import MeshOperations
import MeshRouting

extension Mutant {
    /// Faults of freezing what moves. The correspondence agrees with the fault.
    static let posings: [Mutant] = [
        posing("inverse bind matrices are left out") { scene in
            for index in scene.skins.indices { scene.skins[index].inverseBindMatrices = nil }
        },
        posing("joints move what other joints should") { scene in
            for index in scene.skins.indices { scene.skins[index].joints.reverse() }
        },
        posing("joints stay where they are") { scene in
            for index in scene.nodes.indices { scene.nodes[index].transform = .identity }
        },
        posing("a turn of a joint goes the other way") { scene in
            for index in scene.nodes.indices {
                guard case .trs(let place, let turn, let scale) = scene.nodes[index].transform else { continue }
                scene.nodes[index].transform = .trs(
                    translation: place, rotation: SIMD4(-turn.x, -turn.y, -turn.z, turn.w), scale: scale)
            }
        },
        posing("weights of morph targets are left out") { scene in
            for index in scene.nodes.indices { scene.nodes[index].weights = nil }
            for mesh in scene.meshes.indices {
                for target in scene.meshes[mesh].targets.indices { scene.meshes[mesh].targets[target].weight = 0 }
            }
        },
        posing("weights of nodes are left out") { scene in
            for index in scene.nodes.indices { scene.nodes[index].weights = nil }
        },
        .untold("a lost animation is not told", .animationDropped),
        .untold("an applied skin is not told", .skinBaked),
        .untold("applied morph targets are not told", .morphBaked),
        .untold("lost morph targets are not told", .morphDropped),
        .undercounted("a joint fewer is told", .skinBaked),
    ]

    /// Poses a changed scene; at rest, so that clips don't undo the change.
    private static func posing(_ name: String, _ change: @escaping @Sendable (inout MeshScene) -> Void) -> Mutant {
        Mutant(
            name,
            operation: { operation, source, done in
                guard case .pose(let moment) = operation, moment == .rest else { return false }
                var wrong = source
                change(&wrong)
                let (scene, correspondence, _) = poseScene(wrong, at: moment)
                guard scene.vertexSets.count == done.scene.vertexSets.count, scene.differs(from: done.scene) else {
                    return false
                }
                done.step = correspondence.steps.first
                // Only vertices are wrong: what else moves stays as it is.
                done.scene.vertexSets = scene.vertexSets
                return true
            })
    }
}

extension MeshScene {
    /// Whether positions differ by more than rounding.
    fileprivate func differs(from other: MeshScene) -> Bool {
        zip(vertexSets, other.vertexSets).contains { own, set in
            let (a, b) = (own.attribute(.position)?.values.doubles(), set.attribute(.position)?.values.doubles())
            return zip(a ?? [], b ?? []).contains { abs($0 - $1) > 1e-3 * max(1, abs($0)) }
        }
    }
}
