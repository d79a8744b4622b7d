public import MeshModel

/// An axis-aligned box.
public struct Bounds: Hashable, Sendable {
    /// The smallest coordinates.
    public var minimum: SIMD3<Double>
    /// The largest coordinates.
    public var maximum: SIMD3<Double>

    /// A box from its corners.
    public init(minimum: SIMD3<Double>, maximum: SIMD3<Double>) {
        self.minimum = minimum
        self.maximum = maximum
    }

    /// Finds the box around all finite positions of the vertex sets that the scene shows, in world space; nil if there
    /// are none.
    ///
    /// All vertices of a set count, even unused ones. A position is finite if its three coordinates are.
    public init?(_ scene: MeshScene) {
        var low = SIMD3(repeating: Double.infinity)
        var high = SIMD3(repeating: -Double.infinity)
        var seen = Set<SetUse>()
        for instance in NodeWalk(scene).shown {
            for primitive in scene.meshes[instance.mesh].primitives {
                let set = primitive.vertexSet
                guard scene.vertexSets.indices.contains(set),
                    seen.insert(SetUse(set: set, transform: instance.transform)).inserted
                else { continue }
                guard let box = Bounds(positionsOf: scene.vertexSets[set], instance.transform) else { continue }
                low.replace(with: box.minimum, where: box.minimum .< low)
                high.replace(with: box.maximum, where: box.maximum .> high)
            }
        }
        guard low.x <= high.x else { return nil }
        self.init(minimum: low, maximum: high)
    }

    private struct SetUse: Hashable {
        var set: Int
        var transform: Affine
    }

    private init?(positionsOf set: VertexSet, _ transform: Affine) {
        guard let values = set.attribute(.position)?.values, values.components > 0 else { return nil }
        let width = values.components
        var low = SIMD3(repeating: Double.infinity)
        var high = SIMD3(repeating: -Double.infinity)
        let isIdentity = transform == .identity
        for (_, buffer) in values.blocks(of: Double.self) {
            var index = 0
            while index < buffer.count {
                var point = SIMD3(
                    buffer[index], width > 1 ? buffer[index + 1] : 0, width > 2 ? buffer[index + 2] : 0)
                index += width
                if !isIdentity { point = transform.applied(to: point) }
                guard point.isFinite else { continue }
                low.replace(with: point, where: point .< low)
                high.replace(with: point, where: point .> high)
            }
        }
        guard low.x <= high.x else { return nil }
        self.init(minimum: low, maximum: high)
    }
}

extension SIMD3 where Scalar == Double {
    fileprivate var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }
}
