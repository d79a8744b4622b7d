import MeshModel

/// The joints that move the points of a prim, and their weights.
struct USDInfluences {
    /// The joints of each point, `size` in a row; a single row if all points have the same.
    var joints: Column
    /// The weights in the same order.
    var weights: Column
    /// The number of influences of a point.
    var size: Int
    /// Whether all points have the same.
    var isConstant: Bool

    /// The number of joints that indices may name.
    var jointCount: Int

    /// Up to this many influences of a point are read. No character has more, but a short array could claim them.
    static let most = 1024

    /// Whether all indices name joints.
    var areValid: Bool {
        joints.blocks(of: Int64.self).allSatisfy {
            $0.values.allSatisfy { $0 >= 0 && $0 < jointCount && $0 <= Int64(UInt16.max) }
        }
    }

    /// The sets of four as vertex attributes.
    ///
    /// The weights of a joint that a point names several times are added up, and weights of 0 get the joint 0.
    func attributes(points: Int) -> [Attribute] {
        let sets = (size + 3) / 4
        let rows = isConstant ? min(points, 1) : points
        var (joints, weights) = (ContiguousArray<Int64>(), ContiguousArray<Float>())
        var own = [(indices: ContiguousArray<UInt16>, weights: ContiguousArray<Float>)](
            repeating: ([], []), count: sets)
        for set in own.indices {
            own[set].indices.reserveCapacity(rows * 4)
            own[set].weights.reserveCapacity(rows * 4)
        }
        for block in RowBlocks(0..<rows, components: size) {
            self.joints.read(block, into: &joints)
            self.weights.read(block, into: &weights)
            for row in 0..<block.count {
                join(&joints, &weights, row * size)
                for place in 0..<sets * 4 {
                    let isInside = place < size
                    own[place / 4].indices.append(isInside ? UInt16(clamping: joints[row * size + place]) : 0)
                    own[place / 4].weights.append(isInside ? weights[row * size + place] : 0)
                }
            }
        }
        return own.enumerated().flatMap { set, values in
            let columns = (Column(values.indices, components: 4), Column(values.weights, components: 4))
            return [
                Attribute(.joints(set), isConstant ? columns.0.repeated(points) : columns.0),
                Attribute(.weights(set), isConstant ? columns.1.repeated(points) : columns.1),
            ]
        }
    }

    /// Joins the influences of the row that begins at `first`.
    private func join(_ joints: inout ContiguousArray<Int64>, _ weights: inout ContiguousArray<Float>, _ first: Int) {
        var seen: [Int64: Int] = [:]
        for place in first..<first + size {
            if weights[place] == 0 {
                joints[place] = 0
                continue
            }
            if size <= 8 {
                // Few are compared one by one.
                var earlier = first
                while earlier < place, joints[earlier] != joints[place] || weights[earlier] == 0 { earlier += 1 }
                if earlier < place { fold(&joints, &weights, place, into: earlier) }
            } else if let earlier = seen[joints[place]] {
                fold(&joints, &weights, place, into: earlier)
            } else {
                seen[joints[place]] = place
            }
        }
    }

    private func fold(
        _ joints: inout ContiguousArray<Int64>, _ weights: inout ContiguousArray<Float>, _ place: Int, into earlier: Int
    ) {
        weights[earlier] += weights[place]
        (joints[place], weights[place]) = (0, 0)
    }
}
