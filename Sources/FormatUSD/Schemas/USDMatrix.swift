/// A 4 × 4 matrix for row vectors, as in USD: row-major, with the translation in the last row.
struct USDMatrix: Hashable {
    private var r0 = SIMD4<Double>(1, 0, 0, 0)
    private var r1 = SIMD4<Double>(0, 1, 0, 0)
    private var r2 = SIMD4<Double>(0, 0, 1, 0)
    private var r3 = SIMD4<Double>(0, 0, 0, 1)

    static let identity = USDMatrix()

    private init() {}

    init(_ r0: SIMD4<Double>, _ r1: SIMD4<Double>, _ r2: SIMD4<Double>, _ r3: SIMD4<Double>) {
        (self.r0, self.r1, self.r2, self.r3) = (r0, r1, r2, r3)
    }

    /// - Parameter rows: sixteen numbers, row by row. Those that are missing are the identity's.
    init(rows: [Double]) {
        for (index, number) in rows.prefix(16).enumerated() { self[index] = number }
    }

    /// Sixteen numbers, row by row.
    var rows: [Double] { (0..<16).map { self[$0] } }

    /// A number by its place in the rows.
    subscript(index: Int) -> Double {
        get { self[row: index / 4][index % 4] }
        set { self[row: index / 4][index % 4] = newValue }
    }

    /// A row; the last one for numbers of 3 and above.
    subscript(row index: Int) -> SIMD4<Double> {
        get {
            switch index {
            case 0: r0
            case 1: r1
            case 2: r2
            default: r3
            }
        }
        set {
            switch index {
            case 0: r0 = newValue
            case 1: r1 = newValue
            case 2: r2 = newValue
            default: r3 = newValue
            }
        }
    }

    /// The product of two matrices, which applies `a` first.
    static func * (a: USDMatrix, b: USDMatrix) -> USDMatrix {
        func product(_ row: SIMD4<Double>) -> SIMD4<Double> {
            var sum = SIMD4<Double>() + row.x * b.r0
            sum += row.y * b.r1
            sum += row.z * b.r2
            return sum + row.w * b.r3
        }
        return USDMatrix(product(a.r0), product(a.r1), product(a.r2), product(a.r3))
    }

    static func translation(_ v: SIMD3<Double>) -> USDMatrix {
        var result = identity
        result.r3 = SIMD4(v, 1)
        return result
    }

    static func scale(_ v: SIMD3<Double>) -> USDMatrix {
        USDMatrix(SIMD4(v.x, 0, 0, 0), SIMD4(0, v.y, 0, 0), SIMD4(0, 0, v.z, 0), SIMD4(0, 0, 0, 1))
    }

    /// A rotation by a quaternion x, y, z, w, which is normalised first.
    static func rotation(_ q: SIMD4<Double>) -> USDMatrix {
        let length = (q * q).sum().squareRoot()
        guard length > 0, length.isFinite else { return .identity }
        return stretchingRotation(q / length)
    }

    /// The rotation that UsdSkel and point instancers make of a quaternion x, y, z, w as it is: one whose length is not 1
    /// also stretches across its axis, to 1 + length² × (rotation − 1).
    static func stretchingRotation(_ q: SIMD4<Double>) -> USDMatrix {
        let (x, y, z, w) = (q.x, q.y, q.z, q.w)
        return USDMatrix(
            SIMD4(1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0),
            SIMD4(2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0),
            SIMD4(2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0),
            SIMD4(0, 0, 0, 1))
    }

    /// Itself with the last column of transforms.
    var affine: USDMatrix {
        var result = self
        for row in 0..<4 { result[row: row].w = row == 3 ? 1 : 0 }
        return result
    }

    /// The inverse, or nil if there is none.
    var inverse: USDMatrix? {
        var (a, b) = (self, Self.identity)
        for column in 0..<4 {
            var pivot = column
            for row in column..<4 where a[row: row][column].magnitude > a[row: pivot][column].magnitude { pivot = row }
            let value = a[row: pivot][column]
            guard value != 0, value.isFinite else { return nil }
            (a[row: column], a[row: pivot]) = (a[row: pivot], a[row: column])
            (b[row: column], b[row: pivot]) = (b[row: pivot], b[row: column])
            a[row: column] /= value
            b[row: column] /= value
            for row in 0..<4 where row != column {
                let factor = a[row: row][column]
                guard factor != 0 else { continue }
                a[row: row] -= factor * a[row: column]
                b[row: row] -= factor * b[row: column]
            }
        }
        return b.isFinite ? b : nil
    }

    /// Where the origin is moved to.
    var place: SIMD3<Double> { SIMD3(r3.x, r3.y, r3.z) }

    /// A transformed point.
    func applied(to p: SIMD3<Double>) -> SIMD3<Double> {
        let moved = p.x * r0 + p.y * r1 + p.z * r2 + r3
        return SIMD3(moved.x, moved.y, moved.z)
    }

    /// Whether all numbers are finite.
    var isFinite: Bool { (0..<16).allSatisfy { self[$0].isFinite } }
}
