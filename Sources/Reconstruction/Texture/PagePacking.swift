/// Places rectangles on square pages: highest first, in rows from the top, each in the first of the last 64 rows that has room.
struct PagePacking {
    /// The side of all pages.
    let side: Int
    /// The number of pages, at least one.
    private(set) var pageCount = 1
    /// The page and the top left corner of each rectangle.
    private(set) var places: ContiguousArray<(page: Int, x: Int, y: Int)>

    private struct Row {
        var page: Int
        var y: Int
        var height: Int
        var used: Int
    }

    /// Packs rectangles of at most `longest` along both sides onto one page, as small as possible, or, where the
    /// longest side isn't enough, onto several.
    init(_ sizes: ContiguousArray<SIMD2<Int32>>, longest: Int) {
        let order = sizes.indices.sorted { a, b in
            (sizes[b].y, sizes[b].x, a) < (sizes[a].y, sizes[a].x, b)
        }
        let area = sizes.reduce(0) { $0 + Int($1.x) * Int($1.y) }
        var side = max(Int(sizes.reduce(16) { max($0, $1.max()) }), Int(Double(area).squareRoot()))
        while true {
            // Whole units of JPEG.
            side = min((side + 15) / 16 * 16, longest)
            if let packed = Self(sizes, order, side: side, mostPages: side < longest ? 1 : .max) {
                self = packed
                return
            }
            side += max(side / 32, 16)
        }
    }

    private init?(_ sizes: ContiguousArray<SIMD2<Int32>>, _ order: [Int], side: Int, mostPages: Int) {
        self.side = side
        places = ContiguousArray(repeating: (0, 0, 0), count: sizes.count)
        var rows: [Row] = []
        var end = 0
        for index in order {
            let (width, height) = (Int(sizes[index].x), Int(sizes[index].y))
            // The last rows are enough to find room, and bound the time.
            var row = max(rows.count - 64, 0)
            while row < rows.count, side - rows[row].used < width { row += 1 }
            if row >= rows.count {
                if end + height > side {
                    guard pageCount < mostPages else { return nil }
                    pageCount += 1
                    end = 0
                }
                row = rows.count
                rows.append(Row(page: pageCount - 1, y: end, height: height, used: 0))
                end += height
            }
            places[index] = (rows[row].page, rows[row].used, rows[row].y)
            rows[row].used += width
        }
    }
}
