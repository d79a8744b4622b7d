import MeshModel

// Weights of joints, which sum to 1 in glTF.

extension GLTFPackedRows {
    /// Whether the weights of a vertex are far from the sum 1, as glTF's validator sees it.
    ///
    /// - Parameter weights: the attributes of all sets of joints.
    static func sumOtherwise(_ weights: [Attribute]) -> Bool {
        guard let count = weights.first?.count else { return false }
        for rows in (0..<count).blocks {
            let sums = sums(weights.map { $0.numbers(of: $0.values.rows(rows)) })
            if sums.contains(where: { !$0.isOne }) { return true }
        }
        return false
    }

    /// The weights of some rows, scaled so that those of all sets sum to 1. A vertex without weights follows its first
    /// joint.
    func shares(_ rows: Range<Int>) -> ContiguousArray<Float> {
        let own = attribute.numbers(of: picked(attribute.values, rows))
        let sums = Self.sums(others.map { $0.numbers(of: picked($0.values, rows)) })
        let isFirst = others.first?.semantic == attribute.semantic
        var result = ContiguousArray<Float>()
        result.reserveCapacity(own.count)
        for (row, sum) in sums.enumerated() {
            for place in row * 4..<row * 4 + 4 {
                if sum.isOne {
                    result.append(Float(own[place]))
                } else if sum.value > 0, sum.value.isFinite {
                    result.append(Float(own[place] / sum.value))
                } else {
                    result.append(isFirst && place == row * 4 ? 1 : 0)
                }
            }
        }
        return result
    }

    private struct Sum {
        var value = 0.0
        var parts = 0
        /// Whether it is 1 but for the rounding that glTF's validator allows.
        var isOne: Bool { abs(value - 1) <= 2e-7 * Double(parts) }
    }

    /// The sum of each row of four.
    private static func sums(_ weights: [ContiguousArray<Double>]) -> [Sum] {
        var sums = [Sum](repeating: Sum(), count: (weights.first?.count ?? 0) / 4)
        for list in weights {
            for row in sums.indices where row * 4 + 3 < list.count {
                for place in row * 4..<row * 4 + 4 where list[place] != 0 {
                    sums[row].value += list[place]
                    sums[row].parts += 1
                }
            }
        }
        return sums
    }
}

extension Attribute {
    /// The numbers of some of its rows; normalised integers are fractions.
    fileprivate func numbers(of column: Column) -> ContiguousArray<Double> {
        var numbers = ContiguousArray<Double>()
        column.read(0..<column.count, into: &numbers)
        if normalized, let most = column.type.normalizedMaximum {
            for index in numbers.indices { numbers[index] /= most }
        }
        return numbers
    }
}
