/// Converts colours of JPEG files to RGB (JFIF, Adobe's technical note 5116), in fixed point with 16 fractional bits.
///
/// - Bounds: `count` samples are read from each pointer, three times as many written.
struct JPEGColor {
    @inline(__always)
    private static func clamped(_ value: Int32) -> UInt8 { UInt8(truncatingIfNeeded: min(max(value, 0), 255)) }

    /// Converts luma and two colour differences to RGB.
    func convert(
        _ luma: UnsafePointer<UInt8>, _ blue: UnsafePointer<UInt8>, _ red: UnsafePointer<UInt8>, count: Int,
        to out: UnsafeMutablePointer<UInt8>
    ) {
        for index in 0..<count {
            let (y, cb, cr) = unsafe (Int32(luma[index]), Int32(blue[index]) &- 128, Int32(red[index]) &- 128)
            // 1.402, 0.344136 with 0.714136, and 1.772.
            let target = unsafe out + 3 &* index
            unsafe target[0] = Self.clamped(y &+ (cr &* 91881 &+ 32768) &>> 16)
            unsafe target[1] = Self.clamped(y &+ (cb &* -22554 &- cr &* 46802 &+ 32768) &>> 16)
            unsafe target[2] = Self.clamped(y &+ (cb &* 116130 &+ 32768) &>> 16)
        }
    }

    func interleave(
        _ first: UnsafePointer<UInt8>, _ second: UnsafePointer<UInt8>, _ third: UnsafePointer<UInt8>, count: Int,
        to out: UnsafeMutablePointer<UInt8>
    ) {
        for index in 0..<count {
            let target = unsafe out + 3 &* index
            unsafe target[0] = first[index]
            unsafe target[1] = second[index]
            unsafe target[2] = third[index]
        }
    }

    /// Replaces each sample by 255 minus its value.
    func invert(_ samples: UnsafeMutablePointer<UInt8>, count: Int) {
        for index in 0..<count { unsafe samples[index] = 255 &- samples[index] }
    }

    /// Converts CMYK to RGB. Files hold it inverted, as remaining light, so each sample is multiplied with black's.
    func darken(_ samples: UnsafeMutablePointer<UInt8>, _ black: UnsafePointer<UInt8>, count: Int) {
        for index in 0..<count {
            let light = unsafe Int32(black[index])
            let target = unsafe samples + 3 &* index
            for channel in 0..<3 {
                let product = unsafe (255 &- Int32(target[channel])) &* light &+ 128
                unsafe target[channel] = Self.clamped(light &- ((product &>> 8 &+ product) &>> 8))
            }
        }
    }
}
