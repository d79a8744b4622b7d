/// The angle between two directions, 0…π; 0 if one of them is zero or not finite.
///
/// Computed from the half chord (Kahan): exact to the last bits also for very small and very flat angles. Only
/// operations that IEEE 754 rounds correctly, so the result is the same on every machine, which a C library does not
/// promise.
func angle(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
    guard let u = unitVector(a), let v = unitVector(b) else { return 0 }
    let chord = u - v
    let sum = u + v
    let opposite = dot(chord, chord).squareRoot()
    let adjacent = dot(sum, sum).squareRoot()
    if opposite <= adjacent { return 2 * arcTangent(opposite / adjacent) }
    return .pi - 2 * arcTangent(adjacent / opposite)
}

/// The direction with length 1; nil for zero, or if the squared length is not finite.
func unitVector(_ vector: SIMD3<Double>) -> SIMD3<Double>? {
    var (vector, square) = (vector, dot(vector, vector))
    if square < 0x1p-900 {
        // Squares of tiny numbers would underflow; scaling by a power of two is exact.
        vector *= 0x1p600
        square = dot(vector, vector)
    }
    guard square > 0, square.isFinite else { return nil }
    return vector / square.squareRoot()
}

/// The arc tangent of a number in 0…1.
func arcTangent(_ tangent: Double) -> Double {
    // Halves the angle three times: atan x = 2 atan (x ÷ (1 + √(1 + x²))); then the series can end at x¹⁷, below 2⁻⁵³.
    var x = tangent
    for _ in 0..<3 { x /= 1 + (1 + x * x).squareRoot() }
    let square = x * x
    var sum = 0.0
    for denominator in stride(from: 15.0, through: 1, by: -2) { sum = 1 / denominator - square * sum }
    return 8 * x * sum
}
