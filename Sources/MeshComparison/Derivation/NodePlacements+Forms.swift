import MeshModel

// What becomes of transforms that files can't hold.

extension NodePlacements {
    /// The form of a transform that files can hold: its rotation has length 1, and its matrix no perspective.
    static func valid(_ transform: NodeTransform) -> NodeTransform {
        switch transform {
        case .identity: return transform
        case .trs(let move, let turn, let scale):
            let length = (turn * turn).sum().squareRoot()
            let unit = length > 0 && length.isFinite ? turn / length : SIMD4(0, 0, 0, 1)
            return .trs(translation: move, rotation: unit, scale: scale)
        case .matrix:
            let own = columns(transform)
            var numbers: [Double] = []
            for (column, last) in [(own.0, 0.0), (own.1, 0), (own.2, 0), (own.3, 1)] {
                numbers += [column.x, column.y, column.z, last]
            }
            return .matrix(numbers)
        }
    }

    /// Whether `to` is the valid form of `from`, within what float32 rounds of a rotation. Numbers beyond float32 have
    /// none but the identity.
    static func isValidForm(_ to: NodeTransform, of from: NodeTransform) -> Bool {
        let (a, b) = (columns(valid(from)), columns(to))
        let isBeyond = [a.0, a.1, a.2, a.3].contains { column in
            (0..<3).contains { !(abs(column[$0]) <= Double(Float.greatestFiniteMagnitude) / 2) }
        }
        if isBeyond, to == .identity { return true }
        return (a.3 - b.3).length <= 1e-12 * a.3.length
            && zip([a.0, a.1, a.2], [b.0, b.1, b.2]).allSatisfy { ($0 - $1).length <= 1e-6 * $0.length }
    }

    /// Whether both are no transform: a node that moves may have the parts of one.
    static func areNothing(_ a: NodeTransform, _ b: NodeTransform) -> Bool {
        [a, b].allSatisfy { transform in
            transform == .identity
                || transform
                    == .trs(translation: SIMD3(), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(1, 1, 1))
        }
    }

    /// The largest distance of two matrices' numbers.
    static func distance(_ a: NodeTransform, _ b: NodeTransform) -> Double {
        let (a, b) = (columns(a), columns(b))
        let gaps = [a.0 - b.0, a.1 - b.1, a.2 - b.2, a.3 - b.3]
        let largest = gaps.reduce(0) { max($0, abs($1.x), abs($1.y), abs($1.z)) }
        return largest.isFinite ? largest : .infinity
    }
}
