/// Replaces the pixels of a region by the means of square blocks.
struct Pixelation {
    let width: Int
    let height: Int
    /// The samples of a pixel.
    let channels: Int
    let region: PersonRegion
    /// The side of the blocks, whose corners are at multiples of it.
    let block: Int

    /// Changes the samples of a picture: rows from the top, pixel by pixel.
    func apply<Sample: FixedWidthInteger & UnsignedInteger>(to samples: inout [Sample]) {
        for top in stride(from: 0, to: height, by: block) {
            let rows = top..<min(top + block, height)
            let columns = rows.map(region.columns)
            guard columns.contains(where: { !$0.isEmpty }) else { continue }
            for left in stride(from: 0, to: width, by: block) {
                let square = left..<min(left + block, width)
                let parts = columns.map { runs in
                    runs.map { $0.clamped(to: square) }.filter { !$0.isEmpty }
                }
                guard parts.contains(where: { !$0.isEmpty }) else { continue }
                let means = means(samples, rows, square)
                for (row, parts) in zip(rows, parts) {
                    for column in parts.joined() {
                        let pixel = (row * width + column) * channels
                        for channel in 0..<channels { samples[pixel + channel] = means[channel] }
                    }
                }
            }
        }
    }

    /// The mean of each channel over a block, rounded.
    private func means<Sample: FixedWidthInteger & UnsignedInteger>(
        _ samples: [Sample], _ rows: Range<Int>, _ columns: Range<Int>
    ) -> [Sample] {
        let count = rows.count * columns.count
        return (0..<channels).map { channel in
            var sum = 0
            for row in rows {
                for column in columns { sum += Int(samples[(row * width + column) * channels + channel]) }
            }
            return Sample((sum + count / 2) / count)
        }
    }
}
