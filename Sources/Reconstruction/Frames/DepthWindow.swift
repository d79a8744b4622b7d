/// The surfaces that the pixels around a place belong to.
///
/// The window has 6 × 6 pixels, two more on each side than the four between which new pixels are made. Pixel (x, y) of it
/// is bit x + 8 y of a mask.
struct DepthWindow {
    /// Pixels that are connected without a jump of depth, and the plane through them.
    private struct Surface {
        let mask: UInt64
        /// The middle of the pixels, in pixels from the first of the four.
        var middle = SIMD2<Float>()
        /// The inverse depth in the middle, and its slope per pixel.
        var inverse: Float = 0
        var slope = SIMD2<Float>()
        /// The least and the greatest inverse depth of the pixels.
        var least = Float.infinity
        var most: Float = 0

        /// The inverse depth at a place, at most half as far outside of the pixels' as they are apart.
        func inverse(at place: SIMD2<Float>) -> Float {
            let reach = (most - least) / 2
            let value = inverse + (slope * (place - middle)).sum()
            return min(max(value, least - reach, least / 2), most + reach)
        }
    }

    private static let side = 6
    /// The squared difference of colours at which a vote counts a quarter. Between 100 and 1,000 results are alike.
    private static let colorScale: Float = 400
    /// What pixels count by their confidence. Those beside a jump are mixtures of near and far, and of low confidence: with
    /// 0.1 for these, the error near jumps grew by a quarter on scans with such pixels; with less, it grew on those without.
    private static let trusts = SIMD3<Float>(0.02, 0.5, 1)
    private var column = 0
    private var row = 0
    private var measured: UInt64 = 0
    /// Pixels that are connected to the next one to the right, or below.
    private var right: UInt64 = 0
    private var down: UInt64 = 0
    /// The surfaces for each level of confidence, of pixels that are at least as sure; found when they are needed.
    private var surfaces: [[Surface]?] = [nil, nil, nil]

    /// Moves the window: its middle lies between pixel (column, row) and the next of the next row.
    mutating func load(_ image: DepthEnlargement, column: Int, row: Int) {
        (self.column, self.row) = (column - 2, row - 2)
        (measured, right, down) = (0, 0, 0)
        for index in surfaces.indices { surfaces[index] = nil }
        for y in 0..<Self.side {
            for x in 0..<Self.side {
                guard let at = index(image, x, y), image.depth[at] > 0 else { continue }
                let bit: UInt64 = 1 << UInt64(x + 8 * y)
                measured |= bit
                if x + 1 < Self.side, let next = index(image, x + 1, y), Self.connects(image, at, next) { right |= bit }
                if y + 1 < Self.side, let next = index(image, x, y + 1), Self.connects(image, at, next) { down |= bit }
            }
        }
    }

    /// The inverse depth of a new pixel: that of the surface around it with the most votes.
    ///
    /// - Parameters:
    ///   - place: where it lies between the middles of the four pixels: 0 … 1, a bit more at the border of the image.
    ///   - nearest: the measured pixel in which it lies.
    ///   - color: where its colour is; nil: there is no picture.
    mutating func inverse(_ image: DepthEnlargement, at place: SIMD2<Float>, nearest: Int, color: Int?) -> Float {
        let level = image.levels.map { Int(min($0[nearest], 2)) } ?? 0
        let candidates = surfaces[level] ?? split(image, level)
        surfaces[level] = candidates
        var (best, most): (Float, Float) = (image.inverse[nearest], 0)
        for surface in candidates {
            let votes = votes(image, surface.mask, place, color)
            if votes > most { (best, most) = (surface.inverse(at: place), votes) }
        }
        return best
    }

    /// How well a surface's pixels fit to a new pixel: the nearer, the surer and the more alike in colour, the better.
    private func votes(_ image: DepthEnlargement, _ mask: UInt64, _ place: SIMD2<Float>, _ color: Int?) -> Float {
        var sum: Float = 0
        forEach(image, mask) { at, pixel in
            let away = place - pixel
            var vote = Self.nearness(away) * Self.trust(image, at)
            if let color {
                var difference: Float = 0
                for channel in 0..<3 {
                    let d = Float(image.newColors[color + channel]) - Float(image.colors[at * 3 + channel])
                    difference += d * d
                }
                let unlike = 1 + difference / Self.colorScale
                vote /= unlike * unlike
            }
            sum += vote
        }
        return sum
    }

    @inline(__always) private static func nearness(_ away: SIMD2<Float>) -> Float {
        let rest = max(1 - (away * away).sum() / 9, 0.0001)
        return rest * rest * rest
    }

    @inline(__always) private static func trust(_ image: DepthEnlargement, _ at: Int) -> Float {
        image.levels.map { trusts[Int(min($0[at], 2))] } ?? 1
    }

    /// Splits the pixels that are sure enough into surfaces.
    private func split(_ image: DepthEnlargement, _ level: Int) -> [Surface] {
        var left: UInt64 = 0
        forEach(image, measured) { at, pixel in
            if image.levels.map({ Int($0[at]) >= level }) ?? true {
                left |= 1 << UInt64(Int(pixel.x) + 2 + 8 * (Int(pixel.y) + 2))
            }
        }
        var surfaces: [Surface] = []
        while left != 0 {
            var (mask, before): (UInt64, UInt64) = (left & (~left &+ 1), 0)
            while mask != before {
                before = mask
                mask |= (mask & right) << 1 | mask >> 1 & right | (mask & down) << 8 | mask >> 8 & down
                mask &= left
            }
            left &= ~mask
            surfaces.append(fit(image, mask))
        }
        return surfaces
    }

    /// Fits a plane through the inverse depth of pixels; a single one, or a row of them, has a slope of 0 across it.
    private func fit(_ image: DepthEnlargement, _ mask: UInt64) -> Surface {
        var surface = Surface(mask: mask)
        var sum: Float = 0
        let center = SIMD2<Float>(0.5, 0.5)
        forEach(image, mask) { at, pixel in
            let weight = Self.nearness(pixel - center) * Self.trust(image, at)
            sum += weight
            surface.middle += pixel * weight
            surface.inverse += image.inverse[at] * weight
            surface.least = min(surface.least, image.inverse[at])
            surface.most = max(surface.most, image.inverse[at])
        }
        surface.middle /= sum
        surface.inverse /= sum
        var (xx, xy, yy): (Float, Float, Float) = (0.01 * sum, 0, 0.01 * sum)
        var along = SIMD2<Float>()
        forEach(image, mask) { at, pixel in
            let weight = Self.nearness(pixel - center) * Self.trust(image, at)
            let d = pixel - surface.middle
            xx += weight * d.x * d.x
            xy += weight * d.x * d.y
            yy += weight * d.y * d.y
            along += d * (weight * (image.inverse[at] - surface.inverse))
        }
        let determinant = xx * yy - xy * xy
        surface.slope = SIMD2(along.x * yy - along.y * xy, along.y * xx - along.x * xy) / determinant
        return surface
    }

    @inline(__always)
    private func forEach(_ image: DepthEnlargement, _ mask: UInt64, _ body: (Int, SIMD2<Float>) -> Void) {
        var rest = mask
        while rest != 0 {
            let bit = rest.trailingZeroBitCount
            rest &= rest &- 1
            let (x, y) = (bit & 7, bit >> 3)
            body((row + y) * image.width + column + x, SIMD2(Float(x - 2), Float(y - 2)))
        }
    }

    /// The pixel (x, y) of the window; nil: it lies outside of the image.
    @inline(__always) private func index(_ image: DepthEnlargement, _ x: Int, _ y: Int) -> Int? {
        let (x, y) = (column + x, row + y)
        return x >= 0 && y >= 0 && x < image.width && y < image.height ? y * image.width + x : nil
    }

    @inline(__always) private static func connects(_ image: DepthEnlargement, _ a: Int, _ b: Int) -> Bool {
        let (near, far) = (min(image.depth[a], image.depth[b]), max(image.depth[a], image.depth[b]))
        return near > 0 && !DepthJump.lies(between: near, far)
    }
}
