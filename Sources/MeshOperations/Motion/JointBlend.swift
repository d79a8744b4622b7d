internal import MeshModel

/// Blends the matrices of the joints that move each vertex.
struct JointBlend {
    private struct Influences {
        var joints: Column
        var weights: Column
        var divisor: Double
    }

    private let influences: [Influences]
    private let matrices: ContiguousArray<Affine>
    private var joints = ContiguousArray<Int32>()
    private var weights = ContiguousArray<Double>()
    /// The influences that were left out: of joints that the skin lacks, or with a weight that is no number.
    private(set) var ignored = 0

    /// Creates the blend of a set's vertices; nil if they have no joints.
    init?(_ set: VertexSet, _ matrices: [Affine]) {
        influences = set.influences.map { joints, weights in
            Influences(
                joints: joints.values, weights: weights.values,
                divisor: weights.normalized ? weights.values.type.normalizedMaximum ?? 1 : 1)
        }
        guard !influences.isEmpty else { return nil }
        self.matrices = ContiguousArray(matrices)
    }

    /// Returns the matrix of each vertex of `rows`.
    mutating func read(_ rows: Range<Int>, into blends: inout ContiguousArray<Affine>) {
        var none = Affine()
        (none.x, none.y, none.z) = (SIMD3(), SIMD3(), SIMD3())
        blends.removeAll(keepingCapacity: true)
        blends.append(contentsOf: repeatElement(none, count: rows.count))
        for own in influences {
            own.joints.read(rows, into: &joints)
            own.weights.read(rows, into: &weights)
            let (across, width) = (own.joints.components, own.weights.components)
            for row in 0..<rows.count {
                for component in 0..<min(across, width) {
                    let weight = weights[row * width + component] / own.divisor
                    if weight == 0 { continue }
                    let joint = Int(joints[row * across + component])
                    guard weight.isFinite, joint >= 0, joint < matrices.count else {
                        ignored += 1
                        continue
                    }
                    blends[row].x += matrices[joint].x * weight
                    blends[row].y += matrices[joint].y * weight
                    blends[row].z += matrices[joint].z * weight
                    blends[row].translation += matrices[joint].translation * weight
                }
            }
        }
    }
}

extension VertexSet {
    /// The joints and weights of vertices, in the order of their sets; those without a partner are left out.
    var influences: [(joints: Attribute, weights: Attribute)] {
        let sets = attributes.compactMap { attribute in
            attribute.semantic.isOfSkin ? Int(attribute.semantic.name.drop { $0 != "_" }.dropFirst()) : nil
        }
        return Swift.Set(sets).sorted().compactMap { number in
            guard let joints = attribute(.joints(number)), let weights = attribute(.weights(number)),
                joints.offsets == nil, weights.offsets == nil, joints.values.count == count,
                weights.values.count == count
            else { return nil }
            return (joints, weights)
        }
    }
}
