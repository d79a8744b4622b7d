/// Makes the rows of an enlarged depth image.
///
/// Between four pixels of one surface, inverse depth is interpolated, which is exact on planes. Where they are not of one
/// surface, or not equally sure, each new pixel is given to one of the surfaces around it: the one whose pixels are
/// nearest, surest and of the most similar colour.
struct DepthEnlargement: Sendable {
    let factor: Int
    let width: Int
    let height: Int
    let depth: ContiguousArray<Float>
    /// 1 / depth, between 1 µm and 1,000 km; 0: not measured.
    let inverse: ContiguousArray<Float>
    let levels: ContiguousArray<UInt8>?
    /// Colours at the size of the depth image and at the new size; empty without a picture.
    let colors: ContiguousArray<UInt8>
    let newColors: ContiguousArray<UInt8>

    init(_ frame: DepthFrame, _ factor: Int) {
        self.factor = factor
        (width, height, depth, levels) = (frame.width, frame.height, frame.depth, frame.levels)
        inverse = ContiguousArray(depth.lazy.map { $0 > 0 ? min(max(1 / $0, 1e-6), 1e6) : 0 })
        colors = frame.picture?.colors(width: width, height: height) ?? []
        newColors = frame.picture?.colors(width: width * factor, height: height * factor) ?? []
    }

    /// The number of calls of ``rows(_:)`` that make the image: one for each two neighbouring rows of pixels.
    var rowCount: Int { max(height - 1, 1) }

    /// The new pixels between rows `row` and `row + 1`; above the first and below the last row, too.
    func rows(_ row: Int) -> (depth: ContiguousArray<Float>, levels: ContiguousArray<UInt8>) {
        let lines = span(row, of: rowCount, height)
        let newWidth = width * factor
        var made = ContiguousArray<Float>(repeating: 0, count: lines.count * newWidth)
        var madeLevels = ContiguousArray<UInt8>(repeating: 0, count: levels == nil ? 0 : made.count)
        var window = DepthWindow()
        let quads = max(width - 1, 1)
        let below = min(row + 1, height - 1) * width
        for quad in 0..<quads {
            let right = min(quad + 1, width - 1)
            let taps = SIMD4(row * width + quad, row * width + right, below + quad, below + right)
            let isPlain = isPlain(taps)
            if !isPlain { window.load(self, column: quad, row: row) }
            let columns = span(quad, of: quads, width)
            for line in lines {
                for column in columns {
                    let place = SIMD2(offset(column, quad), offset(line, row))
                    let nearest = taps[(place.x < 0.5 ? 0 : 1) + (place.y < 0.5 ? 0 : 2)]
                    guard inverse[nearest] > 0 else { continue }
                    let at = (line - lines.lowerBound) * newWidth + column
                    if isPlain {
                        made[at] = 1 / interpolated(taps, place)
                    } else {
                        let color = newColors.isEmpty ? nil : (line * newWidth + column) * 3
                        made[at] = 1 / window.inverse(self, at: place, nearest: nearest, color: color)
                    }
                    if let levels { madeLevels[at] = levels[nearest] }
                }
            }
        }
        return (made, madeLevels)
    }

    /// The inverse depth between four pixels; beyond them, at the border of the image, at least half of theirs.
    @inline(__always) private func interpolated(_ taps: SIMD4<Int>, _ place: SIMD2<Float>) -> Float {
        let four = SIMD4(inverse[taps[0]], inverse[taps[1]], inverse[taps[2]], inverse[taps[3]])
        let side = four.lowHalf + (four.highHalf - four.lowHalf) * place.y
        return max(side.x + (side.y - side.x) * place.x, four.min() / 2)
    }

    /// The new pixels whose middles lie between the middles of pixel `index` and the next; the first and the last span
    /// reach to the border.
    private func span(_ index: Int, of count: Int, _ pixels: Int) -> Range<Int> {
        let first = index == 0 ? 0 : index * factor + factor / 2
        return first..<(index == count - 1 ? pixels * factor : (index + 1) * factor + factor / 2)
    }

    /// Where the middle of a new pixel lies between the middle of pixel `index`, 0, and the next, 1.
    @inline(__always) private func offset(_ new: Int, _ index: Int) -> Float {
        (Float(new) + 0.5) / Float(factor) - 0.5 - Float(index)
    }

    /// Whether four pixels are of one surface and equally sure.
    @inline(__always) private func isPlain(_ taps: SIMD4<Int>) -> Bool {
        let z = SIMD4(depth[taps[0]], depth[taps[1]], depth[taps[2]], depth[taps[3]])
        guard z.min() > 0, !DepthJump.lies(between: z.min(), z.max()) else { return false }
        guard let levels else { return true }
        let level = levels[taps[0]]
        return levels[taps[1]] == level && levels[taps[2]] == level && levels[taps[3]] == level
    }
}
