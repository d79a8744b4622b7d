import MeshFormats
import MeshModel

extension Mutant {
    /// Faults of re-centred positions.
    static let offsets: [Mutant] = [
        Mutant("what shows recentred positions stands a metre further", formats: ["glb", "gltf"]) { scene in
            changeRecentered(&scene) { place, turn, size in
                .trs(translation: place + SIMD3(1, 0, 0), rotation: turn, scale: size)
            }
        },
        Mutant("what shows recentred positions does not stand there", formats: ["glb", "gltf"]) { scene in
            changeRecentered(&scene) { _, _, _ in .identity }
        },
        .numbers(
            "what float32 leaves of positions is lost", AttributeSemantic(name: "_POSITION_LOW"),
            formats: ["glb", "gltf"], { _, _ in 0 }),
        .certificate("the certificate counts positions from a metre further") { links in
            changeOffset(&links) { $0 + SIMD3(0, 1, 0) }
        },
        .certificate("the certificate says that positions are where they were") { links in
            changeOffset(&links) { _ in .zero }
        },
        .unreported("a node that stands further is not reported") { $0.code == .frameRecentered },
    ]

    private static func changeOffset(
        _ links: inout Correspondence, _ change: (SIMD3<Double>) -> SIMD3<Double>
    ) -> Bool {
        links.attributes.alterAny { link in
            guard case .offset(let offset, let rest) = link.codec else { return false }
            link.codec = .offset(change(offset), rest: rest)
            return change(offset) != offset
        }
    }

    /// Changes the transform of the first node with float32 positions far from the origin.
    private static func changeRecentered(
        _ scene: inout MeshScene, _ change: (SIMD3<Double>, SIMD4<Double>, SIMD3<Double>) -> NodeTransform
    ) -> Bool {
        for (index, node) in scene.nodes.enumerated() {
            guard let mesh = node.mesh, case .trs(let place, let turn, let size) = node.transform,
                pointwiseMax(place, -place).max() >= 1000,
                scene.meshes[mesh].primitives.contains(where: { primitive in
                    primitive.elementCount > 0
                        && scene.vertexSets[primitive.vertexSet].attribute(.position)?.values.type == .float32
                })
            else { continue }
            scene.nodes[index].transform = change(place, turn, size)
            return true
        }
        return false
    }
}
