/// The rotation between two, at a constant speed along the shorter arc; keys needn't have the length 1.
///
/// Only operations that IEEE 754 rounds correctly, so the result is the same on every machine.
func slerp(_ from: SIMD4<Double>, _ to: SIMD4<Double>, _ part: Double) -> SIMD4<Double> {
    let a = unitQuaternion(from)
    var b = unitQuaternion(to)
    if sum(a * b) < 0 { b = -b }
    let (chord, across) = (a - b, a + b)
    // The angle in four dimensions is at most a right one, so the tangent of its half is in 0…1.
    let angle = 2 * arcTangent(sum(chord * chord).squareRoot() / sum(across * across).squareRoot())
    guard angle > 0 else { return a }
    let whole = sine(angle)
    return unitQuaternion(a * (sine((1 - part) * angle) / whole) + b * (sine(part * angle) / whole))
}

/// The quaternion with length 1; no rotation for zero and for what is not finite.
func unitQuaternion(_ q: SIMD4<Double>) -> SIMD4<Double> {
    let square = sum(q * q)
    guard square > 0, square.isFinite else { return SIMD4(0, 0, 0, 1) }
    return q / square.squareRoot()
}

private func sum(_ v: SIMD4<Double>) -> Double { v.x + v.y + v.z + v.w }

/// The sine of an angle in 0…π ÷ 2: the series up to x²¹, whose next term is below 2⁻⁵⁹.
private func sine(_ x: Double) -> Double {
    let square = x * x
    var sum = 1.0
    for number in stride(from: 20.0, through: 2, by: -2) { sum = 1 - square / (number * (number + 1)) * sum }
    return x * sum
}
