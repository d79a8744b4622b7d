internal import MeshModel

/// An image and its mip maps: sampled between texels and between sizes, in linear light. A class, since looks are copied
/// for each triangle.
final class MipTexture: Sendable {
    /// A smaller form: linear light and alpha in 65535ths.
    private struct Level: Sendable {
        var width: Int
        var height: Int
        var colors: ContiguousArray<SIMD4<UInt16>>
    }

    private let texels: Correspondence.SampledColors.Texels
    private let levels: [Level]

    private static let byteLight = (0...255).map {
        Float(ColorTransfer.linear(fromSRGB: Double($0) / 255))
    }
    private static let wordLight = (0...65_535).map {
        Float(ColorTransfer.linear(fromSRGB: Double($0) / 65_535))
    }

    /// Halves an image until one texel is left.
    ///
    /// - Parameter weighsAlpha: what is transparent counts less for the colour, so that cut-out leaves get no rim of
    ///   the colour that is hidden around them.
    init(_ texels: Correspondence.SampledColors.Texels, weighsAlpha: Bool, _ workers: some Workers) {
        self.texels = texels
        var levels: [Level] = []
        var (width, height) = (texels.width, texels.height)
        while width > 1 || height > 1 {
            let (columns, rows) = (max(width / 2, 1), max(height / 2, 1))
            let (before, from) = (levels.last, (width, height))
            let bands = workers.map(pieces: 64, of: rows) { range in
                Self.halved(range, columns: columns, from.0, from.1, weighsAlpha) { column, row in
                    before.map { Self.texel($0, column, row) } ?? Self.texel(texels, column, row)
                }
            }
            levels.append(Level(width: columns, height: rows, colors: ContiguousArray(bands.joined())))
            (width, height) = (columns, rows)
        }
        self.levels = levels
    }

    @inline(__always)
    private static func halved(
        _ rows: Range<Int>, columns: Int, _ width: Int, _ height: Int, _ weighsAlpha: Bool,
        _ texel: (Int, Int) -> SIMD4<Float>
    ) -> ContiguousArray<SIMD4<UInt16>> {
        var result = ContiguousArray<SIMD4<UInt16>>()
        result.reserveCapacity(rows.count * columns)
        for row in rows {
            let down = Taps(row, of: height)
            for column in 0..<columns {
                let across = Taps(column, of: width)
                var (light, alpha, weight) = (SIMD4<Float>(), Float(0), Float(0))
                for y in 0..<down.count {
                    for x in 0..<across.count {
                        let texel = texel(across.start + x, down.start + y)
                        let share = across.weights[x] * down.weights[y]
                        let part = weighsAlpha ? share * (texel.w + 1 / 1024) : share
                        light += texel * part
                        weight += part
                        alpha += texel.w * share
                    }
                }
                var color = light / weight
                color.w = alpha
                result.append(Light.code(color, alpha))
            }
        }
        return result
    }

    /// The texels under one of the next smaller image, and their shares.
    private struct Taps {
        var start: Int
        var count: Int
        var weights: SIMD4<Float>

        init(_ index: Int, of size: Int) {
            let half = size / 2
            if size == 1 {
                (start, count, weights) = (0, 1, SIMD4(1, 0, 0, 0))
            } else if size == 2 * half {
                (start, count, weights) = (2 * index, 2, SIMD4(0.5, 0.5, 0, 0))
            } else {
                let all = Float(size)
                (start, count) = (2 * index, 3)
                weights = SIMD4(Float(half - index) / all, Float(half) / all, Float(index + 1) / all, 0)
            }
        }
    }

    // MARK: Sampling

    /// Linear colour and alpha at a place: 0 to 1 are the edges.
    ///
    /// - Parameters:
    ///   - across, down: how the place changes to the next sample of the picture on the right, and below.
    @inline(__always)
    func color(
        _ place: SIMD2<Float>, _ across: SIMD2<Float>, _ down: SIMD2<Float>, _ wraps: TexturePlacement
    ) -> SIMD4<Float>? {
        guard place.x.isFinite, place.y.isFinite else { return nil }
        let size = SIMD2(Float(texels.width), Float(texels.height))
        let (a, b) = (across * size, down * size)
        let step = max(a.x * a.x + a.y * a.y, b.x * b.x + b.y * b.y)
        // Half of the logarithm to base 2, straight between powers: the same bits everywhere.
        guard step > 1, step.isFinite else { return bilinear(0, place, wraps) }
        let level = (Float(step.exponent) + step.significand - 1) / 2
        let first = Int(level)
        guard first < levels.count else { return bilinear(levels.count, place, wraps) }
        let near = bilinear(first, place, wraps)
        return near + (bilinear(first + 1, place, wraps) - near) * (level - Float(first))
    }

    @inline(__always)
    private func bilinear(_ level: Int, _ place: SIMD2<Float>, _ wraps: TexturePlacement) -> SIMD4<
        Float
    > {
        let (width, height) =
            level == 0
            ? (texels.width, texels.height) : (levels[level - 1].width, levels[level - 1].height)
        let columns = Neighbors(place.x, width, wraps.wrapS)
        let rows = Neighbors(place.y, height, wraps.wrapT)
        let (a, b) = (texel(level, columns.first, rows.first), texel(level, columns.second, rows.first))
        let (c, d) = (
            texel(level, columns.first, rows.second), texel(level, columns.second, rows.second)
        )
        let (top, bottom) = (a + (b - a) * columns.share, c + (d - c) * columns.share)
        return top + (bottom - top) * rows.share
    }

    @inline(__always)
    private func texel(_ level: Int, _ column: Int, _ row: Int) -> SIMD4<Float> {
        level > 0 ? Self.texel(levels[level - 1], column, row) : Self.texel(texels, column, row)
    }

    @inline(__always)
    private static func texel(_ level: Level, _ column: Int, _ row: Int) -> SIMD4<Float> {
        let own = level.colors[row * level.width + column]
        return SIMD4(Float(own.x), Float(own.y), Float(own.z), Float(own.w)) * (1 / 65_535)
    }

    @inline(__always)
    private static func texel(
        _ texels: Correspondence.SampledColors.Texels, _ column: Int, _ row: Int
    ) -> SIMD4<Float> {
        let start = (row * texels.width + column) * texels.components
        let last = start + texels.components - 1
        let isGray = texels.components < 3
        if texels.bytes.isEmpty {
            let red = wordLight[Int(texels.words[start])]
            let alpha = texels.hasAlpha ? Float(texels.words[last]) / 65_535 : 1
            if isGray { return SIMD4(red, red, red, alpha) }
            return SIMD4(
                red, wordLight[Int(texels.words[start + 1])], wordLight[Int(texels.words[start + 2])], alpha
            )
        }
        let red = byteLight[Int(texels.bytes[start])]
        let alpha = texels.hasAlpha ? Float(texels.bytes[last]) / 255 : 1
        if isGray { return SIMD4(red, red, red, alpha) }
        return SIMD4(
            red, byteLight[Int(texels.bytes[start + 1])], byteLight[Int(texels.bytes[start + 2])], alpha)
    }
}

/// The two texels next to a place in one direction, and the share of the second; texels are at their middles.
private struct Neighbors {
    var first: Int
    var second: Int
    var share: Float

    @inline(__always)
    init(_ coordinate: Float, _ count: Int, _ wrapping: TexturePlacement.Wrapping) {
        var place = coordinate
        switch wrapping {
        case .clamped: place = min(max(place, 0), 1)
        case .repeating: place -= place.rounded(.down)
        case .mirrored:
            place -= 2 * (place / 2).rounded(.down)
            if place > 1 { place = 2 - place }
        }
        place = place * Float(count) - 0.5
        let start = place.rounded(.down)
        let left = Int(start)
        share = place - start
        // The neighbour of a mirrored edge is the edge itself, as of a clamped one.
        let wraps = wrapping == .repeating
        first = left < 0 ? (wraps ? count - 1 : 0) : left
        second = left + 1 < count ? left + 1 : (wraps ? 0 : count - 1)
        if first >= count { first = count - 1 }
    }
}
