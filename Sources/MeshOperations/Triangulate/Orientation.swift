/// The sign of the area of the triangle a, b, c: 1 counter-clockwise, −1 clockwise, 0 collinear.
///
/// Exact for finite coordinates as long as products neither overflow nor underflow; 0 if a coordinate is NaN. Almost
/// every call returns after the first comparison: the bound is (3 + 16 ε) ε with ε = 2⁻⁵³ (Shewchuk 1997).
@inline(__always)
func orientation(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>) -> Int {
    let left = (a.x - c.x) * (b.y - c.y)
    let right = (a.y - c.y) * (b.x - c.x)
    let area = left - right
    let bound = 3.330_669_073_875_472e-16 * (abs(left) + abs(right))
    if area > bound { return 1 }
    if -area > bound { return -1 }
    return exactOrientation(a, b, c)
}

@inline(never)
private func exactOrientation(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>) -> Int {
    let ax = twoDifference(a.x, c.x)
    let ay = twoDifference(a.y, c.y)
    let bx = twoDifference(b.x, c.x)
    let by = twoDifference(b.y, c.y)
    if ax.rest == 0, ay.rest == 0, bx.rest == 0, by.rest == 0 {
        // Rounding is monotone: products that differ after rounding differ the same way before it.
        let left = twoProduct(ax.value, by.value)
        let right = twoProduct(ay.value, bx.value)
        if left.value != right.value { return left.value > right.value ? 1 : left.value < right.value ? -1 : 0 }
        return left.rest > right.rest ? 1 : left.rest < right.rest ? -1 : 0
    }
    var sum = ContiguousArray<Double>()
    sum.reserveCapacity(12)
    add(a.x, b.y, to: &sum)
    add(-a.x, c.y, to: &sum)
    add(-c.x, b.y, to: &sum)
    add(-a.y, b.x, to: &sum)
    add(a.y, c.x, to: &sum)
    add(c.y, b.x, to: &sum)
    // The parts don't overlap and ascend in size: the last one other than zero has the sign of the sum.
    for part in sum.reversed() where part != 0 { return part > 0 ? 1 : part < 0 ? -1 : 0 }
    return 0
}

private func twoDifference(_ a: Double, _ b: Double) -> (value: Double, rest: Double) {
    let value = a - b
    let second = a - value
    let first = value + second
    return (value, (a - first) + (second - b))
}

/// A product and its rounding error, by halves of 26 bits; a fused multiplication is a call into the C library.
private func twoProduct(_ a: Double, _ b: Double) -> (value: Double, rest: Double) {
    let value = a * b
    let (aHigh, aLow) = halves(a)
    let (bHigh, bLow) = halves(b)
    let high = aHigh * bHigh - value
    let middle = (high + aHigh * bLow) + aLow * bHigh
    return (value, middle + aLow * bLow)
}

private func halves(_ a: Double) -> (high: Double, low: Double) {
    let wide = 134_217_729 * a
    let high = wide - (wide - a)
    return (high, a - high)
}

/// Adds the product of two numbers to a sum of non-overlapping parts, without any rounding.
private func add(_ a: Double, _ b: Double, to sum: inout ContiguousArray<Double>) {
    let product = twoProduct(a, b)
    for term in [product.rest, product.value] {
        var carry = term
        for index in sum.indices {
            let part = sum[index]
            let value = carry + part
            let second = value - carry
            let first = value - second
            sum[index] = (carry - first) + (part - second)
            carry = value
        }
        sum.append(carry)
    }
}
