import MeshFormats
import MeshModel

extension Mutant {
    /// Faults of painted textures: in the claims about them, and in the writer's input.
    static let paintings: [Mutant] = [
        painting("a painted texture shows other colours than is claimed") { painted, _ in
            painted.pixels = painted.pixels.map { 255 - $0 }
            return painted.pixels.contains { abs(Int($0) - 127) > 20 + Int(painted.largestDifference) }
        },
        painting("a painted image is another one") { painted, scene in
            guard var bytes = scene.images.last?.bytes, let last = bytes.popLast() else { return false }
            bytes.append(last ^ 1)
            scene.images[scene.images.count - 1].bytes = bytes
            return true
        },
        painting("corners stand elsewhere in a painted texture") { painted, scene in
            guard let surface = painted.surfaces.first else { return false }
            let set = scene.meshes[surface.mesh].primitives[surface.primitive].vertexSet
            var places = scene.vertexSets[set].pools[surface.pool].values.doubles()
            guard !places.isEmpty else { return false }
            places[0] = 1 - places[0] / 2
            scene.vertexSets[set].pools[surface.pool].values = Column(places.map { Float($0) }, components: 2)
            return true
        },
        .untold("a painted texture is not told", .colorBaked),
    ]

    private static func painting(
        _ name: String,
        _ change: @escaping @Sendable (inout Correspondence.PaintedColors, inout MeshScene) -> Bool
    ) -> Mutant {
        .operation(
            name, { step in if case .painted(let painted) = step { painted } else { nil } }, { .painted($0) },
            { _, scene, painted in change(&painted, &scene) })
    }
}
