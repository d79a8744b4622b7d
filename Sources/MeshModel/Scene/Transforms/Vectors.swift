/// The cross product: perpendicular to both, as long as the area of their parallelogram.
@inlinable @inline(__always)
package func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

/// The cross product with each component right to its last bits, also where its two products nearly cancel.
package func preciseCross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
        differenceOfProducts(a.y, b.z, a.z, b.y), differenceOfProducts(a.z, b.x, a.x, b.z),
        differenceOfProducts(a.x, b.y, a.y, b.x))
}

/// a · b − c · d with an error of at most 1.5 units in the last place (Kahan's method; Jeannerod, Louvet and Muller,
/// 2013).
private func differenceOfProducts(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
    let product = c * d
    let whatRoundingTook = product.addingProduct(-c, d)
    return (-product).addingProduct(a, b) + whatRoundingTook
}

/// The dot product, summed from x to z.
@inlinable @inline(__always)
package func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
    a.x * b.x + a.y * b.y + a.z * b.z
}

extension SIMD3<Double> {
    @inlinable package var length: Double { dot(self, self).squareRoot() }
}
