/// Makes blocks of an image's pixels: converts colours, averages colour differences, and repeats the last column and
/// row up to whole units, the squares of pixels that have all components' blocks.
struct JPEGSampler: Sendable {
    /// The pixels of a colour difference, along each axis.
    let step: Int
    /// The rows of units.
    let unitsDown: Int
    private let unitsAcross: Int
    private let width: Int
    private let height: Int
    private let channels: Int

    init(_ image: JPEGWriter) {
        channels = image.layout.rawValue
        step = channels == 3 && image.sampling == .halved ? 2 : 1
        (width, height) = (image.width, image.height)
        unitsAcross = (width - 1) / (8 * step) + 1
        unitsDown = (height - 1) / (8 * step) + 1
    }

    /// The component of each block of a unit: luma first, then the colour differences.
    var blockKinds: [Int] { [Int](repeating: 0, count: step * step) + (channels == 3 ? [1, 2] : []) }

    /// Returns the coefficients of a row of units.
    ///
    /// - Parameters:
    ///   - pixels: the whole image.
    ///   - unitRow: the row, below ``unitsDown``.
    ///   - tables: for luma, and for colour differences.
    func coefficients(_ pixels: [UInt8], unitRow: Int, _ tables: [JPEGQuantizer]) -> JPEGBand {
        let side = 8 * step
        let stride = unitsAcross * side
        // One component behind the other.
        var samples = [Int16](repeating: 0, count: stride * side * channels)
        for row in 0..<side {
            let line = min(unitRow * side + row, height - 1) * width
            for x in 0..<stride {
                convert(pixels, line + min(x, width - 1), to: &samples, row * stride + x, stride * side)
            }
        }
        var band = JPEGBand()
        band.masks.reserveCapacity(unitsAcross * blockKinds.count)
        band.values.reserveCapacity(stride * side / 4)
        var block = [SIMD8<Int32>](repeating: SIMD8(), count: 8)
        var levels = [Int16](repeating: 0, count: 64)
        for unit in 0..<unitsAcross {
            for number in 0..<step * step {
                let at = number / step * 8 * stride + unit * side + number % step * 8
                load(samples, at, stride, &block)
                JPEGForwardTransform.apply(&block)
                tables[0].append(block, &levels, to: &band)
            }
            for component in 1..<channels {
                let at = component * stride * side + unit * side
                if step == 2 { loadMeans(samples, at, stride, &block) } else { load(samples, at, stride, &block) }
                JPEGForwardTransform.apply(&block)
                tables[1].append(block, &levels, to: &band)
            }
        }
        return band
    }

    @inline(__always)
    private func load(_ samples: [Int16], _ at: Int, _ stride: Int, _ block: inout [SIMD8<Int32>]) {
        for row in 0..<8 {
            let line = at + row * stride
            @inline(__always) func sample(_ x: Int) -> Int32 { Int32(samples[line + x]) }
            block[row] = SIMD8(
                sample(0), sample(1), sample(2), sample(3), sample(4), sample(5), sample(6), sample(7))
        }
    }

    /// Loads the means of squares of 2 × 2 samples.
    @inline(__always)
    private func loadMeans(_ samples: [Int16], _ at: Int, _ stride: Int, _ block: inout [SIMD8<Int32>]) {
        for row in 0..<8 {
            let line = at + row * 2 * stride
            @inline(__always) func sum(_ x: Int) -> Int32 {
                let corner = line + 2 * x
                return Int32(samples[corner]) &+ Int32(samples[corner + 1]) &+ Int32(samples[corner + stride])
                    &+ Int32(samples[corner + stride + 1])
            }
            let sums = SIMD8<Int32>(sum(0), sum(1), sum(2), sum(3), sum(4), sum(5), sum(6), sum(7))
            // Halves go down and up in turn, so that means are not too large on the whole.
            block[row] = (sums &+ SIMD8(1, 2, 1, 2, 1, 2, 1, 2)) &>> SIMD8(repeating: 2)
        }
    }

    /// Converts a pixel to Y, Cb and Cr less 128, in fixed point with 16 fractional bits (JFIF 1.02, page 3).
    @inline(__always)
    private func convert(_ pixels: [UInt8], _ pixel: Int, to samples: inout [Int16], _ at: Int, _ next: Int) {
        guard channels == 3 else {
            samples[at] = Int16(pixels[pixel]) - 128
            return
        }
        let (r, g, b) = (Int32(pixels[pixel * 3]), Int32(pixels[pixel * 3 + 1]), Int32(pixels[pixel * 3 + 2]))
        // 0.299, 0.587, 0.114; 0.168736, 0.331264, 0.5; 0.5, 0.418688, 0.081312.
        samples[at] = Int16(truncatingIfNeeded: (r &* 19595 &+ g &* 38470 &+ b &* 7471 &+ 32768) &>> 16 &- 128)
        samples[at + next] = Int16(truncatingIfNeeded: (b &* 32768 &- r &* 11059 &- g &* 21709 &+ 32767) &>> 16)
        samples[at + 2 * next] = Int16(truncatingIfNeeded: (r &* 32768 &- g &* 27439 &- b &* 5329 &+ 32767) &>> 16)
    }
}
