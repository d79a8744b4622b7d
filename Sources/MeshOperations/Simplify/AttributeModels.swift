/// Colours, texture coordinates and normals while edges collapse: a linear function around the point of each row.
///
/// A row has the value at its point and a gradient, both means over the original triangles that it stands for, weighted
/// by area. Two rows that merge get the mean of both functions at the new point: the least-squares solution of Hoppe
/// (1999), with the error that merging adds, without a matrix. Where values are linear in space, as texture coordinates
/// of a flat piece are, they stay exact however far a point moves.
///
/// - Shape: ``width`` functions for each row, 16 bytes each: x, y and z of the gradient, then the value.
struct AttributeModels {
    /// The number of values in a row; rows with fewer have zeros.
    let width: Int
    /// The number of values, the first of each row, that say how a point moves: their differences are distances.
    let motionWidth: Int
    private var functions: ContiguousArray<SIMD4<Float>>
    private var weights: ContiguousArray<Float>

    /// Creates `count` rows of zeros.
    init(count: Int, width: Int, motionWidth: Int = 0) {
        self.width = width
        self.motionWidth = motionWidth
        functions = ContiguousArray(repeating: SIMD4(), count: count * width)
        weights = ContiguousArray(repeating: 0, count: width > 0 ? count : 0)
    }

    /// A value of a row, at the row's point.
    subscript(row: Int, component: Int) -> Float {
        get { functions[row * width + component].w }
        set { functions[row * width + component].w = newValue }
    }

    /// Adds a triangle to the gradients of the rows at its corners; call ``finishGradients()`` after all.
    ///
    /// - Parameter corners: for each corner, half the vector that is perpendicular to the triangle's opposite edge, in
    ///   its plane, pointing to the corner and as long as the edge.
    mutating func add(_ rows: SIMD3<Int32>, _ corners: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>), area: Float) {
        guard width > 0, area > 0, area.isFinite, rows.min() >= 0 else { return }
        let (a, b, c) = (Int(rows.x) * width, Int(rows.y) * width, Int(rows.z) * width)
        for component in 0..<width {
            let gradient =
                corners.0 * functions[a + component].w + corners.1 * functions[b + component].w
                + corners.2 * functions[c + component].w
            let change = SIMD4(gradient, 0)
            functions[a + component] += change
            functions[b + component] += change
            functions[c + component] += change
        }
        for row in [rows.x, rows.y, rows.z] { weights[Int(row)] += area }
    }

    /// Divides the sums of gradients by the area.
    mutating func finishGradients() {
        for row in weights.indices {
            let factor = weights[row] > 0 ? 1 / weights[row] : 0
            for index in row * width..<(row + 1) * width { functions[index] *= SIMD4(factor, factor, factor, 1) }
        }
    }

    /// The weighted sum of squares that merging two rows adds, at a point relative to the points of both, and the mean
    /// squared distance by which the point then moves differently.
    func mergeError(
        _ a: Int, at fromA: SIMD3<Float>, _ b: Int, at fromB: SIMD3<Float>
    ) -> (sum: Float, motion: Float) {
        guard width > 0 else { return (0, 0) }
        let sum = weights[a] + weights[b]
        guard sum > 0 else { return (0, 0) }
        let (placeA, placeB) = (SIMD4(fromA, 1), SIMD4(fromB, 1))
        var squares: Float = 0
        var motion: Float = 0
        for component in 0..<width {
            let difference =
                (functions[a * width + component] * placeA - functions[b * width + component] * placeB).sum()
            squares += difference * difference
            if component < motionWidth { motion = squares }
        }
        let share = weights[a] * weights[b] / sum
        return (squares * share, motion * share / sum)
    }

    /// Moves the point of a row.
    mutating func move(_ row: Int, by way: SIMD3<Float>) {
        let place = SIMD4(way, 1)
        for index in row * width..<(row + 1) * width { functions[index].w = (functions[index] * place).sum() }
    }

    /// Merges row `b` into row `a`; both must be at the same point.
    mutating func merge(_ b: Int, into a: Int) {
        guard width > 0 else { return }
        let sum = weights[a] + weights[b]
        let share = sum > 0 ? weights[b] / sum : 0.5
        for component in 0..<width {
            let own = functions[a * width + component]
            functions[a * width + component] = own + (functions[b * width + component] - own) * share
        }
        weights[a] = sum
    }
}
