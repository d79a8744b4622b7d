/// A 4 × 4 matrix for row vectors, as in USD: row-major, with the translation in the last row.
struct USDMatrix: Hashable {
    /// Sixteen numbers, row by row.
    var rows: [Double]

    static let identity = USDMatrix(rows: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])

    /// The product of two matrices, which applies `a` first.
    static func * (a: USDMatrix, b: USDMatrix) -> USDMatrix {
        var result = USDMatrix.identity
        for row in 0..<4 {
            for column in 0..<4 {
                var sum = 0.0
                for index in 0..<4 { sum += a.rows[row * 4 + index] * b.rows[index * 4 + column] }
                result.rows[row * 4 + column] = sum
            }
        }
        return result
    }

    static func translation(_ v: SIMD3<Double>) -> USDMatrix {
        USDMatrix(rows: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, v.x, v.y, v.z, 1])
    }

    static func scale(_ v: SIMD3<Double>) -> USDMatrix {
        USDMatrix(rows: [v.x, 0, 0, 0, 0, v.y, 0, 0, 0, 0, v.z, 0, 0, 0, 0, 1])
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
        return USDMatrix(rows: [
            1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0,
            2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0,
            2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0,
            0, 0, 0, 1,
        ])
    }

    /// Itself with the last column of transforms.
    var affine: USDMatrix {
        var result = self
        for row in 0..<4 { result.rows[row * 4 + 3] = row == 3 ? 1 : 0 }
        return result
    }

    /// The inverse, or nil if there is none.
    var inverse: USDMatrix? {
        var a = rows
        var b = Self.identity.rows
        for column in 0..<4 {
            var pivot = column
            for row in column..<4 where a[row * 4 + column].magnitude > a[pivot * 4 + column].magnitude { pivot = row }
            let value = a[pivot * 4 + column]
            guard value != 0, value.isFinite else { return nil }
            for index in 0..<4 {
                a.swapAt(column * 4 + index, pivot * 4 + index)
                b.swapAt(column * 4 + index, pivot * 4 + index)
            }
            for index in 0..<4 {
                a[column * 4 + index] /= value
                b[column * 4 + index] /= value
            }
            for row in 0..<4 where row != column {
                let factor = a[row * 4 + column]
                guard factor != 0 else { continue }
                for index in 0..<4 {
                    a[row * 4 + index] -= factor * a[column * 4 + index]
                    b[row * 4 + index] -= factor * b[column * 4 + index]
                }
            }
        }
        return b.allSatisfy(\.isFinite) ? USDMatrix(rows: b) : nil
    }
}
