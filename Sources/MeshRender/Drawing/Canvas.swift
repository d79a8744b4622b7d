internal import MeshModel

/// The samples of a picture, in bands of rows that threads draw independently.
struct Canvas: Sendable {
    let width: Int
    let height: Int
    let samples: Int
    /// Whether samples are display codes instead of light: splats are made to be mixed as such.
    let isEncoded: Bool
    private var bands: [RowBand] = []

    private static let pixelRowsPerBand = 32

    init(_ options: ViewOptions, isEncoded: Bool) {
        (width, height, samples) = (options.width, options.height, options.samplesPerSide)
        self.isEncoded = isEncoded
        let light = Light.linear(options.background)
        let background = Light.code(isEncoded ? Light.encoded(light) : light, 0)
        for top in stride(from: 0, to: height, by: Self.pixelRowsPerBand) {
            let rows = top * samples..<min(top + Self.pixelRowsPerBand, height) * samples
            bands.append(RowBand(width: width * samples, rows: rows, background: background))
        }
    }

    /// A list of elements for the bands.
    var emptyElements: ScreenElements {
        ScreenElements(bandCount: bands.count, rowsPerBand: Self.pixelRowsPerBand * samples)
    }

    /// Draws lists of elements in their order.
    mutating func draw(_ lists: [ScreenElements], _ view: DrawnView, _ workers: some Workers) {
        change(lists, workers) { band, index in for list in lists { band.draw(list, band: index, view) } }
    }

    /// Mixes elements that let light through with all that was drawn.
    mutating func blend(_ lists: [ScreenElements], _ view: DrawnView, _ workers: some Workers) {
        change(lists, workers) { band, index in band.blend(lists, band: index, view) }
    }

    private mutating func change(
        _ lists: [ScreenElements], _ workers: some Workers, _ body: @Sendable (inout RowBand, Int) -> Void
    ) {
        let before = bands
        bands = workers.map(before.count) { index in
            guard lists.contains(where: { !$0.bands[index].isEmpty }) else { return before[index] }
            var band = before[index]
            body(&band, index)
            return band
        }
    }

    /// The depth of a sample; −∞ where nothing was drawn.
    @inline(__always)
    func depth(_ x: Int, _ y: Int) -> Float {
        let rows = Self.pixelRowsPerBand * samples
        return bands[y / rows].depths[y % rows * width * samples + x]
    }

    /// The picture: each pixel is the mean of its samples.
    ///
    /// - Parameter occlusion: how much of the light from around arrives at each pixel; nil: all.
    func picture(_ occlusion: Occlusion?, _ workers: some Workers) -> RenderedPicture {
        let rows = workers.map(bands.count) { pixels(bands[$0], $0 * Self.pixelRowsPerBand, occlusion) }
        var all: [UInt8] = []
        all.reserveCapacity(width * height * 3)
        for row in rows { all.append(contentsOf: row) }
        return RenderedPicture(width, height, all)
    }

    private func pixels(_ band: RowBand, _ top: Int, _ occlusion: Occlusion?) -> [UInt8] {
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * band.rows.count / samples * 3)
        let count = UInt32(samples * samples)
        for row in 0..<band.rows.count / samples {
            for column in 0..<width {
                var (red, green, blue) = (UInt32(0), UInt32(0), UInt32(0))
                // Of 256.
                let light: UInt32 = occlusion.map { $0.light(column, top + row) } ?? 256
                for down in 0..<samples {
                    let start = (row * samples + down) * band.width + column * samples
                    for across in 0..<samples {
                        let own = band.colors[start + across]
                        let factor = 65_536 - (256 - light) * (UInt32(own.w) >> 8)
                        red &+= (UInt32(own.x) &* factor) >> 16
                        green &+= (UInt32(own.y) &* factor) >> 16
                        blue &+= (UInt32(own.z) &* factor) >> 16
                    }
                }
                for sum in [red, green, blue] {
                    let mean = (sum &+ count / 2) / count
                    pixels.append(isEncoded ? UInt8((mean * 255 + 32_767) / 65_535) : Light.bytes[Int(mean)])
                }
            }
        }
        return pixels
    }
}
