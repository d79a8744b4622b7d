import MeshFormats
import MeshModel

extension Mutant {
    /// Faults of matrices that were split into two nodes.
    static let matrices: [Mutant] = [
        Mutant("a node inside another turns the other way", formats: ["glb", "gltf"]) { scene in
            changeInner(&scene) { turn in
                .trs(translation: SIMD3(), rotation: SIMD4(-turn.x, -turn.y, -turn.z, turn.w), scale: .one)
            }
        },
        Mutant("a node inside another is not turned", formats: ["glb", "gltf"]) { scene in
            changeInner(&scene) { _ in .identity }
        },
        .unreported("a matrix that became its parts is not reported") { $0.code == .frameDecomposed },
    ]

    /// Changes the transform of the first node that is an only child and has only a rotation.
    private static func changeInner(_ scene: inout MeshScene, _ change: (SIMD4<Double>) -> NodeTransform) -> Bool {
        for node in scene.nodes {
            guard node.children.count == 1, case .trs(_, _, let size) = node.transform, size.min() != size.max(),
                let inner = node.children.first, scene.nodes[inner].name == nil,
                case .trs(SIMD3(), let turn, .one) = scene.nodes[inner].transform, turn != SIMD4(0, 0, 0, 1)
            else { continue }
            scene.nodes[inner].transform = change(turn)
            return true
        }
        return false
    }
}
