/// The pixel of an image that is nearest to one of another image of the same view.
enum NearestPixel {
    /// The index of the nearest pixel, in rows.
    ///
    /// - Parameters:
    ///   - x: the column of a pixel, 0 ..< `other.width`.
    ///   - y: its row, 0 ..< `other.height`.
    ///   - other: the size of its image.
    ///   - own: the size of the image that is looked at, at least one pixel.
    static func index(
        x: Int, y: Int, of other: (width: Int, height: Int), in own: (width: Int, height: Int)
    ) -> Int {
        if other == own { return y * own.width + x }
        let column = min(own.width - 1, (2 * x + 1) * own.width / (2 * other.width))
        let row = min(own.height - 1, (2 * y + 1) * own.height / (2 * other.height))
        return row * own.width + column
    }
}
