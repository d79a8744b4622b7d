/// The inverse cosine transform of a block in integers: that of Loeffler, Ligtenberg and Moschytz with 12
/// multiplications, 13-bit constants and 2 more bits between the two passes; rounded like libjpeg-turbo's exact method.
///
/// - Bounds: a block and its table are 64 numbers, rows of eight; the target has eight rows of eight samples.
@safe struct JPEGTransform {
    private let columns: UnsafeMutablePointer<Int32>

    /// Creates a transform that stores the values between the passes in 64 numbers.
    init(scratch: UnsafeMutablePointer<Int32>) { unsafe columns = unsafe scratch }

    /// Transforms the eight values of a row or column, times 8192.
    @inline(__always)
    private static func transform(
        _ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32, _ e: Int32, _ f: Int32, _ g: Int32, _ h: Int32
    ) -> (Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32) {
        // 0.541196100, 1.847759065 and 0.765366865 times 8192.
        let turned = (c &+ g) &* 4433
        let (low, high) = (turned &- g &* 15137, turned &+ c &* 6270)
        let (sum, difference) = ((a &+ e) &<< 13, (a &- e) &<< 13)
        let (even0, even3, even1, even2) = (sum &+ high, sum &- high, difference &+ low, difference &- low)
        // 1.175875602, 0.899976223, 2.562915447, 1.961570560 and 0.390180644.
        let all = (h &+ d &+ f &+ b) &* 9633
        let (z1, z2) = ((h &+ b) &* -7373, (f &+ d) &* -20995)
        let (z3, z4) = ((h &+ d) &* -16069 &+ all, (f &+ b) &* -3196 &+ all)
        // 0.298631336, 2.053119869, 3.072711026 and 1.501321110.
        let (odd0, odd1) = (h &* 2446 &+ z1 &+ z3, f &* 16819 &+ z2 &+ z4)
        let (odd2, odd3) = (d &* 25172 &+ z2 &+ z3, b &* 12299 &+ z1 &+ z4)
        return (
            even0 &+ odd3, even1 &+ odd2, even2 &+ odd1, even3 &+ odd0,
            even3 &- odd0, even2 &- odd1, even1 &- odd2, even0 &- odd3
        )
    }

    @inline(__always)
    private static func sample(_ value: Int32, _ shift: Int32) -> UInt8 {
        UInt8(truncatingIfNeeded: min(max((value &+ (1 &<< (shift &- 1))) &>> shift &+ 128, 0), 255))
    }

    /// Writes the samples of a block whose coefficients are zero except the first.
    @inline(__always)
    func fill(_ coefficient: Int16, _ table: UnsafePointer<UInt16>, to target: UnsafeMutablePointer<UInt8>, stride: Int)
    {
        let value = unsafe Self.sample((Int32(coefficient) &* Int32(table[0])) &<< 2, 5)
        for row in 0..<8 { unsafe (target + row &* stride).update(repeating: value, count: 8) }
    }

    /// Writes the samples of a block.
    func run(
        _ block: UnsafePointer<Int16>, _ table: UnsafePointer<UInt16>, to target: UnsafeMutablePointer<UInt8>,
        stride: Int
    ) {
        for column in 0..<8 {
            let (source, factors, out) = unsafe (block + column, table + column, columns + column)
            @inline(__always)
            func value(_ row: Int) -> Int32 { unsafe Int32(source[row &* 8]) &* Int32(factors[row &* 8]) }
            if unsafe source[8] | source[16] | source[24] | source[32] | source[40] | source[48] | source[56] == 0 {
                let same = value(0) &<< 2
                for row in 0..<8 { unsafe out[row &* 8] = same }
                continue
            }
            let made = Self.transform(
                value(0), value(1), value(2), value(3), value(4), value(5), value(6), value(7))
            @inline(__always)
            func keep(_ row: Int, _ value: Int32) { unsafe out[row &* 8] = (value &+ 1024) &>> 11 }
            keep(0, made.0)
            keep(1, made.1)
            keep(2, made.2)
            keep(3, made.3)
            keep(4, made.4)
            keep(5, made.5)
            keep(6, made.6)
            keep(7, made.7)
        }
        for row in 0..<8 {
            let (source, out) = unsafe (columns + row &* 8, target + row &* stride)
            let made = unsafe Self.transform(
                source[0], source[1], source[2], source[3], source[4], source[5], source[6], source[7])
            unsafe out[0] = Self.sample(made.0, 18)
            unsafe out[1] = Self.sample(made.1, 18)
            unsafe out[2] = Self.sample(made.2, 18)
            unsafe out[3] = Self.sample(made.3, 18)
            unsafe out[4] = Self.sample(made.4, 18)
            unsafe out[5] = Self.sample(made.5, 18)
            unsafe out[6] = Self.sample(made.6, 18)
            unsafe out[7] = Self.sample(made.7, 18)
        }
    }
}
