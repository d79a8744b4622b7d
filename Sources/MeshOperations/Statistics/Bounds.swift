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
                guard let box = scene.vertexSets[set].attribute(.position)?.values.box(instance.transform) else {
                    continue
                }
                low.replace(with: box.least, where: box.least .< low)
                high.replace(with: box.most, where: box.most .> high)
            }
        }
        guard low.x <= high.x else { return nil }
        self.init(minimum: low, maximum: high)
    }

    private struct SetUse: Hashable {
        var set: Int
        var transform: Affine
    }
}
