extension ColorPainter {
    /// Returns the largest differences between the faces' colours and those that a viewer samples from the image, at
    /// centres and corners, in 1/255 of an encoded component; filtered before and after decoding.
    func differences() -> (center: Double, corner: Double) {
        let sampler = ColorSampler(pixels, width: atlas.width, height: atlas.height, components: colors.components)
        var (center, corner) = (SIMD4<Float>(), SIMD4<Float>())
        faces.forEach { face, rows in
            guard face.corner + face.count <= faces.cornerCount else { return }
            var sum = SIMD2<Double>()
            for index in 0..<face.count {
                let place = SIMD2(
                    Double(coordinates[2 * (face.corner + index)]), Double(coordinates[2 * (face.corner + index) + 1]))
                sum += place
                let expected = colors.encoded(colors.values[Int(rows[face.start + index])])
                corner = corner.largest(sampler.difference(place, expected))
            }
            let expected = colors.encoded(faces.center(face, rows))
            center = center.largest(sampler.difference(sum / Double(face.count), expected))
        }
        return (Double(center.max()), Double(corner.max()))
    }
}

/// Samples an image as viewers do: bilinear, with texel centres at halves.
private struct ColorSampler {
    private let pixels: [UInt8]
    private let width: Int
    private let height: Int
    private let components: Int
    private let size: SIMD2<Double>
    private let linear = LinearCodes.shared

    init(_ pixels: [UInt8], width: Int, height: Int, components: Int) {
        self.pixels = pixels
        self.width = width
        self.height = height
        self.components = components
        size = SIMD2(Double(width), Double(height))
    }

    /// The larger of the two differences from `expected` (0…255) at a position, whose second coordinate counts from the
    /// bottom.
    @inline(__always)
    func difference(_ place: SIMD2<Double>, _ expected: SIMD4<Float>) -> SIMD4<Float> {
        let texel = SIMD2(place.x, 1 - place.y) * size - 0.5
        let (left, top) = (texel.x.rounded(.down), texel.y.rounded(.down))
        let fraction = SIMD2(Float(texel.x - left), Float(texel.y - top))
        let (x, y) = (Int(left), Int(top))
        // Nearly all positions are centres of texels, except for rounding.
        let (across, down) = (1 - fraction.x, 1 - fraction.y)
        let weights = SIMD4(across * down, fraction.x * down, across * fraction.y, fraction.x * fraction.y)
        var (encoded, decoded) = (SIMD4<Float>(), SIMD4<Float>())
        for corner in 0..<4 where weights[corner] > 0 {
            let start = (clamp(y + corner / 2, height) * width + clamp(x + corner % 2, width)) * components
            let (red, green, blue) = (Int(pixels[start]), Int(pixels[start + 1]), Int(pixels[start + 2]))
            let alpha = components == 4 ? Float(pixels[start + 3]) : 255
            encoded += weights[corner] * SIMD4(Float(red), Float(green), Float(blue), alpha)
            decoded +=
                weights[corner] * SIMD4(linear.values[red], linear.values[green], linear.values[blue], alpha / 255)
        }
        let most = SIMD4<Float>(repeating: 1)
        decoded = decoded.replacing(with: most, where: decoded .> most)
        let after = SIMD4(
            linear.encoded(decoded.x), linear.encoded(decoded.y), linear.encoded(decoded.z), decoded.w * 255)
        return (encoded - expected).magnitudes.largest((after - expected).magnitudes)
    }

    @inline(__always)
    private func clamp(_ index: Int, _ count: Int) -> Int { min(max(index, 0), count - 1) }
}

extension SIMD4<Float> {
    @inline(__always)
    fileprivate func largest(_ other: Self) -> Self { replacing(with: other, where: other .> self) }

    @inline(__always)
    fileprivate var magnitudes: Self { replacing(with: -self, where: self .< Self()) }
}
