import MeshModel
import Reconstruction

/// The view of a lens that bends, as a camera without one sees it: depth and pictures with straight lines.
///
/// The middle of the image has its scale. Its size is that of everything that the lens shows, up to three times the
/// source's sides: a fisheye shows more than fits on a plane.
struct FlatView {
    /// The largest size, as a multiple of the source's.
    private static let mostSides = 3.0
    private let lens: LensProjection
    private let source: PinholeIntrinsics
    /// The camera without a lens.
    let camera: PinholeIntrinsics
    private let reach: Double

    /// Nil without a formula for the lens, or the size of its image.
    init?(_ lens: ScanLens, _ source: PinholeIntrinsics) {
        guard let lens = LensProjection(lens), source.isUsable, source.width > 0, source.height > 0 else { return nil }
        self.lens = lens
        self.source = source
        let size = SIMD2(Double(source.width), Double(source.height))
        let (focal, middle) = (SIMD2(source.fx, source.fy), SIMD2(source.cx, source.cy))
        // Up to 87 degrees from the axis.
        var most = size * Self.mostSides / 2 / focal
        most.replace(with: 20, where: most .> 20)
        reach = lens.reach(upTo: (most * most).sum().squareRoot())
        // Which part of the largest view the image shows, on a grid.
        var (low, high) = (SIMD2<Double>(), SIMD2<Double>())
        let cells = 128
        for row in 0...cells {
            for column in 0...cells {
                let ray = (SIMD2(Double(column), Double(row)) * 2 / Double(cells) - 1) * most
                guard (ray * ray).sum() <= reach * reach else { continue }
                let place = lens.place(of: ray) * focal + middle
                guard place.x >= 0, place.y >= 0, place.x <= size.x, place.y <= size.y else { continue }
                low.replace(with: ray, where: ray .< low)
                high.replace(with: ray, where: ray .> high)
            }
        }
        let cell = most * 2 / Double(cells)
        (low, high) = (low - cell, high + cell)
        low.replace(with: -most, where: low .< -most)
        high.replace(with: most, where: high .> most)
        let extent = ((high - low) * focal).rounded(.up)
        guard extent.x >= 1, extent.y >= 1, extent.x <= 1e5, extent.y <= 1e5 else { return nil }
        camera = PinholeIntrinsics(
            fx: source.fx, fy: source.fy, cx: -low.x * focal.x, cy: -low.y * focal.y, width: Int(extent.x),
            height: Int(extent.y))
    }

    /// The depth of the view.
    ///
    /// - Returns: the depth, the index of the pixel that each is from (−1: none), and the share of what was measured that
    ///   doesn't fit on the plane.
    func depth(_ map: DepthMap) -> (map: DepthMap, pixels: [Int32], leftOut: Double) {
        let (width, height) = size(of: map.width, map.height, most: Self.mostSides)
        var result = DepthMap(
            width: width, height: height, samples: [UInt16](repeating: 0, count: width * height), scale: map.scale)
        var pixels = [Int32](repeating: -1, count: width * height)
        // What is shown, in squares of pixels: a view may skip single ones.
        let (across, square) = ((map.width + 7) / 8, 8)
        var isShown = [Bool](repeating: false, count: across * ((map.height + 7) / 8))
        forEachPlace(width, height, map.width, map.height) { at, place in
            let (x, y) = (Int(place.x), Int(place.y))
            pixels[at] = Int32(clamping: y * map.width + x)
            isShown[y / square * across + x / square] = true
            result.samples[at] = map.sample(at: place)
        }
        var (measured, lost) = (0, 0)
        for y in 0..<map.height {
            for x in 0..<map.width where map.samples[y * map.width + x] > 0 {
                measured += 1
                if !isShown[y / square * across + x / square] { lost += 1 }
            }
        }
        return (result, pixels, measured > 0 ? Double(lost) / Double(measured) : 0)
    }

    /// The picture of the view, up to twice as wide as the source's; black where nothing is seen.
    ///
    /// - Parameter rgb: `height` rows of `width` pixels, three bytes each.
    func picture(_ rgb: ContiguousArray<UInt8>, width: Int, height: Int) -> (rgb: [UInt8], width: Int, height: Int) {
        let (newWidth, newHeight) = size(of: width, height, most: 2)
        var result = [UInt8](repeating: 0, count: newWidth * newHeight * 3)
        forEachPlace(newWidth, newHeight, width, height) { at, place in
            // In 256ths of a pixel, from the middle of the first.
            let (x, y) = (max(Int(place.x * 256) - 128, 0), max(Int(place.y * 256) - 128, 0))
            let (left, top, u, v) = (x >> 8, y >> 8, x & 255, y & 255)
            let right = left + 1 < width ? 3 : 0
            let upper = (top * width + left) * 3
            let lower = top + 1 < height ? upper + width * 3 : upper
            for channel in 0..<3 {
                let above = Int(rgb[upper + channel]) * (256 - u) + Int(rgb[upper + right + channel]) * u
                let below = Int(rgb[lower + channel]) * (256 - u) + Int(rgb[lower + right + channel]) * u
                result[at * 3 + channel] = UInt8((above * (256 - v) + below * v + 32_768) >> 16)
            }
        }
        return (result, newWidth, newHeight)
    }

    /// The size of the view where the source's image has another size than its camera: of large images, it has no more
    /// than twice the pixels, and of the largest no more than they.
    private func size(of width: Int, _ height: Int, most: Double) -> (width: Int, height: Int) {
        let own = Double(width) * Double(height)
        let (x, y) = (Double(camera.width) / Double(source.width), Double(camera.height) / Double(source.height))
        let area = max(own * min(x, most) * min(y, most), 1)
        let room = max(min(2 * own, Double(1 << 24)), own, Double(1 << 20))
        let shrink = min(1, (room / area).squareRoot())
        func scaled(_ own: Int, _ share: Double) -> Int {
            max(1, Int((Double(own) * min(share, most) * shrink).rounded(.down)))
        }
        return (scaled(width, x), scaled(height, y))
    }

    /// Whether a place at a quarter of a square's sides is, to a hundredth of a pixel, the one between its corners.
    private static func isStraight(
        _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, _ d: SIMD2<Double>, _ quarter: SIMD2<Double>
    ) -> Bool {
        let upper: SIMD2<Double> = (a * 3 + b) / 4
        let lower: SIMD2<Double> = (c * 3 + d) / 4
        let bend: SIMD2<Double> = (upper * 3 + lower) / 4 - quarter
        return (bend * bend).sum() < 0.015 * 0.015
    }

    /// Hands the places of the view's pixels in the source's image to `body`, those that it shows.
    ///
    /// The formula is computed at the corners of squares of pixels, and between them where it is straight enough.
    private func forEachPlace(
        _ width: Int, _ height: Int, _ sourceWidth: Int, _ sourceHeight: Int, _ body: (Int, SIMD2<Double>) -> Void
    ) {
        guard let camera = camera.scaled(toWidth: width, height: height),
            let source = source.scaled(toWidth: sourceWidth, height: sourceHeight)
        else { return }
        /// Nil: beyond the reach of the formula.
        func place(_ column: Double, _ row: Double) -> SIMD2<Double>? {
            let ray = SIMD2((column + 0.5 - camera.cx) / camera.fx, (row + 0.5 - camera.cy) / camera.fy)
            guard (ray * ray).sum() <= reach * reach else { return nil }
            return lens.place(of: ray) * SIMD2(source.fx, source.fy) + SIMD2(source.cx, source.cy)
        }
        func hand(_ column: Int, _ row: Int, _ place: SIMD2<Double>) {
            guard place.x >= 0, place.y >= 0, place.x < Double(sourceWidth), place.y < Double(sourceHeight) else {
                return
            }
            body(row * width + column, place)
        }
        let side = 8
        func corners(ofRow row: Int) -> [SIMD2<Double>?] {
            stride(from: 0, to: width + side, by: side).map { place(Double($0), Double(row)) }
        }
        var above = corners(ofRow: 0)
        for top in stride(from: 0, to: height, by: side) {
            let below = corners(ofRow: top + side)
            let rows = top..<min(top + side, height)
            for (index, left) in stride(from: 0, to: width, by: side).enumerated() {
                let columns = left..<min(left + side, width)
                guard let a = above[index], let b = above[index + 1], let c = below[index], let d = below[index + 1],
                    // At a quarter: in the middle, what is odd about it vanishes.
                    let quarter = place(Double(left + side / 4), Double(top + side / 4)),
                    Self.isStraight(a, b, c, d, quarter)
                else {
                    for row in rows {
                        for column in columns {
                            if let place = place(Double(column), Double(row)) { hand(column, row, place) }
                        }
                    }
                    continue
                }
                for row in rows {
                    let share = Double(row - top) / Double(side)
                    let first = a + (c - a) * share
                    let step = (b + (d - b) * share - first) / Double(side)
                    for column in columns { hand(column, row, first + step * Double(column - left)) }
                }
            }
            above = below
        }
    }
}

extension DepthMap {
    /// The depth between the middles of four pixels: of one surface, it is straight in inverse depth; else the nearest.
    ///
    /// - Parameter place: in pixels from the upper left corner, inside.
    fileprivate func sample(at place: SIMD2<Double>) -> UInt16 {
        let nearest = samples[Int(place.y) * width + Int(place.x)]
        let (x, y) = (place.x - 0.5, place.y - 0.5)
        guard nearest > 0, x >= 0, y >= 0, Int(x) + 1 < width, Int(y) + 1 < height else { return nearest }
        let (at, u, v) = (Int(y) * width + Int(x), x - x.rounded(.down), y - y.rounded(.down))
        let (a, b, c, d) = (samples[at], samples[at + 1], samples[at + width], samples[at + width + 1])
        let (near, far) = (min(min(a, b), min(c, d)), max(max(a, b), max(c, d)))
        guard near > 0, Double(far - near) * scale <= Double(DepthJump.limit(Float(Double(near) * scale))) else {
            return nearest
        }
        let upper = (1 - u) / Double(a) + u / Double(b)
        let lower = (1 - u) / Double(c) + u / Double(d)
        return UInt16(clamping: Int((1 / (upper * (1 - v) + lower * v)).rounded()))
    }
}
