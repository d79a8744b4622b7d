/// The sums of a least squares problem in six unknowns: a rotation vector and a translation.
struct NormalEquations {
    /// The upper triangle of the matrix, row by row.
    private var matrix = [Double](repeating: 0, count: 36)
    private var right = [Double](repeating: 0, count: 6)
    private var squares = 0.0
    private var weights = 0.0

    /// The weighted mean of the squared residuals.
    var meanSquare: Double { weights > 0 ? squares / weights : 0 }

    /// Adds the equation arm · w + normal · t = −residual.
    mutating func add(_ arm: SIMD3<Double>, _ normal: SIMD3<Double>, _ residual: Double, _ weight: Double) {
        let row = SIMD8(arm.x, arm.y, arm.z, normal.x, normal.y, normal.z, 0, 0)
        for i in 0..<6 {
            let factor = row[i] * weight
            right[i] -= factor * residual
            for j in i..<6 { matrix[i * 6 + j] += factor * row[j] }
        }
        squares += weight * residual * residual
        weights += weight
    }

    /// Adds the wish that the turn and the move so far, and what is added to them, stay small.
    mutating func addPrior(_ turn: SIMD3<Double>, _ offset: SIMD3<Double>, rotation: Double, translation: Double) {
        for i in 0..<3 {
            matrix[i * 6 + i] += rotation * weights
            right[i] -= rotation * weights * turn[i]
            matrix[(i + 3) * 6 + i + 3] += translation * weights
            right[i + 3] -= translation * weights * offset[i]
        }
    }

    /// The unknowns, by Cholesky's method; nil if they are not determined.
    ///
    /// A little of the diagonal is added, so that directions that no surface holds (along a wall) stay as they are.
    func solution() -> [Double]? {
        var l = [Double](repeating: 0, count: 36)
        for i in 0..<6 {
            for j in 0...i {
                var sum = matrix[j * 6 + i]
                if i == j { sum += 1e-6 * matrix[i * 6 + i] + 1e-9 * weights }
                for k in 0..<j { sum -= l[i * 6 + k] * l[j * 6 + k] }
                if i == j {
                    guard sum > 0, sum < .infinity else { return nil }
                    l[i * 6 + i] = sum.squareRoot()
                } else {
                    l[i * 6 + j] = sum / l[j * 6 + j]
                }
            }
        }
        var x = right
        for i in 0..<6 {
            for k in 0..<i { x[i] -= l[i * 6 + k] * x[k] }
            x[i] /= l[i * 6 + i]
        }
        for i in (0..<6).reversed() {
            for k in i + 1..<6 { x[i] -= l[k * 6 + i] * x[k] }
            x[i] /= l[i * 6 + i]
        }
        return x.allSatisfy { abs($0) < 1 } ? x : nil
    }
}
