/// A page's colours while they are collected.
struct PageFilling: Sendable {
    private let side: Int
    private var rgb: [UInt8]
    private var isKnown: ContiguousArray<Bool>

    init(side: Int) {
        self.side = side
        rgb = [UInt8](repeating: SurfaceMesh.unseenColor, count: side * side * 3)
        isKnown = ContiguousArray(repeating: false, count: side * side)
    }

    mutating func set(_ texel: Int, _ color: SIMD3<UInt8>) {
        for channel in 0..<3 { rgb[texel * 3 + channel] = color[channel] }
        isKnown[texel] = true
    }

    /// Returns the page.
    ///
    /// - Parameter padding: so many texels around charts repeat their borders. What is left gets the mean of its square
    ///   of 16 × 16, a unit of JPEG, so that it costs few bytes.
    func page(padding: Int) -> TextureAtlas.Page {
        var page = self
        for _ in 0..<padding { page.widen() }
        page.fillSquares()
        return TextureAtlas.Page(side: side, rgb: page.rgb)
    }

    /// Gives unknown texels beside known ones the mean of those.
    private mutating func widen() {
        var added: [(texel: Int, color: SIMD3<UInt8>)] = []
        for y in 0..<side {
            for x in 0..<side where !isKnown[y * side + x] {
                var (sum, count) = (SIMD3<Int>(), 0)
                for row in max(y - 1, 0)...min(y + 1, side - 1) {
                    for texel in row * side + max(x - 1, 0)...row * side + min(x + 1, side - 1) where isKnown[texel] {
                        sum &+= color(texel)
                        count += 1
                    }
                }
                if count > 0 { added.append((y * side + x, SIMD3(truncatingIfNeeded: sum / count))) }
            }
        }
        for (texel, color) in added { set(texel, color) }
    }

    private mutating func fillSquares() {
        for top in stride(from: 0, to: side, by: 16) {
            for left in stride(from: 0, to: side, by: 16) {
                let (rows, columns) = (top..<min(top + 16, side), left..<min(left + 16, side))
                var (sum, count) = (SIMD3<Int>(), 0)
                for y in rows {
                    for x in columns where isKnown[y * side + x] {
                        sum &+= color(y * side + x)
                        count += 1
                    }
                }
                guard count > 0, count < rows.count * columns.count else { continue }
                let mean = SIMD3<UInt8>(truncatingIfNeeded: sum / count)
                for y in rows { for x in columns where !isKnown[y * side + x] { set(y * side + x, mean) } }
            }
        }
    }

    private func color(_ texel: Int) -> SIMD3<Int> {
        SIMD3(Int(rgb[texel * 3]), Int(rgb[texel * 3 + 1]), Int(rgb[texel * 3 + 2]))
    }
}
