/// The filters of elements. Each takes and returns an element's bytes as one little-endian word.
///
/// The specification doesn't define elements outside its ranges. Here they give some value and never trap.
enum MeshoptFilters {
    static func apply(_ filter: MeshoptStream.Filter, stride: Int, to destination: CodecDestination) {
        switch (filter, stride) {
        case (.none, _): break
        case (.octahedral, 4): destination.replaceWords(UInt32.self) { octahedral8($0) }
        case (.octahedral, _): destination.replaceWords(UInt64.self) { octahedral16($0) }
        case (.quaternion, _): destination.replaceWords(UInt64.self) { quaternion($0) }
        case (.exponential, _): destination.replaceWords(UInt32.self) { exponential($0) }
        case (.color, 4): destination.replaceWords(UInt32.self) { color8($0) }
        case (.color, _): destination.replaceWords(UInt64.self) { color16($0) }
        }
    }

    @inline(__always)
    static func octahedral8(_ word: UInt32) -> UInt32 {
        let (x, y, z) = direction(
            Float(Int8(truncatingIfNeeded: word)), Float(Int8(truncatingIfNeeded: word >> 8)),
            one: Float(Int8(truncatingIfNeeded: word >> 16)))
        let xy = UInt32(rounded(x, 127)) & 0xFF | (UInt32(rounded(y, 127)) & 0xFF) << 8
        return xy | (UInt32(rounded(z, 127)) & 0xFF) << 16 | word & 0xFF00_0000
    }

    @inline(__always)
    static func octahedral16(_ word: UInt64) -> UInt64 {
        let (x, y, z) = direction(
            Float(Int16(truncatingIfNeeded: word)), Float(Int16(truncatingIfNeeded: word >> 16)),
            one: Float(Int16(truncatingIfNeeded: word >> 32)))
        let xy = part(rounded(x, 32767), 0) | part(rounded(y, 32767), 1)
        return xy | part(rounded(z, 32767), 2) | word & 0xFFFF_0000_0000_0000
    }

    /// The unit vector of a point of the octahedron, whose lower half is folded out.
    @inline(__always)
    private static func direction(_ u: Float, _ v: Float, one: Float) -> (Float, Float, Float) {
        var x = u / one
        var y = v / one
        let z = 1 - x.magnitude - y.magnitude
        let fold = min(z, 0)
        x -= Float(signOf: x, magnitudeOf: fold)
        y -= Float(signOf: y, magnitudeOf: fold)
        let length = (x * x + y * y + z * z).squareRoot()
        return (x / length, y / length, z / length)
    }

    @inline(__always)
    static func quaternion(_ word: UInt64) -> UInt64 {
        let last = Int16(truncatingIfNeeded: word >> 48)
        // √½, the maximum of a component that isn't the largest.
        let scale = Float(0.5).squareRoot() / Float(last | 3)
        let x = Float(Int16(truncatingIfNeeded: word)) * scale
        let y = Float(Int16(truncatingIfNeeded: word >> 16)) * scale
        let z = Float(Int16(truncatingIfNeeded: word >> 32)) * scale
        let w = max(0, 1 - x * x - y * y - z * z).squareRoot()
        let largest = UInt64(word >> 48 & 3)
        let first = part(rounded(w, 32767), 0) | part(rounded(x, 32767), 1)
        let all = first | part(rounded(y, 32767), 2) | part(rounded(z, 32767), 3)
        // The largest component is the first here. Rotating all four moves it to its position.
        return (all &<< (16 &* largest)) | (largest == 0 ? 0 : all &>> (64 &- 16 &* largest))
    }

    @inline(__always)
    static func exponential(_ word: UInt32) -> UInt32 {
        let exponent = Int32(bitPattern: word) >> 24
        let mantissa = Float(Int32(bitPattern: word << 8) >> 8)
        // 2⁻¹²⁷ and 2⁻¹²⁸ are subnormal: one exact step to 2⁻¹²⁶, then one that rounds.
        let scale = Float(bitPattern: UInt32(bitPattern: max(exponent, -126) &+ 127) << 23)
        let rest = Float(bitPattern: UInt32(bitPattern: min(exponent &+ 126, 0) &+ 127) << 23)
        return (mantissa * scale * rest).bitPattern
    }

    @inline(__always)
    static func color8(_ word: UInt32) -> UInt32 {
        let alpha = Int32(word >> 24)
        let color = rgba(
            y: Int32(word & 0xFF), co: Int32(Int8(truncatingIfNeeded: word >> 8)),
            cg: Int32(Int8(truncatingIfNeeded: word >> 16)), alpha: alpha, most: 255)
        let rg = UInt32(color.0 & 0xFF) | UInt32(color.1 & 0xFF) << 8
        return rg | UInt32(color.2 & 0xFF) << 16 | UInt32(color.3 & 0xFF) << 24
    }

    @inline(__always)
    static func color16(_ word: UInt64) -> UInt64 {
        let color = rgba(
            y: Int32(word & 0xFFFF), co: Int32(Int16(truncatingIfNeeded: word >> 16)),
            cg: Int32(Int16(truncatingIfNeeded: word >> 32)), alpha: Int32(word >> 48), most: 65535)
        return UInt64(color.0) | UInt64(color.1) << 16 | UInt64(color.2) << 32 | UInt64(color.3) << 48
    }

    /// Colours from luma and two differences. The highest bit of `alpha` gives the number of bits.
    @inline(__always)
    private static func rgba(
        y: Int32, co: Int32, cg: Int32, alpha: Int32, most: Float
    ) -> (UInt16, UInt16, UInt16, UInt16) {
        // All ones up to the highest bit.
        let ones: Int32 = alpha == 0 ? 0 : (1 << (32 - Int32(alpha.leadingZeroBitCount))) - 1
        let a = alpha & (ones >> 1)
        let scale = most / Float(ones)
        return (
            nearest(Float(y + co - cg) * scale), nearest(Float(y + cg) * scale),
            nearest(Float(y - co - cg) * scale), nearest(Float(a << 1 | a & 1) * scale)
        )
    }

    /// The nearest integer of `value` × `most`, two's complement. Halves round to even, which may be one unit from what
    /// the specification writes, as it allows.
    @inline(__always)
    private static func rounded(_ value: Float, _ most: Float) -> UInt16 {
        nearest(value * most)
    }

    /// The low 16 bits of the nearest integer. Around 1.5 × 2²³ a float has no fraction left, and its low bits are
    /// those of the integer. So no conversion can trap, and the compiler can vectorise. NaN and too large values give
    /// some bits.
    @inline(__always)
    private static func nearest(_ value: Float) -> UInt16 {
        UInt16(truncatingIfNeeded: (value + 12_582_912).bitPattern)
    }

    @inline(__always)
    private static func part(_ value: UInt16, _ position: UInt64) -> UInt64 {
        UInt64(value) &<< (16 &* position)
    }
}
