internal import MeshModel

/// An attribute that is computed at new points: colours, texture coordinates, normals and the positions of morph targets.
///
/// All others, such as labels and tangents, are those of the nearer end of each collapsed edge.
struct CarriedAttribute {
    /// The attribute's index among those of its vertex set; 0 for a pool; −1: it only counts in costs.
    var index: Int
    /// Where its values lie in a row of ``AttributeModels``.
    var first: Int
    var attribute: Attribute
    /// What a stored value is multiplied with, so that differences count in costs like lengths.
    var factor: Double

    var components: Int { attribute.values.components }
    /// Where the values of the next attribute lie.
    var end: Int { first + components }

    /// As many targets are told apart; the others are those of a nearby vertex. A vertex takes 48 bytes for each.
    private static let mostTargets = 32
    /// As many joints are told apart; others count as one of them. A vertex takes 16 bytes for each.
    private static let mostJoints = 16
    /// The way, in sizes of the scene, by which a vertex is taken to move differently if another joint moves it.
    private static let jointWay = 0.1

    /// How the vertices of a set move, as far as it is known without a clip: the positions of its morph targets, and the
    /// weights of its joints.
    ///
    /// - Parameter scale: what lengths are multiplied with.
    static func motions(of set: VertexSet, scale: Double) -> [CarriedAttribute] {
        var carried: [CarriedAttribute] = []
        for (index, attribute) in set.attributes.enumerated() where carried.count < mostTargets {
            guard attribute.semantic.ofTarget?.base == .position, attribute.offsets == nil,
                attribute.count == set.count, attribute.values.components == 3
            else { continue }
            let full = attribute.normalized ? attribute.values.type.normalizedMaximum ?? 1 : 1
            carried.append(
                CarriedAttribute(
                    index: index, first: carried.count * 3, attribute: attribute, factor: max(scale, 0x1p-40) / full))
        }
        if let weights = jointWeights(of: set) {
            carried.append(
                CarriedAttribute(index: -1, first: carried.count * 3, attribute: weights, factor: jointWay))
        }
        return carried
    }

    /// One weight for each joint that is used; joints share one where there are too many.
    private static func jointWeights(of set: VertexSet) -> Attribute? {
        var places: [Int: Int] = [:]
        set.forEachInfluence { _, joint, _ in if places[joint] == nil { places[joint] = places.count } }
        let width = min(places.count, mostJoints)
        // With one joint all vertices move alike.
        guard width > 1 else { return nil }
        var values = ContiguousArray<Float>(repeating: 0, count: set.count * width)
        set.forEachInfluence { row, joint, weight in
            values[row * width + (places[joint] ?? 0) % width] += Float(weight)
        }
        return Attribute(.weights(0), Column(values, components: width))
    }

    /// The attributes that are carried.
    ///
    /// - Parameters:
    ///   - count: the number of rows that they have.
    ///   - colorWeight: the length that a full step of a colour counts like.
    ///   - edge: the length of a mean edge. Normals count like a tenth of it: they follow from the surface. Texture
    ///     coordinates count like the scene's size, 1, which textures of scans are about as wide as.
    ///   - first: where their values lie in a row of ``AttributeModels``.
    static func all(
        of attributes: [Attribute], count: Int, colorWeight: Double, edge: Double, from first: Int
    ) -> [CarriedAttribute] {
        var carried: [CarriedAttribute] = []
        var first = first
        for (index, attribute) in attributes.enumerated() {
            guard attribute.offsets == nil, attribute.count == count, (1...4).contains(attribute.values.components)
            else { continue }
            let semantic = attribute.semantic
            let full = attribute.normalized ? attribute.values.type.normalizedMaximum ?? 1 : attribute.frame.scale
            var weight: Double
            if semantic.isColor {
                // Not 0: values are divided by it.
                weight = max(colorWeight, 0x1p-40)
            } else if semantic.isTexCoord {
                weight = 1
            } else if semantic == .normal, attribute.values.components == 3 {
                weight = max(edge * 0.1, 0x1p-40)
            } else {
                continue
            }
            if !weight.isFinite { weight = 1 }
            carried.append(
                CarriedAttribute(
                    index: index, first: first, attribute: attribute, factor: weight / max(full, 0x1p-40)))
            first += attribute.values.components
        }
        return carried
    }
}

extension VertexSet {
    /// Calls `body` with each row, joint and weight other than 0.
    fileprivate func forEachInfluence(_ body: (_ row: Int, _ joint: Int, _ weight: Double) -> Void) {
        var (numbers, values) = (ContiguousArray<Int64>(), ContiguousArray<Double>())
        for (joints, weights) in influences {
            let divisor = weights.normalized ? weights.values.type.normalizedMaximum ?? 1 : 1
            let (across, width) = (joints.values.components, weights.values.components)
            for rows in (0..<count).blocks {
                joints.values.read(rows, into: &numbers)
                weights.values.read(rows, into: &values)
                for row in 0..<rows.count {
                    for component in 0..<min(across, width) {
                        let weight = values[row * width + component] / divisor
                        guard weight != 0, weight.isFinite, let joint = Int(exactly: numbers[row * across + component])
                        else { continue }
                        body(rows.lowerBound + row, joint, weight)
                    }
                }
            }
        }
    }
}
