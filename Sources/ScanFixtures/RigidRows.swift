/// A rotation and translation as 12 numbers, row by row. It is separate from the model's own type, so that both don't
/// share a mistake.
package struct RigidRows: Hashable, Sendable {
    /// Three rows of four.
    package var numbers: [Double]

    /// The identity.
    package static let identity = RigidRows([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0])

    package init(_ numbers: [Double]) {
        precondition(numbers.count == 12, "three rows of four")
        self.numbers = numbers
    }

    /// Creates a transform that turns about y, then x, then z of the result, and moves. Angles are given as the tangent
    /// of half the angle, which needs no C library.
    package init(halfYaw: Double, halfPitch: Double = 0, halfRoll: Double = 0, center: SIMD3<Double>) {
        func turn(_ t: Double) -> (cos: Double, sin: Double) { ((1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)) }
        let (a, b, c) = (turn(halfYaw), turn(halfPitch), turn(halfRoll))
        let yaw = RigidRows([a.cos, 0, a.sin, 0, 0, 1, 0, 0, -a.sin, 0, a.cos, 0])
        let pitch = RigidRows([1, 0, 0, 0, 0, b.cos, -b.sin, 0, 0, b.sin, b.cos, 0])
        let roll = RigidRows([c.cos, -c.sin, 0, 0, c.sin, c.cos, 0, 0, 0, 0, 1, 0])
        self = yaw.after(pitch).after(roll)
        numbers[3] = center.x
        numbers[7] = center.y
        numbers[11] = center.z
    }

    /// Returns the transform that applies `first`, then this one.
    package func after(_ first: RigidRows) -> RigidRows {
        var result = RigidRows.identity
        for row in 0..<3 {
            for column in 0..<4 {
                var sum = column == 3 ? numbers[row * 4 + 3] : 0
                for k in 0..<3 { sum += numbers[row * 4 + k] * first.numbers[k * 4 + column] }
                result.numbers[row * 4 + column] = sum
            }
        }
        return result
    }

    /// The inverse transform.
    package var inverse: RigidRows {
        var result = RigidRows.identity
        for row in 0..<3 {
            var moved = 0.0
            for column in 0..<3 {
                result.numbers[row * 4 + column] = numbers[column * 4 + row]
                moved -= numbers[column * 4 + row] * numbers[column * 4 + 3]
            }
            result.numbers[row * 4 + 3] = moved
        }
        return result
    }

    /// Returns the transformed point.
    package func applied(_ p: SIMD3<Double>) -> SIMD3<Double> {
        func row(_ r: Int) -> Double {
            numbers[r * 4] * p.x + numbers[r * 4 + 1] * p.y + numbers[r * 4 + 2] * p.z + numbers[r * 4 + 3]
        }
        return SIMD3(row(0), row(1), row(2))
    }

    /// 16 numbers, column by column.
    package var columnMajor: [Double] {
        var result: [Double] = []
        for column in 0..<4 {
            for row in 0..<3 { result.append(numbers[row * 4 + column]) }
            result.append(column == 3 ? 1 : 0)
        }
        return result
    }

    /// 16 numbers, row by row.
    package var rowMajor: [Double] { numbers + [0, 0, 0, 1] }

    /// The numbers rounded to float32, as in the app.
    package var narrowed: RigidRows { RigidRows(numbers.map { Double(Float($0)) }) }
}

/// Random numbers that are the same on every machine (SplitMix64).
package struct FixtureRandom: Sendable {
    private var state: UInt64

    package init(_ seed: UInt64) { state = seed }

    /// The next 64 bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A number in a range.
    package mutating func number(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + Double(next() >> 11) / 9_007_199_254_740_992 * (range.upperBound - range.lowerBound)
    }

    /// An integer from 0 up to, but not including, a bound.
    package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }
}
