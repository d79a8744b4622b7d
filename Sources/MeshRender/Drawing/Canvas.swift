internal import MeshModel

/// The samples of a picture, in bands of rows that threads draw independently.
struct Canvas: Sendable {
    private let width: Int
    private let height: Int
    private let samples: Int
    private var bands: [RowBand] = []

    private static let pixelRowsPerBand = 32

    init(_ options: ViewOptions) {
        (width, height, samples) = (options.width, options.height, options.samplesPerSide)
        let background = Light.code(options.background)
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
        let before = bands
        bands = workers.map(before.count) { index in
            guard lists.contains(where: { !$0.bands[index].isEmpty }) else { return before[index] }
            var band = before[index]
            for list in lists { band.draw(list, band: index, view) }
            return band
        }
    }

    /// The picture: each pixel is the mean of its samples, in linear light.
    func picture(_ workers: some Workers) -> RenderedPicture {
        let rows = workers.map(bands.count) { pixels(bands[$0]) }
        var all: [UInt8] = []
        all.reserveCapacity(width * height * 3)
        for row in rows { all.append(contentsOf: row) }
        return RenderedPicture(width, height, all)
    }

    private func pixels(_ band: RowBand) -> [UInt8] {
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * band.rows.count / samples * 3)
        let count = UInt32(samples * samples)
        for row in 0..<band.rows.count / samples {
            for column in 0..<width {
                var sum = SIMD4<UInt32>()
                for down in 0..<samples {
                    let start = (row * samples + down) * band.width + column * samples
                    for across in 0..<samples { sum &+= SIMD4<UInt32>(truncatingIfNeeded: band.colors[start + across]) }
                }
                let mean = (sum &+ count / 2) / count
                for component in 0..<3 { pixels.append(Light.bytes[Int(mean[component])]) }
            }
        }
        return pixels
    }
}
