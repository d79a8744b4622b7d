import MeshModel

/// The blend shapes of a prim, in its own order, each with shapes on the way to it.
struct USDBlendShapes {
    /// A shape that a blend shape has at a weight on the way.
    struct Inbetween {
        var name: String
        var weight: Double
    }

    struct Shape {
        /// The name by which animations call it.
        var name: String
        /// The BlendShape prim.
        var prim: Int
        /// Other shapes on the way, by ascending weight.
        var inbetweens: [Inbetween] = []
    }

    var shapes: [Shape]
    /// The opinions that the shapes come from.
    var identity: [Int]

    /// The number of targets: a target for each shape, in order, then one for each inbetween.
    var targetCount: Int { shapes.reduce(shapes.count) { $0 + $1.inbetweens.count } }

    /// The weights of all targets for weights of the shapes.
    ///
    /// Between two of its shapes, a blend shape is on the straight line; beyond the last, it goes on along it. At weight
    /// 0 it has no shape.
    func targetWeights(_ weights: [Double]) -> [Double] {
        var result = [Double](repeating: 0, count: targetCount)
        var next = shapes.count
        for (index, shape) in shapes.enumerated() {
            let weight = index < weights.count ? weights[index] : 0
            defer { next += shape.inbetweens.count }
            guard !shape.inbetweens.isEmpty else {
                result[index] = weight
                continue
            }
            let knots = shape.knots
            let upper = min(max(knots.firstIndex { $0.weight > weight } ?? knots.count, 1), knots.count - 1)
            let (a, b) = (knots[upper - 1], knots[upper])
            let part = (weight - a.weight) / (b.weight - a.weight)
            for (knot, share) in [(a, 1 - part), (b, part)] {
                switch knot.shape {
                case .none: break
                case .itself: result[index] += share
                case .inbetween(let place): result[next + place] += share
                }
            }
        }
        return result
    }

    /// The parts of the way from one row of shape weights to another at which the course of targets bends.
    func bends(_ from: [Double], _ to: [Double]) -> [Double] {
        var parts: [Double] = []
        for (index, shape) in shapes.enumerated() where !shape.inbetweens.isEmpty {
            guard index < from.count, index < to.count, from[index] != to[index] else { continue }
            for knot in shape.knots {
                let part = (knot.weight - from[index]) / (to[index] - from[index])
                if part > 0, part < 1 { parts.append(part) }
            }
        }
        return parts.sorted()
    }
}

extension USDBlendShapes.Shape {
    /// What a blend shape is at a weight.
    enum Form {
        case none, itself
        case inbetween(Int)
    }

    /// The weights at which a shape is given, ascending, each once.
    var knots: [(weight: Double, shape: Form)] {
        let own = inbetweens.enumerated().map { (weight: $1.weight, shape: Form.inbetween($0)) }
        return ([(0, .none), (1, .itself)] + own).inOrder { $0.weight < $1.weight }
    }
}
