extension RenderedPicture {
    /// Returns one picture of many, in rows from the top left.
    ///
    /// - Parameters:
    ///   - pictures: pictures of one size.
    ///   - columns: the number of pictures in a row.
    ///   - gap: the pixels between pictures and around them.
    ///   - background: the colour of gaps and of places without a picture, sRGB-encoded.
    /// - Throws: an error if there is no picture, sizes differ or the sheet would be too large.
    public static func contactSheet(
        _ pictures: [RenderedPicture], columns: Int, gap: Int = 4, background: SIMD3<UInt8> = SIMD3(24, 24, 24)
    ) throws(RenderError) -> RenderedPicture {
        guard let first = pictures.first else { throw RenderError("expected pictures for a sheet, found none") }
        guard columns > 0, (0...1024).contains(gap) else {
            throw RenderError("expected columns and a gap of 0 to 1024 pixels, found \(columns) and \(gap)")
        }
        if let other = pictures.first(where: { $0.width != first.width || $0.height != first.height }) {
            throw RenderError(
                "expected pictures of \(first.width) × \(first.height) pixels, found one of \(other.width) × "
                    + "\(other.height)")
        }
        let columns = min(columns, pictures.count)
        let rows = (pictures.count - 1) / columns + 1
        let (width, isWide) = (first.width + gap).multipliedReportingOverflow(by: columns)
        let (height, isHigh) = (first.height + gap).multipliedReportingOverflow(by: rows)
        try RenderError.check(width: isWide ? .max : width + gap, height: isHigh ? .max : height + gap)
        let size = (width + gap) * (height + gap)
        var pixels = [UInt8](repeating: 0, count: size * 3)
        for pixel in 0..<size {
            for component in 0..<3 { pixels[pixel * 3 + component] = background[component] }
        }
        for (index, picture) in pictures.enumerated() {
            let left = gap + index % columns * (first.width + gap)
            let top = gap + index / columns * (first.height + gap)
            for row in 0..<first.height {
                let start = ((top + row) * (width + gap) + left) * 3
                let source = row * first.width * 3
                pixels.replaceSubrange(
                    start..<start + first.width * 3, with: picture.pixels[source..<source + first.width * 3])
            }
        }
        return RenderedPicture(width + gap, height + gap, pixels)
    }
}
