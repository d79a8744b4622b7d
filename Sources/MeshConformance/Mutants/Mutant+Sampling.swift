import MeshFormats
import MeshModel

extension Mutant {
    /// Faults of colours sampled from textures, which the correspondence has too.
    static let samplings: [Mutant] = [
        sampling("red and blue of a texture are exchanged") { sampled, scene in
            sampled.exchange(in: &scene) { bytes, width in
                let other = bytes.indices.map { bytes[$0 % width == 0 ? $0 + 2 : $0 % width == 2 ? $0 - 2 : $0] }
                return zip(bytes, other).contains { abs(Int($0) - Int($1)) > 1 } ? other : nil
            }
        },
        sampling("a vertex has the colour of its neighbour") { sampled, scene in
            sampled.exchange(in: &scene) { bytes, width in
                let row = stride(from: width, to: bytes.count, by: width).first { start in
                    (0..<width).contains { abs(Int(bytes[start + $0]) - Int(bytes[start - width + $0])) > 1 }
                }
                guard let row else { return nil }
                var other = bytes
                for component in 0..<width { other[row + component] = bytes[row - width + component] }
                return other
            }
        },
        sampling("a texture is seen beside the colours that were taken from it") { sampled, scene in
            guard let (index, material) = sampled.materials.min(by: { $0.key < $1.key }) else { return false }
            scene.materials[index] = material.before
            return true
        },
        .untold("colours that are taken from textures are not told", .colorSampled),
    ]

    private static func sampling(
        _ name: String,
        _ change: @escaping @Sendable (inout Correspondence.SampledColors, inout MeshScene) -> Bool
    ) -> Mutant {
        .operation(
            name, { step in if case .sampled(let sampled) = step { sampled } else { nil } }, { .sampled($0) },
            { _, scene, sampled in change(&sampled, &scene) })
    }
}

extension Correspondence.SampledColors {
    /// Changes the colours of the first set where `change` returns some, here and in the scene.
    fileprivate mutating func exchange(
        in scene: inout MeshScene, by change: (_ bytes: [UInt8], _ width: Int) -> [UInt8]?
    ) -> Bool {
        for place in made.indices {
            let own = made[place].colors.values
            guard let other = change(own.integers().map { UInt8(clamping: $0) }, own.components) else { continue }
            let column = Column(ContiguousArray(other), components: own.components)
            made[place].colors.values = column
            let set = made[place].set
            for index in scene.vertexSets[set].attributes.indices
            where scene.vertexSets[set].attributes[index].semantic == .color(0) {
                scene.vertexSets[set].attributes[index].values = column
            }
            return true
        }
        return false
    }
}
