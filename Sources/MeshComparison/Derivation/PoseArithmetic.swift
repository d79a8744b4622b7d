import MeshModel

/// Moves vertices as ``MeshModel/Correspondence/Pose`` says, number by number.
struct PoseArithmetic {
    /// A matrix as three rows of four numbers.
    struct Rows {
        var rows = (SIMD4<Double>(), SIMD4<Double>(), SIMD4<Double>())

        /// The cofactor of a place in the first three columns.
        func cofactor(_ row: Int, _ column: Int) -> Double {
            let (r, s) = ((row + 1) % 3, (row + 2) % 3)
            let (c, d) = ((column + 1) % 3, (column + 2) % 3)
            return self[r, c] * self[s, d] - self[r, d] * self[s, c]
        }

        var determinant: Double {
            self[0, 0] * cofactor(0, 0) + self[0, 1] * cofactor(0, 1) + self[0, 2] * cofactor(0, 2)
        }

        subscript(row: Int, column: Int) -> Double {
            row == 0 ? rows.0[column] : row == 1 ? rows.1[column] : rows.2[column]
        }
    }

    private let set: VertexSet
    private let weights: [Double]
    /// The matrix of each vertex; nil: no joint moves the set.
    private(set) var matrices: [Rows]?

    init(_ set: VertexSet, weights: [Double], joints: [Affine]?) {
        self.set = set
        self.weights = weights
        matrices = joints.flatMap { Self.matrices(of: set, $0) }
    }

    private static func matrices(of set: VertexSet, _ joints: [Affine]) -> [Rows]? {
        let all = joints.map { joint in
            let t = joint.translation
            return Rows(rows: (SIMD4(joint.x, t.x), SIMD4(joint.y, t.y), SIMD4(joint.z, t.z)))
        }
        let influences = influences(of: set)
        guard !influences.isEmpty else { return nil }
        return (0..<set.count).map { vertex in
            var sum = Rows()
            for own in influences {
                for component in 0..<min(own.joint, own.weight) {
                    let weight = own.weights[vertex * own.weight + component]
                    let joint = own.joints[vertex * own.joint + component]
                    guard weight != 0, weight.isFinite, joint >= 0, joint < all.count else { continue }
                    let matrix = all[Int(joint)].rows
                    sum.rows.0 += matrix.0 * weight
                    sum.rows.1 += matrix.1 * weight
                    sum.rows.2 += matrix.2 * weight
                }
            }
            return sum
        }
    }

    private typealias Influences = (joints: [Int64], weights: [Double], joint: Int, weight: Int)

    private static func influences(of set: VertexSet) -> [Influences] {
        pairs(of: set).map { joints, weights in
            (joints.values.integers(), fractions(of: weights), joints.values.components, weights.values.components)
        }
    }

    /// Whether vertices have joints.
    static func hasJoints(_ set: VertexSet) -> Bool { !pairs(of: set).isEmpty }

    /// The joints and weights of a set with a row for each vertex, in the order of their numbers.
    private static func pairs(of set: VertexSet) -> [(Attribute, Attribute)] {
        var pairs: [Int: (Attribute?, Attribute?)] = [:]
        for attribute in set.attributes where attribute.semantic.isOfSkin {
            let parts = attribute.semantic.name.split(separator: "_")
            guard parts.count == 2, let number = Int(parts[1]), attribute.offsets == nil, attribute.count == set.count
            else { continue }
            if attribute.semantic == .joints(number) { pairs[number, default: (nil, nil)].0 = attribute }
            if attribute.semantic == .weights(number) { pairs[number, default: (nil, nil)].1 = attribute }
        }
        return pairs.inKeyOrder.compactMap { pair in
            guard let joints = pair.value.0, let weights = pair.value.1 else { return nil }
            return (joints, weights)
        }
    }

    /// The numbers of an attribute; normalised integers as fractions.
    private static func fractions(of attribute: Attribute) -> [Double] {
        let numbers = attribute.values.doubles()
        guard attribute.normalized, let most = attribute.values.type.normalizedMaximum else { return numbers }
        return numbers.map { $0 / most }
    }

    /// Returns the set afterwards, and the attributes that should have been turned.
    func posed() -> (set: VertexSet, untouched: [Attribute]) {
        var posed = set
        var untouched: [Attribute] = []
        posed.attributes = set.attributes.compactMap { attribute in
            if attribute.semantic.ofTarget != nil || matrices != nil && attribute.semantic.isOfSkin { return nil }
            if let changed = changed(attribute) { return changed }
            if matrices != nil, attribute.dependsOnDirection || attribute.dependsOnSize { untouched.append(attribute) }
            return attribute
        }
        return (posed, untouched)
    }

    /// Whether a pool has directions, which joints turn.
    static func turns(_ pool: Attribute) -> Bool {
        pool.offsets == nil && pool.values.components >= 3
            && (pool.semantic == .normal || pool.semantic.name == "TANGENT")
    }

    /// Returns directions of corners, each turned by the matrix of a vertex.
    ///
    /// - Parameter rows: for each direction its row in the pool and the vertex.
    func turned(_ pool: Attribute, _ rows: [(row: Int64, vertex: Int64)]) -> Attribute {
        let picked = pool.picking(ContiguousArray(rows.map { Int32(clamping: $0.row) }))
        var own = PoseArithmetic(VertexSet(count: rows.count, attributes: [picked]), weights: [], joints: nil)
        own.matrices = matrices.map { all in rows.map { all[Int($0.vertex)] } }
        return own.changed(picked) ?? picked
    }

    /// Returns an attribute after targets and joints; nil: neither changes it.
    private func changed(_ attribute: Attribute) -> Attribute? {
        guard attribute.offsets == nil, attribute.count == set.count else { return nil }
        let width = attribute.values.components
        let isTangent = attribute.semantic.name == "TANGENT"
        let isDirection = isTangent || attribute.semantic == .normal
        let isTurned = matrices != nil && width >= 3 && (isDirection || attribute.semantic == .position)
        let deltas = weights.enumerated().compactMap { target, weight -> (Double, Attribute)? in
            guard weight != 0, let delta = set.attribute(.target(target, attribute.semantic)), delta.offsets == nil,
                delta.count == set.count
            else { return nil }
            return (weight, delta)
        }
        guard isTurned || !deltas.isEmpty else { return nil }
        var numbers = Self.fractions(of: attribute)
        for (weight, delta) in deltas {
            let differences = Self.fractions(of: delta)
            let across = delta.values.components
            for vertex in 0..<set.count {
                for component in 0..<min(width, across) where !(isTangent && component > 2) {
                    numbers[vertex * width + component] += weight * differences[vertex * across + component]
                }
            }
        }
        if attribute.semantic.isColor {
            numbers = numbers.map { $0 < 0 ? 0 : $0 > attribute.frame.scale ? attribute.frame.scale : $0 }
        }
        if width >= 3, isTurned || isDirection {
            for vertex in 0..<set.count {
                let place = vertex * width
                var v = SIMD3(numbers[place], numbers[place + 1], numbers[place + 2])
                if let matrix = matrices?[vertex] {
                    let isMirror = matrix.determinant < 0
                    if attribute.semantic == .normal {
                        v = Self.product(matrix.cofactor, v)
                        if isMirror { v = -v }
                    } else {
                        v = Self.product({ matrix[$0, $1] }, v)
                        if isTangent, isMirror, width > 3 { numbers[place + 3] = -numbers[place + 3] }
                    }
                    if !isDirection { v += SIMD3(matrix[0, 3], matrix[1, 3], matrix[2, 3]) }
                }
                if isDirection {
                    let length = (v.x * v.x + v.y * v.y + v.z * v.z).squareRoot()
                    if length > 0, length.isFinite { v = SIMD3(v.x / length, v.y / length, v.z / length) }
                }
                (numbers[place], numbers[place + 1], numbers[place + 2]) = (v.x, v.y, v.z)
            }
        }
        var result = attribute
        result.normalized = false
        switch attribute.values.type {
        case .float64, .int32, .uint32, .int64, .uint64: result.values = Column(numbers, components: width)
        default: result.values = Column(numbers.map { Float($0) }, components: width)
        }
        return result
    }

    private static func product(_ entry: (Int, Int) -> Double, _ v: SIMD3<Double>) -> SIMD3<Double> {
        var result = SIMD3<Double>()
        for row in 0..<3 { result[row] = entry(row, 0) * v.x + entry(row, 1) * v.y + entry(row, 2) * v.z }
        return result
    }
}
