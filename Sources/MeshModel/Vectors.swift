/// The cross product: square to both, as long as the area between them.
@inline(__always)
package func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

/// The dot product, summed from x to z.
@inline(__always)
package func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
    a.x * b.x + a.y * b.y + a.z * b.z
}

extension SIMD3<Double> {
    /// The length.
    package var length: Double { dot(self, self).squareRoot() }
}
