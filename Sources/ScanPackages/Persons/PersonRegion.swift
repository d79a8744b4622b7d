/// The region of a picture to hide: the pixels of persons, and all at most `margin` pixels away from one.
struct PersonRegion {
    private let width: Int
    /// The columns of persons for each row of the picture.
    private let rows: [[Range<Int>]]
    /// How far the margin reaches to the sides, for each distance up or down.
    private let reaches: [Int]

    init(_ mask: PersonMask, width: Int, height: Int, margin: Int) {
        self.width = width
        reaches = (0...margin).map { Int(Double(margin * margin - $0 * $0).squareRoot()) }
        var rows: [[Range<Int>]] = []
        rows.reserveCapacity(height)
        var last = -1
        for y in 0..<height {
            let row = NearestPixel.index(x: 0, y: y, of: (width, height), in: (mask.width, mask.height)) / mask.width
            // Rows that are nearest to the same row of the mask share one list.
            rows.append(row == last ? rows[y - 1] : Self.runs(mask, y, width, height))
            last = row
        }
        self.rows = rows
    }

    private static func runs(_ mask: PersonMask, _ y: Int, _ width: Int, _ height: Int) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var start: Int?
        for x in 0..<width {
            let isPerson = mask.isPerson(x: x, y: y, ofWidth: width, height: height)
            if isPerson, start == nil { start = x }
            if !isPerson, let first = start {
                runs.append(first..<x)
                start = nil
            }
        }
        if let start { runs.append(start..<width) }
        return runs
    }

    /// The columns of the region in a row, from left to right.
    func columns(_ y: Int) -> [Range<Int>] {
        let margin = reaches.count - 1
        var found: [Range<Int>] = []
        for row in max(0, y - margin)...min(rows.count - 1, y + margin) {
            let reach = reaches[abs(row - y)]
            for run in rows[row] {
                found.append(max(0, run.lowerBound - reach)..<min(width, run.upperBound + reach))
            }
        }
        var columns: [Range<Int>] = []
        for run in found.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = columns.last, run.lowerBound <= last.upperBound {
                columns[columns.count - 1] = last.lowerBound..<max(last.upperBound, run.upperBound)
            } else {
                columns.append(run)
            }
        }
        return columns
    }
}
