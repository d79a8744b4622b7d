internal import MeshModel

/// An attribute of vertices that morph targets or joints change, block by block.
struct PosedAttribute {
    private enum Kind { case position, normal, tangent, color, other }

    let index: Int
    private let source: Attribute
    private let kind: Kind
    private let deltas: [(weight: Double, attribute: Attribute)]
    private let isDouble: Bool
    private var block = ContiguousArray<Double>()
    private var difference = ContiguousArray<Double>()
    private var floats = ContiguousArray<Float>()
    private var doubles = ContiguousArray<Double>()

    /// Creates the change of an attribute; nil: it stays as it is.
    init?(_ index: Int, of set: VertexSet, weights: [Double], hasJoints: Bool) {
        self.index = index
        source = set.attributes[index]
        switch source.semantic {
        case .position: kind = .position
        case .normal: kind = .normal
        case let semantic where semantic.name == "TANGENT": kind = .tangent
        case let semantic: kind = semantic.isColor ? .color : .other
        }
        guard source.offsets == nil, source.values.count == set.count else { return nil }
        var deltas: [(Double, Attribute)] = []
        for (target, weight) in weights.enumerated() where weight != 0 {
            guard let delta = set.attribute(.target(target, source.semantic)), delta.offsets == nil,
                delta.values.count == set.count
            else { continue }
            deltas.append((weight, delta))
        }
        self.deltas = deltas
        let isMoved = hasJoints && source.isMovedByJoints
        guard isMoved || !deltas.isEmpty else { return nil }
        switch source.values.type {
        case .float64, .int32, .uint32, .int64, .uint64:
            isDouble = true
            doubles.reserveCapacity(set.count * source.values.components)
        default:
            isDouble = false
            floats.reserveCapacity(set.count * source.values.components)
        }
    }

    /// Changes the rows of a block.
    ///
    /// - Parameter turns: the change of each row by joints; empty: there are none.
    mutating func add(_ rows: Range<Int>, _ turns: ContiguousArray<JointTurn>) {
        source.values.read(rows, into: &block)
        let width = source.values.components
        divide(&block, source)
        for (weight, delta) in deltas {
            delta.values.read(rows, into: &difference)
            divide(&difference, delta)
            let across = delta.values.components
            // A tangent's fourth component is a sign.
            let shared = min(width, across, kind == .tangent ? 3 : .max)
            for row in 0..<rows.count {
                for component in 0..<shared {
                    block[row * width + component] += weight * difference[row * across + component]
                }
            }
        }
        switch kind {
        case .position: move(turns, width)
        case .normal, .tangent: turn(turns, width, rows.count)
        case .color: clamp()
        case .other: break
        }
        if isDouble { doubles.append(contentsOf: block) } else { for value in block { floats.append(Float(value)) } }
    }

    private func divide(_ values: inout ContiguousArray<Double>, _ attribute: Attribute) {
        guard attribute.normalized, let most = attribute.values.type.normalizedMaximum else { return }
        for index in values.indices { values[index] /= most }
    }

    private mutating func move(_ turns: ContiguousArray<JointTurn>, _ width: Int) {
        guard width >= 3 else { return }
        for row in turns.indices {
            let start = row * width
            let moved = turns[row].matrix.applied(to: SIMD3(block[start], block[start + 1], block[start + 2]))
            (block[start], block[start + 1], block[start + 2]) = (moved.x, moved.y, moved.z)
        }
    }

    /// Turns directions and gives them the length 1.
    private mutating func turn(_ turns: ContiguousArray<JointTurn>, _ width: Int, _ count: Int) {
        guard width >= 3 else { return }
        for row in 0..<count {
            let start = row * width
            var direction = SIMD3(block[start], block[start + 1], block[start + 2])
            if !turns.isEmpty {
                let isMirror = turns[row].determinant < 0
                if kind == .normal {
                    direction = turns[row].cofactors(times: direction)
                    if isMirror { direction = -direction }
                } else {
                    direction = turns[row].turned(direction)
                    if isMirror, width > 3 { block[start + 3] = -block[start + 3] }
                }
            }
            let length = direction.length
            if length > 0, length.isFinite { direction /= length }
            (block[start], block[start + 1], block[start + 2]) = (direction.x, direction.y, direction.z)
        }
    }

    private mutating func clamp() {
        let most = source.frame.scale
        for index in block.indices {
            if block[index] < 0 { block[index] = 0 } else if block[index] > most { block[index] = most }
        }
    }

    /// The attribute afterwards.
    var result: Attribute {
        var result = source
        result.normalized = false
        let width = source.values.components
        result.values = isDouble ? Column(doubles, components: width) : Column(floats, components: width)
        return result
    }
}

/// What joints do to a vertex: the blended matrix with its determinant.
struct JointTurn {
    let matrix: Affine
    let determinant: Double

    init(_ matrix: Affine) {
        self.matrix = matrix
        determinant = dot(matrix.x, cross(matrix.y, matrix.z))
    }

    /// The direction times the matrix, without its translation.
    @inline(__always)
    func turned(_ v: SIMD3<Double>) -> SIMD3<Double> { SIMD3(dot(matrix.x, v), dot(matrix.y, v), dot(matrix.z, v)) }

    /// The direction times the matrix of cofactors.
    @inline(__always)
    func cofactors(times v: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(dot(cross(matrix.y, matrix.z), v), dot(cross(matrix.z, matrix.x), v), dot(cross(matrix.x, matrix.y), v))
    }
}

extension Attribute {
    /// Whether joints move the values: positions and directions that this version can turn.
    var isMovedByJoints: Bool {
        offsets == nil && values.components >= 3
            && (semantic == .position || semantic == .normal || semantic.name == "TANGENT")
    }
}
