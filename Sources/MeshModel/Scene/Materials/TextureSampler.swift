/// Samples an image bilinearly in linear light: sRGB is decoded before texels are mixed.
package struct TextureSampler: Sendable {
    private let texels: Correspondence.SampledColors.Texels
    private let placement: TexturePlacement
    private let factor: SIMD4<Double>
    /// The linear value of each code.
    private let light: [Double]

    private static let byteLight = (0...255).map { ColorTransfer.linear(fromSRGB: Double($0) / 255) }
    private static let wordLight = (0...65_535).map { ColorTransfer.linear(fromSRGB: Double($0) / 65_535) }

    /// Creates a sampler of an image placed by a texture slot, its colours multiplied by `factor`.
    package init(_ texels: Correspondence.SampledColors.Texels, _ placement: TexturePlacement, factor: SIMD4<Double>) {
        self.texels = texels
        self.placement = placement
        self.factor = factor
        light = texels.bytes.isEmpty ? Self.wordLight : Self.byteLight
    }

    /// Returns linear colour and alpha at texture coordinates from the top; nil if they are not finite.
    package func color(_ u: Double, _ v: Double) -> SIMD4<Double>? {
        let across = placement.across.x * u + placement.across.y * v + placement.across.z
        let down = placement.down.x * u + placement.down.y * v + placement.down.z
        guard let columns = Self.neighbors(across, texels.width, placement.wrapS),
            let rows = Self.neighbors(down, texels.height, placement.wrapT)
        else { return nil }
        let top = mix(texel(columns.first, rows.first), texel(columns.second, rows.first), columns.share)
        let bottom = mix(texel(columns.first, rows.second), texel(columns.second, rows.second), columns.share)
        return mix(top, bottom, rows.share) * factor
    }

    private func mix(_ a: SIMD4<Double>, _ b: SIMD4<Double>, _ share: Double) -> SIMD4<Double> {
        a * (1 - share) + b * share
    }

    /// The two texels next to a coordinate, and the weight of the second; texels are located at their centres.
    private static func neighbors(
        _ coordinate: Double, _ count: Int, _ wrapping: TexturePlacement.Wrapping
    ) -> (first: Int, second: Int, share: Double)? {
        guard coordinate.isFinite else { return nil }
        var place = coordinate
        switch wrapping {
        case .clamped: place = min(max(place, 0), 1)
        case .repeating: place -= place.rounded(.down)
        case .mirrored: place -= 2 * (place / 2).rounded(.down)
        }
        place = place * Double(count) - 0.5
        let start = place.rounded(.down)
        let first = Int(start)
        return (wrapped(first, count, wrapping), wrapped(first + 1, count, wrapping), place - start)
    }

    private static func wrapped(_ index: Int, _ count: Int, _ wrapping: TexturePlacement.Wrapping) -> Int {
        switch wrapping {
        case .clamped: return min(max(index, 0), count - 1)
        case .repeating: return index < 0 ? index + count : index % count
        case .mirrored:
            let turn = index < 0 ? index + 2 * count : index % (2 * count)
            return turn < count ? turn : 2 * count - 1 - turn
        }
    }

    private func texel(_ column: Int, _ row: Int) -> SIMD4<Double> {
        let start = (row * texels.width + column) * texels.components
        let isGray = texels.components < 3
        if texels.bytes.isEmpty {
            let red = light[Int(texels.words[start])]
            let alpha = texels.hasAlpha ? Double(texels.words[start + texels.components - 1]) / 65_535 : 1
            if isGray { return SIMD4(red, red, red, alpha) }
            return SIMD4(red, light[Int(texels.words[start + 1])], light[Int(texels.words[start + 2])], alpha)
        }
        let red = light[Int(texels.bytes[start])]
        let alpha = texels.hasAlpha ? Double(texels.bytes[start + texels.components - 1]) / 255 : 1
        if isGray { return SIMD4(red, red, red, alpha) }
        return SIMD4(red, light[Int(texels.bytes[start + 1])], light[Int(texels.bytes[start + 2])], alpha)
    }
}
